import type { LockedFigures } from "./constraint-page.ts";
import { openBenchPage } from "./open-page.ts";
import { readMachine } from "./report/machine.ts";
import { toMedian } from "./report/median.ts";

const PAGE = "/dev/bench/constraint-page.ts";

/** Rounds of each engine; a round of WebLLM takes half a minute where the processor plays the GPU. */
const ENGINES = [
  ["wllama", 6],
  ["webllm", 3],
] as const;

/**
 * What locking a call to the grammar of five tools costs a token, the first time and after it, in both engines; in turns with
 * the same unlocked. Options: `--only=wllama`, `--json`.
 */
export async function benchConstraint(options: readonly string[]): Promise<void> {
  const only = options.find((option) => option.startsWith("--only="))?.slice(7);
  const lines: unknown[] = [];
  for (const [engine, rounds] of ENGINES) {
    if (only !== undefined && only !== engine) continue;
    // A browser each: none waits for what another left behind.
    const { page, close } = await openBenchPage();
    try {
      const { first, locked, free, text }: LockedFigures = await page.evaluate(
        async (asked) => (await import(asked.path)).compareLocked(asked.engine, asked.rounds),
        { path: PAGE, engine, rounds },
      );
      const share = toMedian(locked.map((each, round) => each / (free[round] ?? Number.NaN))) - 1;
      lines.push({ engine, rounds, first, warm: toMedian(locked), free: toMedian(free), share, text });
    } finally {
      await close();
    }
  }
  const summary = { bench: "constraint", machine: readMachine(), lines };
  console.log(options.includes("--json") ? JSON.stringify(summary) : JSON.stringify(summary, null, 2));
}
