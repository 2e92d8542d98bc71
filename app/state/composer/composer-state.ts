import type { SendRequest } from "../../../worker/protocol/api/runs-api.ts";
import type { ManualCallEnd } from "../../../worker/protocol/api/tools-api.ts";
import type { Failure } from "../../../worker/protocol/failure.ts";
import type { ConversationId, MessageId } from "../../../worker/protocol/ids.ts";
import type { Attachment } from "../../../worker/protocol/message.ts";
import type { ToolCall } from "../../../worker/protocol/tool.ts";

/** How words that the user did not type came into a draft. */
export type DraftSource = "link" | "share" | "paste" | "server" | "voice";

/** The text and files that the user has not sent. */
export interface Draft {
  readonly text: string;
  /** Present while some of the text came from outside: it is sent as such, and is never a slash command. */
  readonly source?: DraftSource;
  readonly attachments: readonly Attachment[];
  /** Whether the model is to reason first; absent for the user's setting. */
  readonly thinking?: boolean;
  /** The skill chosen for the chat and not sent yet; absent for the chat's own. */
  readonly skill?: string;
  /** How this one question is asked; absent for as usual. */
  readonly way?: Pick<SendRequest, "detect" | "forceCall" | "onlyTool">;
  /** Words came into the fields of a command that were not typed. */
  readonly pasted?: boolean;
  /** For a new chat: the project that it begins in. */
  readonly project?: string;
  /** For a new chat: nothing of it is to be stored, the draft included. */
  readonly temporary?: true;
}

export const EMPTY_DRAFT: Draft = { text: "", attachments: [] };

/** The same draft as the user's own words. */
export function toOwnDraft({ source: _, ...draft }: Draft): Draft {
  return draft;
}

/** Names a composer: its conversation, or `new` for the one that does not exist yet. */
export type DraftKey = ConversationId | "new";

/** A message that waits until the model is free. */
export interface QueuedMessage {
  readonly key: string;
  readonly draft: Draft;
}

/** A tool call that the user made in the chat; not stored. */
export interface ManualCall extends Partial<ManualCallEnd> {
  readonly key: string;
  readonly call: ToolCall;
  readonly durationMs?: number;
  /** True once what it wrote was taken back. */
  readonly undone?: boolean;
}

/** Why a message was not sent, and how to try again. */
export interface SendProblem {
  readonly failure: Failure;
  readonly draft: Draft;
  /** Set when the message replaces an earlier one. */
  readonly parentId?: MessageId | null;
}

/** Everything about one composer. */
export interface ComposerState {
  readonly draft: Draft;
  readonly queue: readonly QueuedMessage[];
  /** The user stopped an answer while messages waited: they wait on until they are sent by hand. */
  readonly isQueueHeld: boolean;
  /** The message handed to the agent and not stored yet. */
  readonly sending: Draft | null;
  readonly problem: SendProblem | null;
  readonly manualCalls: readonly ManualCall[];
  /** Names of files that are being read into the draft. */
  readonly readingFiles: readonly string[];
  /** Picked files whose reader could not be loaded; the message waits with them. */
  readonly waitingFiles: readonly File[];
}

export const EMPTY_COMPOSER: ComposerState = {
  draft: EMPTY_DRAFT,
  queue: [],
  isQueueHeld: false,
  sending: null,
  problem: null,
  manualCalls: [],
  readingFiles: [],
  waitingFiles: [],
};

/** The composers that hold something, or held something since the page was loaded. */
export type Composers = Readonly<Partial<Record<DraftKey, ComposerState>>>;

/** The page's state as far as composers read and change it. */
interface ComposersAccess {
  get(): { readonly composers: Composers };
  set(change: (state: { readonly composers: Composers }) => { readonly composers: Composers }): void;
}

export function readComposer(state: ComposersAccess, key: DraftKey): ComposerState {
  return state.get().composers[key] ?? EMPTY_COMPOSER;
}

export function updateComposer(
  state: ComposersAccess,
  key: DraftKey,
  change: Partial<ComposerState> | ((composer: ComposerState) => Partial<ComposerState>),
): void {
  state.set(({ composers }) => {
    const composer = composers[key] ?? EMPTY_COMPOSER;
    const changed = typeof change === "function" ? change(composer) : change;
    return { composers: { ...composers, [key]: { ...composer, ...changed } } };
  });
}
