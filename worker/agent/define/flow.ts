import { assertNever } from "../../protocol/assert-never.ts";
import type { FormatId } from "../../protocol/model.ts";
import { TOOL_NAME_PATTERN } from "../../protocol/tool.ts";
import type { AgenticSkill } from "./agentic-skill.ts";
import { findGraphFaults, type GraphFault } from "./flow-graph.ts";
import type { Tool } from "./tool.ts";

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
export interface Flow<Name extends string = string> {
  readonly start: string;
  readonly nodes: ReadonlyMap<string, FlowNode>;
  /** Every tool of every node, once. */
  readonly tools: readonly Tool<unknown, Name>[];
  /** Nodes that one run may visit; Infinity where the graph has no cycle. */
  readonly maxSteps: number;
  /** Hides calls and results of earlier questions from every node, but keeps the text around them. */
  readonly omitToolRecords: boolean;
}

/**
 * Declares a flow. The compiler refuses an exit to a node that does not exist. Throws a `TypeError` that names the
 * culprit: an unknown exit, a node that cannot be reached or never ends, a cycle without `maxSteps`, more than eight
 * tools in one node, two tools of one name, a route without two distinct choices.
 */
export function defineFlow<const Id extends string, Name extends string = never>(declaration: {
  readonly start: NoInfer<Id>;
  readonly nodes: Readonly<Record<Id, FlowNode<NoInfer<Id>, Name>>>;
  /** Nodes that one run may visit; needed where the graph has a cycle. */
  readonly maxSteps?: number;
  /** Hides calls and results of earlier questions from every node, because models imitate them. */
  readonly omitToolRecords?: boolean;
}): Flow<Name>;
export function defineFlow(declaration: {
  readonly start: string;
  readonly nodes: Readonly<Record<string, FlowNode>>;
  readonly maxSteps?: number;
  readonly omitToolRecords?: boolean;
}): Flow {
  const { start, maxSteps, omitToolRecords = false } = declaration;
  const nodes = new Map(Object.entries(declaration.nodes));
  if (!nodes.has(start)) throw new TypeError(`The flow starts at '${start}', which is no node of it`);
  for (const [id, node] of nodes) checkNode(id, node, nodes);
  if (maxSteps !== undefined && !(Number.isInteger(maxSteps) && maxSteps > 0)) {
    throw new TypeError(`'maxSteps' is ${maxSteps}; it must be a whole number above 0`);
  }
  const graph = new Map([...nodes].map(([id, node]) => [id, toExits(node).map((exit) => exit.next)]));
  const ends = [...nodes].filter(([, node]) => node.type === "end").map(([id]) => id);
  const [fault] = findGraphFaults(graph, { start, ends, bound: maxSteps !== undefined });
  if (fault !== undefined) throw new TypeError(toFaultText(fault));
  const tools = collectTools(nodes);
  return { start, nodes, tools, maxSteps: maxSteps ?? Number.POSITIVE_INFINITY, omitToolRecords };
}

function toFaultText(fault: GraphFault): string {
  switch (fault.type) {
    case "unreachable":
      return `Node '${fault.node}' of the flow cannot be reached`;
    case "endless":
      return `From node '${fault.node}' the flow never comes to an end`;
    case "unbounded":
      return `The flow can go round (${fault.path.join(" -> ")}) and has no 'maxSteps'`;
    default:
      return assertNever(fault);
  }
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

function checkNode(id: string, node: FlowNode, nodes: ReadonlyMap<string, FlowNode>): void {
  for (const { next } of toExits(node)) {
    if (!nodes.has(next)) throw new TypeError(`Node '${id}' leads to '${next}', which is no node of the flow`);
  }
  if (node.type === "tool-call" && (node.tools.length === 0 || node.tools.length > MAX_TOOLS_PER_NODE)) {
    throw new TypeError(
      `Node '${id}' has ${node.tools.length} tools; 1 to ${MAX_TOOLS_PER_NODE} are possible: put a route in front`,
    );
  }
  if (node.type === "route") {
    const names = node.choices.map((choice) => choice.name);
    const wrong = names.find((name) => !TOOL_NAME_PATTERN.test(name));
    if (wrong !== undefined) throw new TypeError(`'${wrong}' cannot name a choice of node '${id}'`);
    if (names.length < 2 || new Set(names).size < names.length) {
      throw new TypeError(`Node '${id}' needs at least two choices, each with its own name`);
    }
  }
}

function collectTools(nodes: ReadonlyMap<string, FlowNode>): readonly Tool[] {
  const tools = new Map<string, Tool>();
  for (const [id, node] of nodes) {
    const own = node.type === "tool-call" ? node.tools : node.type === "skill" ? node.skill.tools : [];
    for (const tool of own) {
      const known = tools.get(tool.spec.name);
      if (known !== undefined && known !== tool) {
        throw new TypeError(`Node '${id}' has another tool named '${tool.spec.name}' than a node before it`);
      }
      tools.set(tool.spec.name, tool);
    }
    if (node.type === "tool-call" && new Set(own).size < own.length) {
      throw new TypeError(`Node '${id}' lists a tool twice`);
    }
  }
  return [...tools.values()];
}
