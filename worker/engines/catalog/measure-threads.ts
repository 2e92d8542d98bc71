import { resolvesWithin, sleep } from "../../platform/race-abort.ts";
import { createValueCache, DEVICE_CACHE } from "../../platform/value-cache.ts";
import { MAX_THREADS } from "./choose-engine.ts";

/** Steps a second with so many threads. */
export interface ThreadRate {
  readonly threads: number;
  readonly rate: number;
}

/**
 * Each number of threads is measured in as many rounds, in turns, and the middle one counts: one moment that was busy decides
 * nothing, and a machine that stays busy does, where threads that wait for each other cost more than they bring.
 */
const ROUNDS = 3;
const ROUND_MS = 100;
const START_TIMEOUT_MS = 3_000;
/** Fewer threads within this factor of the fastest are better: they leave a core to the page. */
const TOLERANCE = 0.92;
/** A measurement may have met a busy moment, so it is repeated: after a day if it found fewer threads than there are cores. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;
const MAX_AGE_OF_FEW_MS = 24 * 3_600_000;
/** When the app has started and what a question follows is read, usually; and twice more, should a question be answered then. */
const LATER_MS = [16_000, 60_000, 180_000] as const;

/**
 * Computes as llama.cpp's threads do: each step is divided among the threads, which wait for each other in a busy loop.
 * `shared` holds the threads that arrived, the phase, the steps so far and whether time is up.
 */
const WORKER_CODE = `
const values = new Float32Array(4096).fill(0.5);
let sum = 0;
onmessage = ({ data: { shared, threads, length, roundMs } }) => {
  const begin = performance.now();
  while (Atomics.load(shared, 3) === 0) {
    for (let at = 0; at < length; at += 1) sum = sum * 0.5 + values[at & 4095] * values[(at * 7) & 4095];
    const phase = Atomics.load(shared, 1);
    if (Atomics.add(shared, 0, 1) === threads - 1) {
      if (performance.now() - begin > roundMs) Atomics.store(shared, 3, 1);
      Atomics.add(shared, 2, 1);
      Atomics.store(shared, 0, 0);
      Atomics.add(shared, 1, 1);
    } else while (Atomics.load(shared, 1) === phase) {}
  }
  postMessage({ seconds: (performance.now() - begin) / 1000, sum });
};
postMessage("ready");
`;
/** Multiplications of one step: about the work of one matrix product of a small model. */
const STEP_LENGTH = 200_000;

/** The thread counts measured on this device, kept in a cache that may be dropped. */
export function createThreadMeasurement(
  scope: Pick<typeof globalThis, "navigator" | "crossOriginIsolated" | "caches">,
  { measureRates, wait } = { measureRates: measureRatesHere, wait: sleep },
) {
  const cores = scope.navigator.hardwareConcurrency || 1;
  const most = Math.min(MAX_THREADS, cores);
  const canMeasure = scope.crossOriginIsolated && cores > 1;
  const url = `https://alcove.invalid/threads/${cores}`;
  const cache = createValueCache(scope, DEVICE_CACHE);
  /** The best number of threads; null when it was not measured or could not be. */
  const read = async (): Promise<number | null> => {
    if (!canMeasure) return null;
    const stored = (await cache.read(url)) ?? {};
    const { threads, measuredAt } = stored as { readonly threads?: unknown; readonly measuredAt?: unknown };
    if (typeof measuredAt !== "number" || typeof threads !== "number") return null;
    const maxAgeMs = threads < most ? MAX_AGE_OF_FEW_MS : MAX_AGE_MS;
    return Date.now() - measuredAt < maxAgeMs ? threads : null;
  };
  const measureNow = async (least: number): Promise<number | null> => {
    const threads = chooseFastest(await measureRates(listCandidates(cores)));
    if (threads === null || threads < least) return null;
    await cache.write(url, { threads, measuredAt: Date.now() });
    return threads;
  };
  let foundFew = false;
  return {
    read,
    /** Measures for about a second unless a recent measurement is stored. */
    measure: async (): Promise<number | null> => {
      const known = await read();
      if (known !== null || !canMeasure) return known;
      const threads = await measureNow(1);
      foundFew = threads !== null && threads < most;
      return threads;
    },
    /**
     * Where `measure` has just found fewer threads than there are cores: measures again after a while, for the next load,
     * until it finds more. The app's own start may have been what kept the cores busy. Never rejects.
     */
    measureLater: async (): Promise<void> => {
      if (!foundFew) return;
      foundFew = false;
      for (const milliseconds of LATER_MS) {
        await wait(milliseconds);
        if ((await measureNow(((await read()) ?? 0) + 1)) !== null) return;
      }
    },
  };
}

/** The thread counts worth measuring: all cores, all but one, and half. */
export function listCandidates(cores: number): readonly number[] {
  const counts = [Math.ceil(cores / 2), cores - 1, cores].map((count) => Math.min(MAX_THREADS, Math.max(1, count)));
  return [...new Set(counts)].sort((left, right) => left - right);
}

/** The smallest number of threads whose middle rate is about the fastest; null without rates. */
export function chooseFastest(measured: readonly ThreadRate[]): number | null {
  const rates = [...new Set(measured.map(({ threads }) => threads))].map((threads) => {
    const own = measured.filter((each) => each.threads === threads).map(({ rate }) => rate);
    return { threads, rate: own.sort((left, right) => left - right)[Math.floor(own.length / 2)] ?? 0 };
  });
  const fastest = Math.max(...rates.map(({ rate }) => rate));
  const good = rates.filter(({ rate }) => rate >= fastest * TOLERANCE);
  return good.length === 0 ? null : Math.min(...good.map(({ threads }) => threads));
}

/** Runs the steps with each number of threads. Empty when the browser does not start the workers in time. */
async function measureRatesHere(candidates: readonly number[]): Promise<readonly ThreadRate[]> {
  const url = URL.createObjectURL(new Blob([WORKER_CODE], { type: "text/javascript" }));
  const workers = Array.from({ length: Math.max(...candidates) }, () => new Worker(url));
  try {
    const started = Promise.all(workers.map(nextMessage));
    if (!(await resolvesWithin(started, START_TIMEOUT_MS))) return [];
    const rates: ThreadRate[] = [];
    for (const threads of Array.from({ length: ROUNDS }, () => candidates).flat()) {
      const shared = new Int32Array(new SharedArrayBuffer(16));
      const taking = workers.slice(0, threads);
      const ended = Promise.all(taking.map(nextMessage));
      const length = Math.ceil(STEP_LENGTH / threads);
      for (const worker of taking) worker.postMessage({ shared, threads, length, roundMs: ROUND_MS });
      if (!(await resolvesWithin(ended, START_TIMEOUT_MS))) return [];
      const seconds = Math.max(...(await ended).map(({ data }) => (data as { readonly seconds: number }).seconds));
      rates.push({ threads, rate: Atomics.load(shared, 2) / seconds });
    }
    return rates;
  } catch {
    return [];
  } finally {
    for (const worker of workers) worker.terminate();
    URL.revokeObjectURL(url);
  }
}

function nextMessage(worker: Worker): Promise<MessageEvent> {
  return new Promise((resolve, reject) => {
    worker.addEventListener("message", resolve, { once: true });
    worker.addEventListener("error", reject, { once: true });
  });
}
