import type { Clock } from "../agent/ports/run-deps.ts";
import { createAwakeTime } from "./awake-time.ts";

/** The platform's clock and timers. Time asleep does not count. */
export const platformClock: Clock = {
  now: createAwakeTime(
    () => performance.now(),
    (everyMs, callback) => {
      const timer: unknown = setInterval(callback, everyMs);
      // In Node the timer would keep the process alive.
      if (typeof timer === "object" && timer !== null && "unref" in timer && typeof timer.unref === "function")
        timer.unref();
    },
  ),
  wallNow: () => Date.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const finish = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", finish);
        resolve();
      };
      const timer = setTimeout(finish, milliseconds);
      signal.addEventListener("abort", finish, { once: true });
    }),
};
