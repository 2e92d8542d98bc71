import type { AgentApi } from "../../worker/protocol/api/agent-api.ts";
import { describeError } from "../../worker/protocol/describe-error.ts";
import type { Failure, Result } from "../../worker/protocol/failure.ts";
import type { ConversationId, MessageId } from "../../worker/protocol/ids.ts";
import type { MessageKey } from "../messages/catalogue.ts";
import type { Composers } from "./composer/composer-state.ts";
import type { FileReader } from "./composer/read-attachment.ts";
import type { PanelContent } from "./panel-content.ts";
import type { TextStore } from "./text-store.ts";
import type { View } from "./view.ts";

/** A short message that goes away by itself, perhaps with one thing to do. */
export interface Toast {
  readonly key: string;
  readonly text: MessageKey;
  /** The text's parameters. */
  readonly values?: Readonly<Record<string, string | number>>;
  readonly undo?: () => void;
  /** The words of its button instead of Undo; then it stays until the user has answered it. */
  readonly action?: MessageKey;
}

/** Everything the page shows: what the agent said, and what the user is in the middle of. */
export interface AppState extends View {
  readonly composers: Composers;
  /** The user's message that is being changed. */
  readonly editing: MessageId | null;
  /** Conversations whose deletion can still be undone. */
  readonly hidden: readonly ConversationId[];
  readonly openFailures: Readonly<Record<ConversationId, Failure>>;
  readonly toasts: readonly Toast[];
  /** A model that did not take the loaded one's place. */
  readonly refusedModel: { readonly title: string; readonly failure: Failure } | null;
  /** The list of conversations and views stands beside the view, or over it. */
  readonly sidebarOpen: boolean;
  /** The panel beside the view. */
  readonly panel: PanelContent | null;
  /** Reloads, with the newer version that waits if there is one; null while a reload brings nothing. */
  readonly applyUpdate: (() => void) | null;
  /** The gain of that reload: a newer version, or threads for the CPU engine. */
  readonly updateGain: "version" | "isolation";
}

/** Dependencies of the page's actions. */
export interface AppDeps {
  readonly api: AgentApi;
  readonly texts: TextStore;
  readonly newKey: () => string;
  /** Monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** Calls back once after some milliseconds; returns a function that cancels it. */
  readonly delay: (milliseconds: number, callback: () => void) => () => void;
  readonly navigate: (hash: string) => void;
  /** Loads the module that reads picked files; rejects if it is not available now. */
  readonly loadFileReader: () => Promise<FileReader>;
  /** Called whenever the agent has started, also after its worker was replaced. */
  readonly onStart?: () => void;
  /** Asks the browser for persistent storage; called at the first save. */
  readonly persist?: () => Promise<unknown>;
}

/** How actions read and change the state. */
export interface StateAccess {
  get(): AppState;
  set(change: Partial<AppState> | ((state: AppState) => Partial<AppState>)): void;
}

/** Turns a rejected call of the agent (a lost worker, a value that cannot cross) into the failure `internal`. */
export async function toResult<Value>(call: Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await call;
  } catch (error) {
    return { ok: false, failure: { code: "internal", detail: describeError(error) } };
  }
}
