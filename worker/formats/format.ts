import type { JsonObject } from "../protocol/json.ts";
import type { BrokenCall, CallRecord } from "../protocol/message.ts";
import type { FormId } from "../protocol/model.ts";
import type { ToolSpec } from "../protocol/tool.ts";
import type { ConstraintMode, OutputConstraint } from "./output-constraint.ts";

/** A report of a parser while the model writes. Concatenated deltas do not depend on chunk boundaries. */
export type ParseEvent =
  /** Text for the user, free of markup. */
  | { readonly type: "text-delta"; readonly text: string }
  /** Text inside a reasoning block. */
  | { readonly type: "reasoning-delta"; readonly text: string }
  /** The `index`-th call of this output is being written and its tool is known. */
  | { readonly type: "call-named"; readonly index: number; readonly name: string }
  /** The `index`-th call is complete. The name may be one that was never declared; arguments are unchecked. */
  | {
      readonly type: "call";
      readonly index: number;
      readonly name: string;
      readonly arguments: JsonObject;
      /** Repairs that reading it needed, one phrase each; absent if there were none. */
      readonly repairs?: readonly string[];
    }
  /** Something began as a call and could not be read; reading continued after it. */
  | { readonly type: "call-broken"; readonly index: number; readonly broken: BrokenCall };

/**
 * Reads one output of a model piece by piece. Never throws; time is linear in the input. After `MAX_READ` units an output
 * is no longer searched for calls: the rest is passed on as the text or reasoning that was being read.
 */
export interface OutputParser {
  push(chunk: string): readonly ParseEvent[];
  /** Ends the output and flushes what was held back. */
  end(): readonly ParseEvent[];
}

/** Options of a parser. */
export interface ParserOptions {
  /** Only these names count in a bare-JSON scan; tagged calls are reported whatever their name. */
  readonly tools: readonly ToolSpec[];
  /** Treats every name as declared, for outputs whose tools are not known. */
  readonly anyName?: boolean;
  /** True when the prompt itself ended inside an opened reasoning block. */
  readonly reasoningOpen?: boolean;
}

/** A message of the thread that a prompt is rendered from. */
export type ThreadMessage =
  | {
      readonly role: "user";
      readonly text: string;
      /** The user's own words in it, where files or notes go along. */
      readonly asked?: string;
      /** The recalled notes at the end of `text`. */
      readonly recalled?: string;
      /** The names of the files that went along. */
      readonly files?: readonly string[];
      /** Pictures and sounds that went along, each in Base64. */
      readonly media?: readonly string[];
    }
  /** A turn of the model. Its raw output keeps the prompt identical, byte for byte, to what is in the KV cache. */
  | {
      readonly role: "assistant";
      readonly raw: string;
      readonly text: string;
      readonly calls: readonly CallRecord[];
      /** Its thought has been left out of `raw`, so it does not begin inside one. */
      readonly thoughtDropped?: boolean;
    }
  /** The results of the previous turn's calls, all in one message, as text for the model. */
  | { readonly role: "tool"; readonly results: readonly ToolResultText[] };

/** A tool's result as the model reads it. Untrusted: control tokens in it are neutralised when rendered. */
export interface ToolResultText {
  readonly callId: string;
  readonly name: string;
  readonly text: string;
  /** True where the call failed. */
  readonly failed?: true;
  /** True where it holds text from outside this device. */
  readonly outside?: true;
}

/** A tool-call dialect: how tools, calls and results are written for one family of models, and read back. */
export interface Format {
  readonly id: FormId;
  /** Literals with a meaning in this dialect; they are neutralised in the text of users and tools. */
  readonly markers: readonly string[];
  /** The system text: the agent's own, with the tools rendered where this family looks for them. */
  renderSystem(system: string, tools: readonly ToolSpec[]): string;
  /**
   * The first question with the tools before it, for families that look for them there; the system text is then rendered
   * without tools. Absent for the others.
   */
  renderFirstQuestion?(question: string, tools: readonly ToolSpec[]): string;
  /**
   * A pattern that a model's own template must match so that it may declare the tools and write their results: it then
   * describes the calls that this dialect reads. Null where it never may; then, and where a template does not,
   * `renderSystem` and `renderResults` do.
   */
  readonly templateMark: string | null;
  /** A call as this family writes it, for examples and for history without raw text. */
  renderCall(name: string, input: JsonObject): string;
  /** The results of one turn as the content of one message, and the role that message has in this family. */
  renderResults(results: readonly ToolResultText[]): { readonly role: "user" | "tool"; readonly content: string };
  /** The whole reply has one form: what cannot be read is the reply, and not a call in it. */
  readonly wholeReply?: true;
  createParser(options: ParserOptions): OutputParser;
  /** The constraint on the output; null when there are no tools to call, or none that this mode can constrain. */
  toConstraint(tools: readonly ToolSpec[], mode: ConstraintMode): OutputConstraint | null;
  /** Holds an output to text; absent where its first character does not tell a call from text. */
  readonly textConstraint?: OutputConstraint;
}
