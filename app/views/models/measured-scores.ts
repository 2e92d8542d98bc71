import { type EvalScore, isSameTrial, type MeasuredScore } from "../../../worker/protocol/evals.ts";
import shipped from "./measured-scores.json" with { type: "json" };

/** Measurements from before the app was shipped: `npm run bench -- gym --all --engine=<id> --ship`. */
const MEASURED: readonly MeasuredScore[] = shipped as readonly MeasuredScore[];

/** Our scores of a model; a full score of the user's takes the place of ours. */
export function findMeasured(modelId: string, own: readonly EvalScore[]): readonly MeasuredScore[] {
  return MEASURED.filter(
    (score) => score.modelId === modelId && !own.some((each) => each.complete && isSameTrial(each, score)),
  );
}
