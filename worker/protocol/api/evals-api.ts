import type { EvalPlan, EvalScore, EvalState, FormatTrial, ModelPolicy } from "../evals.ts";
import type { Result } from "../failure.ts";
import type { ModelId } from "../ids.ts";
import type { FormatId } from "../model.ts";

/** Runs the evals with the loaded model, and keeps the scores. */
export interface EvalsApi {
  /** Starts the evals; resolves when they have begun. Returns a failure while a run uses the model. */
  startEvals(plan: EvalPlan): Promise<Result<null>>;
  /** Asks the loaded model one question with tools in this format; nothing of it is kept. Ends like the evals do. */
  tryFormat(format: FormatId): Promise<Result<FormatTrial>>;
  /** Ends them after the current case, with a partial score, or the question of `tryFormat`. */
  stopEvals(): Promise<void>;
  /** Reports the progress, now and whenever it changes. One listener: a new one replaces the old. */
  watchEvals(listener: (state: EvalState) => void): Promise<void>;
  /** The scores on this device, newest first. */
  listEvalScores(): Promise<readonly EvalScore[]>;
  /** How a model is asked where the user has chosen nothing, and why. */
  policyOf(modelId: ModelId): Promise<ModelPolicy>;
  /** Compares anew how the loaded model is asked best, in the background; every question goes before it. */
  measurePolicy(): Promise<Result<null>>;
}
