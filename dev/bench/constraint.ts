import type { LockedFigures } from "./constraint-page.ts";
import { openBenchPage } from "./open-page.ts";
import { readMachine } from "./report/machine.ts";
import { toMedian } from "./report/median.ts";

const PAGE = "/dev/bench/constraint-page.ts";

const ROUNDS = 6;

/**
 * What locking a call to the grammar of five tools costs a token in wllama, the first time and after it; in turns with the
 * same unlocked. Options: `--json`.
 */
export async function benchConstraint(options: readonly string[]): Promise<void> {
  const { page, close } = await openBenchPage();
  const figures: LockedFigures = await page
    .evaluate(async (asked) => (await import(asked.path)).compareLocked(asked.rounds), { path: PAGE, rounds: ROUNDS })
    .finally(close);
  const { first, locked, free, text } = figures;
  const share = toMedian(locked.map((each, round) => each / (free[round] ?? Number.NaN))) - 1;
  const line = { engine: "wllama", rounds: ROUNDS, first, warm: toMedian(locked), free: toMedian(free), share, text };
  const summary = { bench: "constraint", machine: readMachine(), lines: [line] };
  console.log(options.includes("--json") ? JSON.stringify(summary) : JSON.stringify(summary, null, 2));
}
