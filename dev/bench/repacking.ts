import { readFileSync } from "node:fs";
import { openBenchPage } from "./open-page.ts";
import type { Rates, RepackAgreement, VariantRates } from "./repacking-page.ts";

const PAGE = "/dev/bench/repacking-page.ts";

/**
 * Compares the starter on the processor before and after repacking, in turns, in one run: medians of reading and writing
 * and their factors, and with `--positions=500` the next tokens of both. Options: `--rounds=5`, `--threads=1` for all
 * variants alike, `--json`.
 */
export async function benchRepacking(options: readonly string[]): Promise<void> {
  const read = (name: string): string | undefined =>
    options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3);
  const task = { path: PAGE, rounds: Number(read("rounds") ?? 3), threads: Number(read("threads") ?? 0) || null };
  const { page, close } = await openBenchPage();
  try {
    const session = await page.context().browser()?.newBrowserCDPSession();
    await page.exposeFunction("readPageSeconds", async () => {
      const { processInfo = [] } = (await session?.send("SystemInfo.getProcessInfo")) ?? {};
      return processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    });
    const lines: readonly VariantRates[] = await page.evaluate(
      async ({ path, rounds, threads }) => (await import(path)).compareRepacking(rounds, threads),
      task,
    );
    const [before] = lines;
    const isQuiet = options.includes("--json");
    for (const line of isQuiet ? [] : lines) console.log(toText(line, before ?? line));
    const positions = Number(read("positions") ?? 0);
    const text = readFileSync(new URL("./agreement-text.txt", import.meta.url), "utf8");
    const agreement: RepackAgreement | undefined =
      positions === 0
        ? undefined
        : await page.evaluate(async (asked) => (await import(asked.path)).compareTokens(asked.text, asked.positions), {
            ...{ path: PAGE, text, positions },
          });
    if (isQuiet) console.log(JSON.stringify({ bench: "repacking", lines, agreement }));
    else if (agreement !== undefined) {
      console.log(`${agreement.agreed} of ${positions} next tokens agree`);
      for (const difference of agreement.differences) console.log(`  ${JSON.stringify(difference)}`);
    }
  } finally {
    await close();
  }
}

function toText({ variant, threads, loadSeconds, clock, processor }: VariantRates, before: VariantRates): string {
  const told = `${`starter ${variant}`.padEnd(19)} (${threads} threads, loaded in ${loadSeconds.toFixed(1)} s)`;
  return [
    told,
    `  by the clock          ${toRates(clock, before.clock)}`,
    `  by processor time     ${toRates(processor, before.processor)}`,
  ].join("\n");
}

function toRates(rates: Rates, before: Rates): string {
  const [reading, writing] = [toMedian(rates.read), toMedian(rates.written)];
  const factors = `${(reading / toMedian(before.read)).toFixed(2)} and ${(writing / toMedian(before.written)).toFixed(2)}`;
  return (
    `read ${reading.toFixed(1).padStart(5)} and wrote ${writing.toFixed(1).padStart(5)} tokens a second, ` +
    `${factors} times as fast as before`
  );
}

function toMedian(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
