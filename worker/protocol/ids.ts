/**
 * Identifiers are opaque strings. A flavour, unlike a brand, is optional: the compiler keeps one kind from being passed
 * for another, but takes any plain string for an id.
 */
type Flavour<Name extends string> = string & { readonly __flavour?: Name };

/** One conversation. */
export type ConversationId = Flavour<"conversation">;
/** One stored message (a user's text or an assistant's answer). */
export type MessageId = Flavour<"message">;
/** One run: everything that happened between a question and its end. */
export type RunId = Flavour<"run">;
/** One tool call inside a run. */
export type CallId = Flavour<"call">;
/** One memory record. */
export type MemoryId = Flavour<"memory">;
/** A model of the catalog, or one the user imported. */
export type ModelId = Flavour<"model">;

/** Stands for the run, the message and, outside of chats, the conversation of a call that the user makes. */
export const MANUAL_RUN = "by-hand";

/** The skill of a call that another program in the page makes, and who answers it. */
export const OFFERED = "offered";

/** The name of the skill under which the draft of a waiting question is carried out. */
export const DRAFTED = "drafted";

/** Prefix of the names of the Web Locks of runs. */
export const RUN_LOCK = "alcove-run-";

/** The name of the Web Lock that is held while a run is in progress, in whichever tab. */
export function toRunLock(runId: RunId): string {
  return `${RUN_LOCK}${runId}`;
}
