import type { DecodeRates } from "./decode-page.ts";
import { openBenchPage } from "./open-page.ts";
import { readMachine } from "./report/machine.ts";
import { toMedian } from "./report/median.ts";

const PAGE = "/dev/bench/decode-page.ts";

/**
 * How fast the starter writes through our worker, loop and events, beside wllama called as it is, in a worker and in the
 * page, with the page idle and kept 80 % busy; in turns.
 * Options: `--rounds=4`, `--threads=1`, `--json`.
 */
export async function benchDecode(options: readonly string[]): Promise<void> {
  const read = (name: string): string | undefined =>
    options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3);
  const rounds = Number(read("rounds") ?? 4);
  // A core for the page, which is kept busy.
  const threads = Number(read("threads") ?? 1);
  const { page, close } = await openBenchPage();
  try {
    await page.evaluate(async (asked) => (await import(asked.path)).load(asked.threads), { path: PAGE, threads });
    const rates: DecodeRates = await page.evaluate(
      async (asked) => (await import(asked.path)).compareDecoding(asked.rounds),
      { path: PAGE, rounds },
    );
    const ratio = (of: keyof DecodeRates, to: keyof DecodeRates): number =>
      toMedian(rates[of].map((rate, round) => rate / (rates[to][round] ?? Number.NaN)));
    const summary = {
      bench: "decode",
      machine: readMachine(),
      rounds,
      threads,
      rates: Object.fromEntries(Object.entries(rates).map(([name, each]) => [name, toMedian(each)])),
      toRaw: ratio("idle ours", "idle raw in worker"),
      busyToPage: ratio("busy ours", "busy raw in page"),
    };
    console.log(options.includes("--json") ? JSON.stringify(summary) : JSON.stringify(summary, null, 2));
  } finally {
    await close();
  }
}
