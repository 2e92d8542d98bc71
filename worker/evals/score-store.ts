import type { GymScore } from "../protocol/gym.ts";

/**
 * Where the gym's scores are kept: on this device, apart from what an export carries, because a score holds for the
 * device it was measured on.
 */
export interface ScoreShelf {
  /** Newest first. */
  list(): Promise<readonly GymScore[]>;
  /** Replaces the score of the same model, format and lock, unless that was complete and this one is not. */
  put(score: GymScore): Promise<void>;
}

const FILE = "gym-scores.json";

/** A file in the origin's private file system; in memory where the browser has none. */
export function createScoreShelf(storage: Pick<StorageManager, "getDirectory">): ScoreShelf {
  let kept: readonly GymScore[] | null = null;
  const read = async (): Promise<readonly GymScore[]> => {
    try {
      const handle = await (await storage.getDirectory()).getFileHandle(FILE);
      const scores: unknown = JSON.parse(await (await handle.getFile()).text());
      return Array.isArray(scores) ? scores.filter(isScore) : [];
    } catch {
      return kept ?? [];
    }
  };
  return {
    list: async () => {
      const scores = await read();
      return [...scores].sort((left, right) => right.at - left.at);
    },
    put: async (score) => {
      kept = mergeScore(await read(), score);
      try {
        const handle = await (await storage.getDirectory()).getFileHandle(FILE, { create: true });
        const stream = await handle.createWritable();
        await stream.write(JSON.stringify(kept));
        await stream.close();
      } catch {
        // Kept until the tab closes.
      }
    },
  };
}

/** The scores with a new one in its place. Pure. */
export function mergeScore(scores: readonly GymScore[], score: GymScore): readonly GymScore[] {
  const before = scores.find((each) => isSameTrial(each, score));
  const isBetterKept = before?.complete === true && !score.complete && before.version === score.version;
  return isBetterKept ? scores : [...scores.filter((each) => !isSameTrial(each, score)), score];
}

function isSameTrial(left: GymScore, right: GymScore): boolean {
  return left.modelId === right.modelId && left.format === right.format && left.constrained === right.constrained;
}

function isScore(value: unknown): value is GymScore {
  if (typeof value !== "object" || value === null) return false;
  const { modelId, total, byKind, at } = value as Partial<Record<keyof GymScore, unknown>>;
  return typeof modelId === "string" && typeof at === "number" && isTally(total) && typeof byKind === "object";
}

function isTally(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { passed, tried } = value as { readonly passed?: unknown; readonly tried?: unknown };
  return typeof passed === "number" && typeof tried === "number";
}
