/** Identifiers are opaque strings; the brand keeps one kind from being passed for another. */
type Brand<Name extends string> = string & { readonly __brand?: Name };

/** One conversation. */
export type ConversationId = Brand<"conversation">;
/** One stored message (a user's text or an assistant's answer). */
export type MessageId = Brand<"message">;
/** One run: everything that happened between a question and its end. */
export type RunId = Brand<"run">;
/** One tool call inside a run. */
export type CallId = Brand<"call">;
/** One memory record. */
export type MemoryId = Brand<"memory">;
/** A model of the catalog, or one the user imported. */
export type ModelId = Brand<"model">;
