import type { Failure } from "../worker/protocol/failure.ts";
import type { BudgetKind, RunEndReason } from "../worker/protocol/run-event.ts";

/** Why there is no answer. */
export interface AnswerFault {
  readonly reason: RunEndReason | "wrong-output";
  readonly failure?: Failure;
  readonly budget?: BudgetKind;
  /** The model's text for the user until then. */
  readonly text?: string;
}

/** Thrown by `text` and `value` of an answer that did not come about. */
export class AnswerError extends Error {
  readonly reason: AnswerFault["reason"];
  readonly failure: Failure | null;
  readonly budget: BudgetKind | null;
  readonly text: string;

  constructor(message: string, { reason, failure, budget, text = "" }: AnswerFault) {
    super(message);
    this.name = "AnswerError";
    this.reason = reason;
    this.failure = failure ?? null;
    this.budget = budget ?? null;
    this.text = text;
  }
}
