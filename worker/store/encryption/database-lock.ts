import { createDeferred } from "../../platform/deferred.ts";

/** The part of the browser's lock manager that is used here. */
export interface Locks {
  request(
    name: string,
    options: { readonly mode: "shared" | "exclusive"; readonly signal?: AbortSignal },
    hold: () => Promise<void>,
  ): Promise<unknown>;
}

const LOCK = "alcove-database";
/** The worker of a tab that was closed lives on for a moment, and longer on a busy device. */
const PATIENCE_MS = 3_000;

/**
 * Tells the tabs that have the database open from one that wants it for itself. Without locks in the browser, a tab counts
 * as the only one.
 */
export function createDatabaseLock(locks: Locks | undefined, patienceMs: number = PATIENCE_MS) {
  let letGo = async (): Promise<void> => undefined;

  /** Waits while another tab is moving the database; then counts as a tab that has it open. */
  async function hold(): Promise<void> {
    if (locks === undefined) return;
    const held = createDeferred();
    const ended = locks.request(LOCK, { mode: "shared" }, () => {
      const release = createDeferred();
      letGo = async () => {
        release.resolve();
        await ended;
      };
      held.resolve();
      return release.promise;
    });
    await Promise.race([held.promise, ended]);
  }

  return {
    hold,
    /** Runs the work if no other tab has the database open, or has just been closed; answers whether it did. */
    async runAlone(work: () => Promise<void>): Promise<boolean> {
      if (locks === undefined) {
        await work();
        return true;
      }
      await letGo();
      let isAlone = false;
      const signal = AbortSignal.timeout(patienceMs);
      try {
        await locks.request(LOCK, { mode: "exclusive", signal }, async () => {
          isAlone = true;
          await work();
        });
      } catch (error) {
        if (isAlone || !signal.aborted) throw error;
      } finally {
        await hold();
      }
      return isAlone;
    },
  };
}
