import type { Clock } from "../worker/agent/ports/run-deps.ts";

/** A clock that stands still but for `advance`, and for waits while nothing else is left to do. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

/**
 * Time for tests: a wait ends when `advance` has gone past it or its signal fires. With `auto`, time jumps to the next
 * wait's end whenever the event loop has come to rest.
 */
export function createTestClock(options: { readonly auto?: boolean } = {}): TestClock {
  let now = 0;
  const waits = new Set<{ readonly until: number; readonly end: () => void }>();
  const advance = (milliseconds: number): void => {
    now += milliseconds;
    for (const wait of [...waits].sort((left, right) => left.until - right.until)) if (wait.until <= now) wait.end();
  };
  return {
    now: () => now,
    wallNow: () => 1_700_000_000_000 + now,
    advance,
    wait: (milliseconds: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const wait = {
          until: now + milliseconds,
          end: (): void => {
            waits.delete(wait);
            signal.removeEventListener("abort", wait.end);
            resolve();
          },
        };
        if (signal.aborted) {
          resolve();
          return;
        }
        waits.add(wait);
        signal.addEventListener("abort", wait.end, { once: true });
        if (options.auto === true) {
          setTimeout(() => {
            if (waits.has(wait)) advance(wait.until - now);
          }, 2);
        }
      }),
  };
}
