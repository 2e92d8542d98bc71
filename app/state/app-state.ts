import type { AgentApi } from "../../worker/protocol/api/agent-api.ts";
import type { ManualCallEnd } from "../../worker/protocol/api/manual-calls-api.ts";
import type { Failure, Result } from "../../worker/protocol/failure.ts";
import type { ConversationId, MessageId } from "../../worker/protocol/ids.ts";
import type { Attachment } from "../../worker/protocol/message.ts";
import type { ToolCall } from "../../worker/protocol/tool.ts";
import type { MessageKey } from "../messages/catalogue.ts";
import type { FileReader } from "./read-attachment.ts";
import type { TextStore } from "./text-store.ts";
import type { View } from "./view.ts";

/** What the user typed and has not sent. */
export interface Draft {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** Whether the model is to reason first; absent for the user's setting. */
  readonly thinking?: boolean;
}

export const EMPTY_DRAFT: Draft = { text: "", attachments: [] };

/** Where a draft belongs: the id of a conversation, or `new` for the one that does not exist yet. */
export type DraftKey = string;

/** A message that waits until the model is free. */
export interface QueuedMessage extends Draft {
  readonly key: string;
}

/** A tool that the user ran by hand in the chat; not stored. */
export interface ManualCall extends Partial<ManualCallEnd> {
  readonly key: string;
  readonly call: ToolCall;
  readonly durationMs?: number;
  /** True once what it wrote was taken back. */
  readonly undone?: boolean;
}

/** Why a message did not go, and how to try again. */
export interface SendProblem {
  readonly failure: Failure;
  readonly draft: Draft;
  /** Set when the message replaces an earlier one. */
  readonly parentId?: MessageId | null;
}

/** A short message that goes away by itself, perhaps with one thing to do. */
export interface Toast {
  readonly key: string;
  readonly text: MessageKey;
  /** What fills the text's places. */
  readonly values?: Readonly<Record<string, string | number>>;
  readonly undo?: () => void;
}

/** Everything the page shows: what the agent said, and what the user is in the middle of. */
export interface AppState extends View {
  readonly drafts: Readonly<Record<DraftKey, Draft>>;
  readonly queues: Readonly<Record<DraftKey, readonly QueuedMessage[]>>;
  /** Messages handed to the agent and not stored yet. */
  readonly sending: Readonly<Record<DraftKey, Draft>>;
  readonly problems: Readonly<Record<DraftKey, SendProblem>>;
  readonly manualCalls: Readonly<Record<DraftKey, readonly ManualCall[]>>;
  /** Names of files that are being read for a draft. */
  readonly reading: Readonly<Record<DraftKey, readonly string[]>>;
  /** Picked files that wait in a draft because what reads them could not be loaded; its message waits with them. */
  readonly waitingFiles: Readonly<Record<DraftKey, readonly File[]>>;
  /** The message of the user's that is being changed. */
  readonly editing: MessageId | null;
  /** Conversations whose deletion can still be undone. */
  readonly hidden: readonly ConversationId[];
  readonly openFailures: Readonly<Record<ConversationId, Failure>>;
  readonly toasts: readonly Toast[];
  /** Reloads, with the newer version that waits if there is one; null while a reload brings nothing. */
  readonly applyUpdate: (() => void) | null;
  /** What that reload brings: a newer version, or threads for the CPU engine. */
  readonly updateGain: "version" | "isolation";
}

/** What the page's actions need from outside. */
export interface AppDeps {
  readonly api: AgentApi;
  readonly texts: TextStore;
  readonly newKey: () => string;
  /** Milliseconds of a clock that does not go back. */
  readonly now: () => number;
  /** Calls back after some milliseconds; the answer cancels it. */
  readonly delay: (milliseconds: number, callback: () => void) => () => void;
  readonly navigate: (hash: string) => void;
  /** Loads what reads picked files; rejects when it cannot be had now. */
  readonly loadFileReader: () => Promise<FileReader>;
  /** Asks the browser to keep what is stored; called at the first save. */
  readonly persist?: () => Promise<unknown>;
}

/** How actions read and change the state. */
export interface StateAccess {
  get(): AppState;
  set(change: Partial<AppState> | ((state: AppState) => Partial<AppState>)): void;
}

/** A record without one member. */
export function without<Value>(record: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> {
  if (!(key in record)) return record;
  const { [key]: _, ...rest } = record;
  return rest;
}

/** A call's failure as a value, when the border to the worker itself gave way. */
export async function settle<Value>(call: Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await call;
  } catch (error) {
    return { ok: false, failure: { code: "internal", detail: error instanceof Error ? error.message : String(error) } };
  }
}
