import type { Clock } from "../agent/ports/run-deps.ts";
import { createAwakeTime } from "./awake-time.ts";
import { raceTime } from "./race-abort.ts";

/** The platform's clock and timers. Time asleep does not count. */
export const platformClock: Clock = {
  now: createAwakeTime(
    () => performance.now(),
    (everyMs, callback) => {
      // In Node the timer would keep the process alive.
      (setInterval(callback, everyMs) as unknown as { unref?(): void }).unref?.();
    },
  ),
  wallNow: () => Date.now(),
  wait: async (milliseconds, signal) => {
    await raceTime(new Promise<void>(() => undefined), { milliseconds, late: () => undefined, signal });
  },
};
