/** The model that the browser itself brings (the web's Prompt API): how the worker reaches it through the page. */

export const BROWSER_MODEL_ID = "browser";

/** Whether the browser's model can be had, and what it takes; the Prompt API's own words. */
export type BrowserModelState = "unavailable" | "downloadable" | "downloading" | "available";

/** Facts that only the page can tell of it. */
export interface BrowserModelFacts {
  /** Its name, in the user's language. */
  readonly title: string;
  /** The browser is Chrome, whose maker documents that the model runs on the device. */
  readonly isChrome: boolean;
  /** Languages that the user reads and writes, as two letters. */
  readonly languages: readonly string[];
}

/** A call of the Prompt API. `read` and then `next` give the pieces of an answer, `progress` tells of a download. */
export interface PromptCall {
  /** A session, a reading and a download are known by the number of the call that began them. */
  readonly id: number;
  readonly method:
    | "availability"
    | "create"
    | "progress"
    | "clone"
    | "append"
    | "measure"
    | "read"
    | "next"
    | "stop"
    | "destroy";
  readonly session?: number;
  readonly input?: unknown;
  readonly options?: object;
}

/** A call's outcome, and where its session stands. */
export interface PromptReply {
  readonly value: unknown;
  readonly contextWindow?: number;
  readonly contextUsage?: number;
  /** The browser has dropped the session's oldest messages. */
  readonly hasOverflowed?: boolean;
}

/** Has the page carry out a call. Rejects with an error that bears the name of the browser's. */
export type AskPromptApi = (call: PromptCall) => Promise<PromptReply>;
