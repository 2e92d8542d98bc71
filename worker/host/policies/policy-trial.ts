import type { ModelClient } from "../../agent/ports/model-client.ts";
import type { TrialRecord, TrialStore } from "../../evals/trial-store.ts";
import { failed, type Result } from "../../protocol/failure.ts";
import type { ModelId } from "../../protocol/ids.ts";
import type { ModelState } from "../../protocol/model.ts";
import type { HostDeps, PolicyTrials } from "../host-deps.ts";
import { isConclusive } from "./choose-policy.ts";
import { inPieces } from "./in-pieces.ts";

/** How often it is looked whether the model has nothing to do; a trial goes on after two such looks in a row. */
const LOOK_MS = 2500;
const QUIET_LOOKS = 2;
/** Who has written words this long ago may still be writing: what was read ahead for them is not thrown away. */
const WRITING_MS = 60_000;
/** A trial ends after so much computing, as soon as it decides something, … */
const ENOUGH_MS = 180_000;
/** … and on a device that is too slow even for that, after so much. */
const TOO_MUCH_MS = 600_000;

/** The model's idle time: whether it has any, and work that a question puts an end to. */
export interface IdleModel {
  isQuiet(): boolean;
  setReadAhead(work: { stop(): void; readonly done: Promise<void> }): void;
  endReadAhead(): Promise<void> | null;
}

export interface PolicyTrialDeps extends Pick<HostDeps, "loadPolicyTrials" | "clock" | "newId"> {
  readSession(): Promise<{ readonly state: ModelState; whenReady(): Promise<ModelClient | null> }>;
  /** Whether neither the catalog nor the loaded model says how it is asked, and a trial can tell. */
  isUnknown(model: ModelClient): Promise<boolean>;
  /** Whether the user has chosen how it is asked, so that nothing need be found out. */
  isChosen(modelId: ModelId): boolean;
  readTrial(modelId: ModelId): Promise<TrialRecord | null>;
  keepTrial(record: TrialRecord): Promise<void>;
  readonly trials: Pick<TrialStore, "toEmpty">;
  noteMeasuring(modelId: ModelId, isMeasuring: boolean): Promise<void>;
  /** The model has seen other prompts since the last answer. */
  onModelUsed(model: ModelClient): void;
  readonly runs: IdleModel;
  readonly downloads: { isUnderWay(): boolean };
}

/**
 * Tries a loaded model in the background, as what is read ahead is: it counts as no run, and whoever needs the model ends
 * the case under way at once, to be asked again later.
 */
export function createPolicyTrial(deps: PolicyTrialDeps) {
  const { clock, downloads, runs } = deps;
  const never = new AbortController().signal;
  let writtenAt = Number.NEGATIVE_INFINITY;
  /** Counts the loads and wishes for a trial: only the newest one is followed. */
  let newest = 0;

  async function readClient(): Promise<ModelClient | null> {
    const session = await deps.readSession();
    return session.state.type === "ready" ? await session.whenReady() : null;
  }

  function isIdle(): boolean {
    return runs.isQuiet() && !downloads.isUnderWay() && clock.now() - writtenAt > WRITING_MS;
  }

  async function askInBackground(client: ModelClient, given: PolicyTrials): Promise<boolean> {
    const { modelId } = client.info;
    const stopped = new AbortController();
    deps.onModelUsed(client);
    const asking = ask(deps, client, { ...given, signal: stopped.signal }).catch(() => true);
    runs.setReadAhead({ stop: () => stopped.abort(), done: asking.then(() => undefined) });
    await deps.noteMeasuring(modelId, true);
    const isOver = await asking;
    await deps.noteMeasuring(modelId, false);
    return isOver;
  }

  /** Waits until nobody needs the model and tries it, again and again until the trial is over or the model is gone. */
  async function follow(client: ModelClient, isAsked: boolean): Promise<void> {
    newest += 1;
    const own = newest;
    let quietLooks = isAsked ? QUIET_LOOKS : 0;
    for (;;) {
      if (own !== newest || (await readClient()) !== client) return;
      if (!isAsked && deps.isChosen(client.info.modelId)) return;
      const given = quietLooks < QUIET_LOOKS ? null : await deps.loadPolicyTrials();
      if (given !== null && own === newest && isIdle() && (await askInBackground(client, given))) return;
      await clock.wait(LOOK_MS, never);
      quietLooks = isIdle() ? Math.min(QUIET_LOOKS, quietLooks + 1) : 0;
    }
  }

  async function beginAfterLoad(): Promise<void> {
    const client = await readClient();
    if (client === null || !(await deps.isUnknown(client))) return;
    if ((await deps.readTrial(client.info.modelId))?.isOver !== true) await follow(client, false);
  }

  return {
    /** A model has been loaded: it is tried once nobody needs it, unless that was done or something is known of it. */
    noteReady: (): void => {
      // Nobody waits for it.
      beginAfterLoad().catch(() => undefined);
    },
    /** The user is writing a question. */
    noteWriting: (): void => {
      writtenAt = clock.now();
    },
    /** Tries the loaded model anew. Returns as soon as that has begun. */
    measure: async (): Promise<Result<null>> => {
      const client = await readClient();
      if (client === null || !(await deps.isUnknown(client))) return failed("no-model");
      // Ends a trial under way.
      newest += 1;
      await runs.endReadAhead();
      await deps.keepTrial(deps.trials.toEmpty(client.info.modelId));
      writtenAt = Number.NEGATIVE_INFINITY;
      follow(client, true).catch(() => undefined);
      return { ok: true, value: null };
    },
  };
}

/** Asks one step after the other until it is stopped; resolves with true once nothing is left to ask of this model. */
async function ask(
  { clock, downloads, keepTrial, newId, readTrial, trials }: PolicyTrialDeps,
  client: ModelClient,
  { steps, tryStep, signal }: PolicyTrials & { readonly signal: AbortSignal },
): Promise<boolean> {
  const { modelId } = client.info;
  const model = inPieces(client, () => clock.now());
  let record = (await readTrial(modelId)) ?? trials.toEmpty(modelId);
  while (!signal.aborted && !downloads.isUnderWay()) {
    const step = steps[record.native.of + record.staged.of];
    if (step === undefined || isEnough(record)) {
      await keepTrial({ ...record, isOver: true });
      return true;
    }
    const begin = clock.now();
    const passed = await tryStep(step, { model, clock, newId, signal });
    record = addStep(record, step.policy, passed, clock.now() - begin);
    await keepTrial(record);
    // A fault of the engine is told where a question meets it.
    if (passed === null) return !signal.aborted;
  }
  return false;
}

function isEnough(record: TrialRecord): boolean {
  const { computedMs } = record;
  return computedMs >= TOO_MUCH_MS || (computedMs >= ENOUGH_MS && isConclusive(record));
}

function addStep(
  record: TrialRecord,
  policy: "native" | "staged",
  passed: boolean | null,
  durationMs: number,
): TrialRecord {
  const computedMs = record.computedMs + Math.round(durationMs);
  if (passed === null) return { ...record, computedMs };
  const before = record[policy];
  return { ...record, computedMs, [policy]: { passed: before.passed + Number(passed), of: before.of + 1 } };
}
