import type { EvalPlan, EvalScore, EvalState } from "../evals.ts";
import type { Result } from "../failure.ts";

/** Runs the evals with the loaded model, and keeps the scores. */
export interface EvalsApi {
  /** Puts the loaded model through the gym; resolves when it has begun. Refused while a run has the model. */
  startEvals(plan: EvalPlan): Promise<Result<null>>;
  /** Ends it after the case under way; what was reached is kept as a partial score. */
  stopEvals(): Promise<void>;
  /** Tells where the gym stands, now and whenever that changes. One listener: a new one replaces the old. */
  watchEvals(listener: (state: EvalState) => void): Promise<void>;
  /** What models reached on this device, newest first. */
  listEvalScores(): Promise<readonly EvalScore[]>;
}
