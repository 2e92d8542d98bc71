import type { CallRecord } from "../worker/protocol/message.ts";
import type { RunEvent } from "../worker/protocol/run-event.ts";

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
  /** Ends the run; what was written stays in the error's `text`. */
  stop(): void;
}
