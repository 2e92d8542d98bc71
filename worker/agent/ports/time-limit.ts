import type { Clock } from "./run-deps.ts";

/** How long foreign work may take, and the signal that stops it earlier. */
export interface TimeLimit {
  readonly clock: Clock;
  readonly milliseconds: number;
  readonly signal: AbortSignal;
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
  const { clock, milliseconds, signal } = limit;
  if (signal.aborted) return { type: "cancelled" };
  if (milliseconds <= 0) return { type: "timed-out" };
  const startedAt = clock.now();
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  signal.addEventListener("abort", abort, { once: true });
  const timer = new AbortController();
  const stopped = new Promise<Limited<never>>((resolve) => {
    controller.signal.addEventListener("abort", () => resolve({ type: "cancelled" }), { once: true });
  });
  const done = (async (): Promise<Limited<Awaited<Value>>> => ({
    type: "done",
    value: await work(controller.signal),
  }))();
  const timedOut = clock
    .wait(Math.min(milliseconds, MAX_WAIT), timer.signal)
    .then((): Limited<never> => ({ type: "timed-out" }));
  try {
    const first = await Promise.race([done, timedOut, stopped]);
    const late = first.type === "done" && clock.now() - startedAt >= milliseconds;
    if (late || first.type !== "done") controller.abort();
    return late ? { type: "timed-out" } : first;
  } finally {
    timer.abort();
    signal.removeEventListener("abort", abort);
  }
}
