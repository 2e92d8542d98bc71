import type { Clock } from "./agent/run-deps.ts";

/** The platform's clock and timers. */
export const platformClock: Clock = {
  now: () => performance.now(),
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
