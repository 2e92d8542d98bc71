import type { AgenticSkill } from "../agent/define/agentic-skill.ts";
import type { SkillProgram } from "../agent/define/skill-program.ts";
import type { Tool } from "../agent/define/tool.ts";
import { assertNever } from "../protocol/assert-never.ts";
import type { FormatId } from "../protocol/model.ts";

/** More tools confuse a small model: put a route in front that chooses among smaller sets. */
export const MAX_TOOLS_PER_NODE = 8;

/** A check of the question by a function or by the model. A check that throws, hangs or answers unclearly blocks. */
export type GuardrailCheck =
  | { readonly type: "rule"; passes(question: string): boolean | Promise<boolean> }
  /** A question about the user's text that the model answers with yes (pass) or no (block). */
  | { readonly type: "model"; readonly ask: string };

/** One exit of a route. */
export interface RouteChoice<Id extends string> {
  /** The name that the model answers or the rule returns. */
  readonly name: string;
  /** Written for the model: when to choose this exit. */
  readonly description: string;
  readonly next: Id;
}

/** How a node asks the model; absent members are the run's. */
export interface NodeSettings {
  /** The dialect that the model is spoken to in. */
  readonly format?: FormatId;
  readonly temperature?: number;
}

/**
 * A step of a flow. `Id` is the union of the flow's node names, `Name` that of its tools' names.
 *
 * - `guardrail` lets the question pass or blocks it.
 * - `route` chooses by a rule where one is given, else by the model; anything unclear goes to `otherwise`.
 * - `tool-call` lets the model write once, with these tools and without the records of earlier calls. `detect` reports
 *   the calls, `execute` runs them. Text without a call is the answer when `generateOnNoTool` is set, else it is dropped.
 * - `skill` runs a skill's own loop to its answer.
 * - `generate` lets the model write an answer without tools.
 * - `canned-response` answers with a fixed text.
 * - `end` ends the run.
 *
 * Nodes that ask the model may have a dialect and a temperature of their own (`NodeSettings`).
 */
export type FlowNode<Id extends string = string, Name extends string = string> =
  | (NodeSettings & {
      readonly type: "guardrail";
      readonly check: GuardrailCheck;
      readonly pass: Id;
      readonly block: Id;
    })
  | (NodeSettings & {
      readonly type: "route";
      readonly choices: readonly RouteChoice<Id>[];
      readonly otherwise: Id;
      choose?(question: string): string | null | Promise<string | null>;
    })
  | (NodeSettings & {
      readonly type: "tool-call";
      readonly tools: readonly Tool<unknown, Name>[];
      readonly mode: "detect" | "execute";
      readonly instructions?: string;
      readonly generateOnNoTool?: boolean;
      /** Each call that the node detects is announced by a `detected` event. */
      readonly notify?: boolean;
      readonly toolCalled: Id;
      readonly noToolCalled: Id;
    })
  | (NodeSettings & { readonly type: "skill"; readonly skill: AgenticSkill<Name>; readonly next: Id })
  | (NodeSettings & { readonly type: "generate"; readonly instructions?: string; readonly next: Id })
  | { readonly type: "canned-response"; readonly text: string; readonly next: Id }
  | { readonly type: "end" };

/** A checked graph of steps. `Name` is the union of its tools' names. */
export interface Flow<Name extends string = string> extends SkillProgram<Name> {
  readonly start: string;
  readonly nodes: ReadonlyMap<string, FlowNode>;
  /** Nodes that one run may visit; Infinity where the graph has no cycle. */
  readonly maxSteps: number;
}

type NodeOf<Type extends FlowNode["type"]> = Extract<FlowNode, { readonly type: Type }>;

/** A node as its file declares it: tools and skills by their names. */
export type FlowFileNode =
  | Exclude<FlowNode, { readonly type: "tool-call" | "skill" }>
  | (Omit<NodeOf<"tool-call">, "tools"> & { readonly tools: readonly string[] })
  | (Omit<NodeOf<"skill">, "skill"> & { readonly skill: string });

/** A flow as its file declares it, its graph checked. */
export interface FlowFile {
  readonly file: string;
  readonly name: string;
  readonly description: string;
  readonly start: string;
  readonly nodes: ReadonlyMap<string, FlowFileNode>;
  readonly maxSteps?: number;
  readonly omitToolRecords: boolean;
}

/** One way out of a node: its name, as the log has it, and the node that it leads to. */
export interface FlowExit {
  readonly name: string;
  readonly next: string;
}

/** A node's exits, in the order in which they are declared. */
export function toExits(node: FlowNode): readonly FlowExit[] {
  switch (node.type) {
    case "guardrail":
      return [
        { name: "pass", next: node.pass },
        { name: "block", next: node.block },
      ];
    case "route":
      return [...node.choices, { name: "otherwise", next: node.otherwise }];
    case "tool-call":
      return [
        { name: "tool-called", next: node.toolCalled },
        { name: "no-tool-called", next: node.noToolCalled },
      ];
    case "skill":
    case "generate":
    case "canned-response":
      return [{ name: "answered", next: node.next }];
    case "end":
      return [];
    default:
      return assertNever(node);
  }
}
