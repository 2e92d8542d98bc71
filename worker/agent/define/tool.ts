import type { CallId, ConversationId, MessageId, RunId } from "../../protocol/ids.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { MemoryEdit } from "../../protocol/memory.ts";
import type { EffectPreview } from "../../protocol/run-event.ts";
import type { ArgumentProblem, ContentBlock, ToolSpec } from "../../protocol/tool.ts";
import type { FaultHandler } from "./hooks.ts";

/** What a tool may know about the call it serves. */
export interface ToolContext {
  readonly runId: RunId;
  readonly callId: CallId;
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
  /** Fires when the run is stopped or the call has timed out: whatever comes later is thrown away. */
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  now(): number;
  /** IANA name of the user's time zone, for instance `Europe/Vienna`. */
  readonly timeZone: string;
  /** True once the run has read text from outside: what is kept from now on is marked. */
  readonly tainted: boolean;
  /**
   * Notes what the call has just written, so that the user can take it back. A function of the loop and not a part of
   * the result: a result may be somebody else's words.
   */
  noteEdit(edit: MemoryEdit): void;
}

/** Arguments after checking: the tool's own input type, or what is wrong with them. */
export type CheckedInput<Input> =
  | {
      readonly ok: true;
      readonly input: Input;
      /** What was coerced from text, as `path: from -> to`. */
      readonly coerced: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly ArgumentProblem[] };

/** What a tool hands back: any JSON-like value, or blocks made with `toToolOutput`. */
export interface ToolOutput {
  readonly type: "tool-output";
  readonly content: readonly ContentBlock[];
  readonly untrusted?: boolean;
  readonly memoryIds?: readonly string[];
}

/**
 * A tool as the loop runs it. `Input` is what `check` lets through. The handle itself is the grant: a skill lists
 * handles, not names.
 */
export interface Tool<Input = unknown, Name extends string = string> {
  readonly spec: ToolSpec & { readonly name: Name };
  check(raw: JsonObject): CheckedInput<Input>;
  /** Never called with unchecked input. May throw: the loop turns that into a `failed` outcome. */
  run(input: Input, context: ToolContext): unknown;
  /** What the call would change, for the approval card. Must change nothing. */
  preview?(input: Input, context: ToolContext): Promise<EffectPreview | null> | EffectPreview | null;
  /** Milliseconds; the run's own limit holds where it is shorter. */
  readonly timeoutMs?: number;
  /** Decides about this tool's faults, before its agent's handler does. */
  readonly onError?: FaultHandler;
}

/** Thrown by a tool whose error message may be somebody else's words: it taints the run like a result from outside. */
export class OutsideError extends Error {}

/** Marks a value as finished blocks, with the facts the loop tracks about it. */
export function toToolOutput(
  content: readonly ContentBlock[],
  facts: { readonly untrusted?: boolean; readonly memoryIds?: readonly string[] } = {},
): ToolOutput {
  return { type: "tool-output", content, ...facts };
}
