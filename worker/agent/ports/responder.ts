import type { MemoryId } from "../../protocol/ids.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { Attachment, CallRecord } from "../../protocol/message.ts";
import type { ModelSize } from "./turn-policy.ts";

/** A question as a responder sees it: the user's own words and the day they were sent. */
export interface ResponderQuestion {
  readonly text: string;
  /** The user's own day, as YYYY-MM-DD. */
  readonly today: string;
  /** The user's own time, as YYYY-MM-DDTHH:MM. */
  readonly now: string;
  /** False while no notes are kept or read. */
  readonly memory: boolean;
  /** The notes that were recalled for the question. */
  readonly notes: readonly ResponderNote[];
  /** The text files of the conversation, the newest first. */
  readonly files: readonly Attachment[];
  /** The model that is asked otherwise: a small one guesses at tables, a tiny one at all files. */
  readonly model: ModelSize;
}

/** A recalled note. */
export interface ResponderNote {
  readonly id: MemoryId;
  readonly text: string;
}

/** Makes a call in the responder's name: allowlist, schema, approval and log apply as to a model's. Null if no such tool is granted. */
export type CallMaker = (name: string, input: JsonObject) => Promise<CallRecord | null>;

/** The whole answer to a question, in the question's language, in Markdown. */
export interface Reply {
  /** Empty where the model is to answer, with what the calls gave. */
  readonly text: string;
  /** It refuses what a larger model may answer. */
  readonly tooSmall?: true;
}

/** Answers a question without the model, wholly or not at all. */
export interface Responder {
  /** Names the skill in the log and on the answer. */
  readonly name: string;
  /** Asked as well about a question that files go along with. */
  readonly readsFiles?: true;
  /** Null for every question with a word that it does not know; it has then made no call. */
  respond(question: ResponderQuestion, call: CallMaker): Promise<Reply | null>;
}
