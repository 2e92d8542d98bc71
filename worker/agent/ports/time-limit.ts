import type { Clock } from "./run-deps.ts";

/** How long foreign work may take, and the signal that stops it earlier. */
export interface TimeLimit {
  readonly clock: Clock;
  readonly milliseconds: number;
  readonly signal: AbortSignal;
  /** Milliseconds so far that do not count, such as those that the user took to answer. */
  excused?(): number;
}

/** How limited work ended. */
export type Limited<Value> =
  | { readonly type: "done"; readonly value: Value }
  | { readonly type: "timed-out" }
  | { readonly type: "cancelled" };

/** The longest delay of the platform's timers (a signed 32-bit number of milliseconds). */
const MAX_WAIT = 2_147_483_647;

/**
 * Runs foreign work until it is done, its time is up, or the signal fires; in the latter cases the work's own signal
 * fires, and later results are discarded. Work that blocks the thread cannot be interrupted, but counts as timed out if
 * it returns too late. Rejects only with what the work itself throws in time.
 */
export async function runWithin<Value>(
  limit: TimeLimit,
  work: (signal: AbortSignal) => Value | Promise<Value>,
): Promise<Limited<Awaited<Value>>> {
  const { clock, milliseconds, signal, excused = () => 0 } = limit;
  if (signal.aborted) return { type: "cancelled" };
  if (milliseconds <= 0) return { type: "timed-out" };
  const startedAt = clock.now();
  const controller = new AbortController();
  const timer = new AbortController();
  let stop: () => void = () => undefined;
  const wait = async (time: number): Promise<void> => {
    const before = excused();
    await clock.wait(Math.min(time, MAX_WAIT), timer.signal);
    const more = excused() - before;
    if (more > 0 && !timer.signal.aborted) await wait(more);
  };
  try {
    const first = await new Promise<Limited<Awaited<Value>>>((resolve, reject) => {
      stop = () => {
        controller.abort();
        resolve({ type: "cancelled" });
      };
      signal.addEventListener("abort", stop, { once: true });
      void wait(milliseconds).then(() => resolve({ type: "timed-out" }));
      // Work that throws at once rejects like any other.
      const working = async (): Promise<Awaited<Value>> => await work(controller.signal);
      working().then((value) => resolve({ type: "done", value }), reject);
    });
    const late = first.type === "done" && clock.now() - startedAt - excused() >= milliseconds;
    if (late || first.type !== "done") controller.abort();
    return late ? { type: "timed-out" } : first;
  } finally {
    timer.abort(DONE);
    signal.removeEventListener("abort", stop);
  }
}

/** Named, as the platform would otherwise build an error with its stack for each timer that is no longer needed. */
const DONE = "done";
