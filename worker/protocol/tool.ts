import type { CallId } from "./ids.ts";
import type { JsonObject, JsonSchema, JsonValue } from "./json.ts";

/** A tool as described to a model, a user or another protocol: name, description, parameters, and what it may do. */
export interface ToolSpec {
  /** `[A-Za-z0-9_.-]{1,128}`, unique among the tools of one run. */
  readonly name: string;
  /** Written for the model: what the tool does and when to use it. */
  readonly description: string;
  /** JSON Schema of the arguments; always `type: "object"`. */
  readonly parameters: JsonSchema;
  /** The tool's effect; decides approval and concurrency. Absent means `writes`, the safe assumption. */
  readonly effect?: ToolEffect;
  /** The user is asked before every call, whatever its effect. Anybody may set it, nobody may clear it. */
  readonly asks?: true;
  /** Who worded its name, description and schema, such as a server or a file of the user's; absent for what the app brings. */
  readonly author?: string;
  /** The host that the arguments go to, where the tool knows it beforehand. For the user only. */
  readonly sendsTo?: string;
  /** The secrets that its requests carry; each goes to one host. For the user only. */
  readonly secrets?: readonly ToolSecret[];
  /** Its arguments name hosts or addresses, which the user may hold to a list (`Settings.scopes`). For the user only. */
  readonly scoped?: true;
  /** It reads what is the user's own, such as notes, tasks or files: it is not offered to the browser's own agent. */
  readonly personal?: true;
  /** Its findings are recalled for every question as well: a small model is not shown it beside other tools. */
  readonly recalled?: true;
  /** Small models are shown it only for a question that is near to what it says of itself. */
  readonly seldom?: true;
  /** Example calls shown to weak models near the question. */
  readonly examples?: readonly ToolExample[];
  /** When to use it, in a few words, for lists that small models read; the description's first sentence where absent. */
  readonly when?: string;
  /**
   * File name endings without a dot, such as `csv`: where there are more tools than a model is shown, it is shown this one
   * only beside such a file.
   */
  readonly forFiles?: readonly string[];
}

/** A secret that the user gives to one tool for one host: no other tool gets it, and nothing elsewhere. */
export interface ToolSecret {
  readonly name: string;
  readonly host: string;
}

/** The key under which a secret of a tool is kept. */
export function toSecretKey(tool: string, { name, host }: ToolSecret): string {
  return `${tool} ${host} ${name}`;
}

/** The text of a result, values as JSON. */
export function toContentText(blocks: readonly ContentBlock[]): string {
  return blocks.map((block) => (block.type === "text" ? block.text : JSON.stringify(block.value))).join("\n");
}

/** The JSON that a call gave; null where it did not end well, or gave something else. */
export function toJsonResult(outcome: ToolOutcome | undefined): JsonValue {
  const [block] = outcome?.type === "success" ? outcome.content : [];
  return block?.type === "json" ? block.value : null;
}

/** `reads`: no lasting change; `writes`: changes what is stored on this device; `sends`: something leaves the device. */
export type ToolEffect = "reads" | "writes" | "sends";

/** A question and the arguments that answer it. */
export interface ToolExample {
  readonly question: string;
  readonly arguments: JsonObject;
  /** Shown to small models in every prompt, with what follows where it is given; see the policy `staged`. */
  readonly shown?: true;
  /** The tool's result. */
  readonly result?: string;
  /** The assistant's answer after it. */
  readonly answer?: string;
}

/** The names that a tool may have; the same rule as WebMCP's. */
export const TOOL_NAME_PATTERN: RegExp = /^[A-Za-z0-9_.-]{1,128}$/;

/** A call the model asked for, after parsing and before any check. */
export interface ToolCall {
  readonly id: CallId;
  readonly name: string;
  readonly arguments: JsonObject;
  /** Repairs of the model's text that parsing needed, such as `trailing comma`. Absent if there were none. */
  readonly repairs?: readonly string[];
}

/** A fault in a call's arguments: a JSON Pointer (RFC 6901) into them, and a sentence. */
export interface ArgumentProblem {
  readonly path: string;
  readonly message: string;
}

/** A normalised piece of a tool's result (the content blocks of MCP, as far as a tab can show them). */
export type ContentBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "json"; readonly value: JsonValue };

/** How a call ended. Outcomes are values: the model reads them and the run log keeps them. */
export type ToolOutcome =
  | {
      readonly type: "success";
      readonly content: readonly ContentBlock[];
      /** The original length in characters, if the result was cut to the limit. */
      readonly truncatedFrom?: number;
      /** The result came from outside this device or from a file: later writes need approval. */
      readonly untrusted?: boolean;
      /** The memories this result rests on. */
      readonly memoryIds?: readonly string[];
      /** Arguments that were coerced before the call, as `path: from -> to`. */
      readonly coerced?: readonly string[];
    }
  /**
   * The name is outside the run's allowlist. Names that exist elsewhere and names that exist nowhere look the same, so
   * that the answer says nothing about other skills' tools.
   */
  | {
      readonly type: "not-allowed";
      readonly toolName: string;
      readonly skillName: string;
      readonly allowed: readonly string[];
    }
  | { readonly type: "invalid-arguments"; readonly problems: readonly ArgumentProblem[]; readonly schema: JsonSchema }
  | { readonly type: "denied"; readonly reason: string }
  | { readonly type: "timed-out"; readonly timeoutMs: number }
  | {
      readonly type: "failed";
      readonly message: string;
      /** The message holds words from outside this device: they count like a result from there. */
      readonly untrusted?: boolean;
    }
  | { readonly type: "duplicate" }
  | { readonly type: "cancelled" }
  /** Detection-only mode: reported to the host, not executed. */
  | { readonly type: "detected" };

/** True if an outcome contains text from outside, whether the call succeeded or not. */
export function isFromOutside(outcome: ToolOutcome | undefined): boolean {
  return (outcome?.type === "success" || outcome?.type === "failed") && outcome.untrusted === true;
}

/** A decided tool call with its timing. */
export interface ToolRecord {
  readonly call: ToolCall;
  readonly outcome: ToolOutcome;
  /** Milliseconds from the start of checking to the outcome. */
  readonly durationMs: number;
}

/** A skill as the page shows it. */
export interface SkillInfo {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly ToolSpec[];
  /** Present if its steps form a graph. */
  readonly flow?: FlowOutline;
}

/** A flow's graph as the page draws it. */
export interface FlowOutline {
  readonly start: string;
  readonly nodes: readonly FlowOutlineNode[];
}

/** A node of a flow, and where its exits lead. */
export interface FlowOutlineNode {
  readonly name: string;
  readonly type: FlowNodeType;
  readonly exits: readonly { readonly name: string; readonly next: string }[];
}

export type FlowNodeType = "guardrail" | "route" | "tool-call" | "skill" | "generate" | "canned-response" | "end";
