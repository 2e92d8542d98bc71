import { type EvalScore, isSameTrial } from "../protocol/evals.ts";
import { toFields } from "../protocol/json.ts";
import { createKeptList } from "./kept-list.ts";

/** Stores eval scores on this device. Exports leave them out, because a score holds for the device it was measured on. */
export type ScoreStore = ReturnType<typeof createScoreStore>;

const FILE = "gym-scores.json";

/** Scores in a list of `createKeptList`. */
export function createScoreStore(storage: Pick<StorageManager, "getDirectory">) {
  const list = createKeptList(storage, FILE, isScore);
  return {
    /** Newest first. */
    list: async (): Promise<readonly EvalScore[]> => (await list.read()).toSorted((left, right) => right.at - left.at),
    /** Replaces the score of the same model, format and constraint, unless that one is complete and this one is not. */
    put: async (score: EvalScore): Promise<void> => list.write(mergeScore(await list.read(), score)),
  };
}

/** The scores with a new one added or replaced. Pure. */
export function mergeScore(scores: readonly EvalScore[], score: EvalScore): readonly EvalScore[] {
  const before = scores.find((each) => isSameTrial(each, score));
  const isBetterKept = before?.complete === true && !score.complete && before.version === score.version;
  return isBetterKept ? scores : [...scores.filter((each) => !isSameTrial(each, score)), score];
}

function isScore(value: unknown): value is EvalScore {
  const { modelId, total, byKind, at } = toFields(value);
  return typeof modelId === "string" && typeof at === "number" && isTally(total) && typeof byKind === "object";
}

function isTally(value: unknown): boolean {
  const { passed, tried } = toFields(value);
  return typeof passed === "number" && typeof tried === "number";
}
