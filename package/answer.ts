import type { JsonObject } from "../worker/protocol/json.ts";
import type { CallRecord } from "../worker/protocol/message.ts";
import type { FormatId, SamplingSettings } from "../worker/protocol/model.ts";
import type { Budget, RunEvent } from "../worker/protocol/run-event.ts";

/** One question's own settings. */
export interface AskOptions {
  /** The skill that answers. An unknown name throws. */
  readonly skill?: string;
  readonly signal?: AbortSignal;
  /** Reports the calls of the first turn and executes none. */
  readonly detect?: boolean;
  /** Holds the model to a call until a tool has run. */
  readonly forceCall?: boolean;
  /** The only one of the skill's tools that may be used. */
  readonly onlyTool?: string;
  /** False makes a reasoning model answer at once, where its template can express that. */
  readonly thinking?: boolean;
  readonly budget?: Partial<Budget>;
  readonly sampling?: SamplingSettings;
  /** The dialect that the model is spoken to in, instead of its own. */
  readonly format?: FormatId;
  /** The question carries text from outside: what changes something asks first. */
  readonly tainted?: boolean;
}

/** An answer that is being written. Iterating over it gives the text piece by piece. */
export interface Answer<Out = string> extends AsyncIterable<string> {
  /** The whole text. Rejects with an `AnswerError` when there is no answer. */
  readonly text: Promise<string>;
  /** The answer checked by the agent's `output`; the text where it has none. Rejects like `text`. */
  readonly value: Promise<Out>;
  /** Everything that happens, from the first to the last event, for as many readers as there are. */
  readonly events: AsyncIterable<RunEvent>;
  /** Every call with its outcome, once the run has ended. Never rejects. */
  readonly calls: Promise<readonly CallRecord[]>;
  /**
   * Everything said until then as a provider's request, with its tools and sampling, and the answer's last turn as its
   * response. Names and ids are such as both providers accept; `readExchange` of `alcove/formats` reads it back. Rejects
   * where the run did not end.
   */
  exchange(provider: "openai" | "anthropic"): Promise<JsonObject>;
  /** Ends the run; the text so far stays in the error's `text`. */
  stop(): void;
}
