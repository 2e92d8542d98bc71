import { type RunId, toRunLock } from "../protocol/ids.ts";

/** Which runs the workers of this origin are working on. */
export type LiveRuns = ReturnType<typeof createLockedRuns>;

/**
 * Live runs as Web Locks: a lock is released within milliseconds when its worker ends for any reason
 * (https://w3c.github.io/web-locks/). If locks are refused, no run counts as alive.
 */
export function createLockedRuns(locks: LockManager) {
  return {
    hold: (runId: RunId, until: Promise<void>): void => {
      locks.request(toRunLock(runId), () => until).catch(() => undefined);
    },
    isAlive: async (runId: RunId): Promise<boolean> => {
      try {
        const { held = [] } = await locks.query();
        return held.some((lock) => lock.name === toRunLock(runId));
      } catch {
        return false;
      }
    },
  };
}
