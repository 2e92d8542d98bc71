import type { PolicyTally } from "../protocol/evals.ts";
import type { ModelId } from "../protocol/ids.ts";
import { toFields } from "../protocol/json.ts";
import { createKeptList } from "./kept-list.ts";

/** Raise it with every change of the cases or of what they are asked with: trials of different versions do not compare. */
export const TRIAL_VERSION = 1;

/** How far the trial of a model is. An imported model's id holds the hash of its file, so that a trial is of that file. */
export interface TrialRecord {
  readonly modelId: ModelId;
  readonly version: number;
  readonly native: PolicyTally;
  readonly staged: PolicyTally;
  /** Time that the model was busy with it. */
  readonly computedMs: number;
  /** True once nothing more is asked. */
  readonly isOver: boolean;
}

/** Stores trials on this device. Exports leave them out, as they do eval scores. */
export type TrialStore = ReturnType<typeof createTrialStore>;

const FILE = "policy-trials.json";

export function toEmptyTrial(modelId: ModelId): TrialRecord {
  const none = { passed: 0, of: 0 };
  return { modelId, version: TRIAL_VERSION, native: none, staged: none, computedMs: 0, isOver: false };
}

/** Trials in a list of `createKeptList`. */
export function createTrialStore(storage: Pick<StorageManager, "getDirectory">) {
  const list = createKeptList(storage, FILE, isTrialRecord);
  return {
    /** A trial of this version that nothing was asked in. */
    toEmpty: toEmptyTrial,
    /** The trial of a model; null where there is none of this version. */
    read: async (modelId: ModelId): Promise<TrialRecord | null> =>
      (await list.read()).find((each) => each.modelId === modelId) ?? null,
    put: async (record: TrialRecord): Promise<void> => {
      const others = (await list.read()).filter(({ modelId }) => modelId !== record.modelId);
      await list.write([...others, record]);
    },
  };
}

function isTrialRecord(value: unknown): value is TrialRecord {
  const { modelId, version, native, staged, computedMs, isOver } = toFields(value);
  const isHead = typeof modelId === "string" && version === TRIAL_VERSION && typeof isOver === "boolean";
  return isHead && typeof computedMs === "number" && isTally(native) && isTally(staged);
}

function isTally(value: unknown): value is PolicyTally {
  const { passed, of } = toFields(value);
  return typeof passed === "number" && typeof of === "number" && passed <= of;
}
