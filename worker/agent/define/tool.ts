import type { CallId, ConversationId, MessageId, RunId } from "../../protocol/ids.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { MemoryEdit } from "../../protocol/memory.ts";
import type { EffectPreview } from "../../protocol/run-event.ts";
import type { ArgumentProblem, ContentBlock, ToolSpec } from "../../protocol/tool.ts";
import type { FaultHandler } from "./hooks.ts";

/** The context of a tool call. */
export interface ToolContext {
  readonly runId: RunId;
  readonly callId: CallId;
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
  /** The skill that the call is made in. */
  readonly skill: string;
  /** Fires if the run is stopped or the call times out; later results are discarded. */
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  now(): number;
  /** IANA name of the user's time zone, for instance `Europe/Vienna`. */
  readonly timeZone: string;
  /** True once the run has read text from outside: what is stored from now on is marked as untrusted. */
  readonly tainted: boolean;
  /**
   * Records what the call has just written, so that the user can undo it. Not part of the result, which may be somebody
   * else's words.
   */
  noteEdit(edit: MemoryEdit): void;
  /** Waits for the user, whose time counts neither against the call's limit nor against the run's. */
  awaitUser<Value>(answer: Promise<Value>): Promise<Value>;
}

/** Arguments after checking: the tool's own input type, or the problems. */
export type CheckedInput<Input> =
  | {
      readonly ok: true;
      readonly input: Input;
      /** Coercions from text, as `path: from -> to`. */
      readonly coerced: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly ArgumentProblem[] };

/** A tool's result as finished content blocks; made with `toToolOutput`. */
export interface ToolOutput {
  readonly type: "tool-output";
  readonly content: readonly ContentBlock[];
  readonly untrusted?: boolean;
  readonly memoryIds?: readonly string[];
}

/**
 * A tool as the loop runs it. `Input` is what `check` returns, `Output` what `run` does. Skills list these objects, not
 * names: the object itself is the grant.
 */
export interface Tool<Input = unknown, Name extends string = string, Output = unknown> {
  readonly spec: ToolSpec & { readonly name: Name };
  check(raw: JsonObject): CheckedInput<Input>;
  /** Never called with unchecked input. May throw: the loop turns that into a `failed` outcome. */
  run(input: Input, context: ToolContext): Output | Promise<Output>;
  /** The change the call would make, for the approval card. Must change nothing. */
  preview?(input: Input, context: ToolContext): Promise<EffectPreview | null> | EffectPreview | null;
  /** Milliseconds; the run's own limit applies if it is shorter. */
  readonly timeoutMs?: number;
  /** For a tool that always gives the same text: what it is about, by which a small model's question finds it. */
  readonly about?: string;
  /** Decides about this tool's faults, before its agent's handler does. */
  readonly onError?: FaultHandler;
}

/** Thrown by a tool whose error message may be somebody else's words: it taints the run like a result from outside. */
export class OutsideError extends Error {}

/** Wraps finished content blocks, with the facts that the loop tracks about them. */
export function toToolOutput(
  content: readonly ContentBlock[],
  facts: { readonly untrusted?: boolean; readonly memoryIds?: readonly string[] } = {},
): ToolOutput {
  return { type: "tool-output", content, ...facts };
}
