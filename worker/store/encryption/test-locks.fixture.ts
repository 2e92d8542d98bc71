import type { Locks } from "./database-lock.ts";

/** Web Locks in as far as they are used here: many may share one, or one has it alone. */
export function createTestLocks(): Locks {
  let shared = 0;
  let waiting: (() => void)[] = [];
  return {
    async request(_name, { mode, signal }, hold) {
      if (mode === "exclusive") {
        while (shared > 0) await waitForRelease(signal);
        return hold();
      }
      shared += 1;
      await hold();
      shared -= 1;
      for (const go of waiting.splice(0)) go();
    },
  };

  function waitForRelease(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting = [...waiting, resolve];
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  }
}
