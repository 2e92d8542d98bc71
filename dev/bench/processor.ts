import { existsSync, readFileSync } from "node:fs";
import { type LlamaModel, openLlamaModel } from "../../e2e/harness/llama-model.ts";
import { findAtHand, toPath } from "./models/at-hand.ts";
import { readOption } from "./models/model-choice.ts";
import { openBenchPage } from "./open-page.ts";
import type { MeasuredFile, MeasureTask, ProcessorRates } from "./processor-page.ts";
import { readMachine } from "./report/machine.ts";
import { toMedian } from "./report/median.ts";
import { mergeStarterFile } from "./starter/merge-starter-file.ts";

const PAGE = "/dev/bench/processor-page.ts";
/** Models at hand, each with the form that its weights have. */
const FILES: readonly (MeasuredFile & { readonly title: string })[] = [
  { ...findAtHand("starter"), title: "starter, Q4_1", merged: false },
  { ...findAtHand("starter"), title: "starter with its adapter, Q8_0" },
  { ...findAtHand("0.5b"), title: "0.5B, Q4_K_M" },
  { ...findAtHand("1.5b"), title: "1.5B, Q4_K_M" },
];
const CONTESTANTS = ["native", "plain", "ours"] as const;
const CONTEXT_TOKENS = 2048;
const BATCH_TOKENS = 128;
const NEW_TOKENS = 32;
const SHEEP = "The quick brown fox jumps over the lazy dog while the farmer counts his sheep. ".repeat(6);

/**
 * How far an engine in a browser is from the processor: each model at hand in llama.cpp itself, native on this machine, in
 * wllama as its package has it, and in wllama with our matrix products; on as many threads, in steps of as many tokens, in
 * turns. Options: `--rounds=3`, `--threads=1`, `--positions=0` next tokens of a text compared between both of wllama's,
 * `--only=PART` of a title, `--json`.
 */
export async function benchProcessor(options: readonly string[]): Promise<void> {
  const rounds = Number(readOption(options, "rounds") ?? 3);
  const threads = Number(readOption(options, "threads") ?? 1);
  const positions = Number(readOption(options, "positions") ?? 0);
  const task: MeasureTask = { threads, batchTokens: BATCH_TOKENS, contextTokens: CONTEXT_TOKENS };
  const text = readFileSync(new URL("./agreement-text.txt", import.meta.url), "utf8");
  const { page, close } = await openBenchPage();
  const lines = [];
  try {
    for (const file of FILES) {
      if (!file.title.includes(readOption(options, "only") ?? "") || !existsSync(toPath(file))) continue;
      const native = await openNative(file, task);
      await page.evaluate(async (asked) => (await import(asked.page)).loadFile(asked.file, asked.task), {
        ...{ page: PAGE, file, task },
      });
      const rates = { native: [], plain: [], ours: [] } as Record<(typeof CONTESTANTS)[number], ProcessorRates[]>;
      for (let round = 0; round < rounds; round += 1) {
        const prompt = `${round} ${SHEEP}`;
        rates.native.push(await measureNative(native, prompt));
        for (const name of ["plain", "ours"] as const) {
          const asked = { page: PAGE, name, prompt, tokens: NEW_TOKENS };
          rates[name].push(
            await page.evaluate(
              async (each) => (await import(each.page)).measureBinary(each.name, each.prompt, each.tokens),
              asked,
            ),
          );
        }
      }
      await native.close();
      const agreed: number | undefined =
        positions === 0
          ? undefined
          : await page.evaluate(
              async (asked) => (await import(asked.page)).compareTokens(asked.text, asked.positions),
              {
                ...{ page: PAGE, text, positions },
              },
            );
      await page.evaluate(async (asked) => (await import(asked)).unloadFile(), PAGE);
      lines.push(toLine(file.title, rates, agreed));
      if (!options.includes("--json")) console.log(JSON.stringify(lines.at(-1)));
    }
    const figures = { bench: "processor", machine: readMachine(), rounds, threads, positions, lines };
    if (options.includes("--json")) console.log(JSON.stringify(figures));
  } finally {
    await close();
  }
}

async function openNative({ path, merged }: MeasuredFile, { threads, batchTokens }: MeasureTask): Promise<LlamaModel> {
  const base = toPath({ path });
  const model = await openLlamaModel(merged ? await mergeStarterFile(base) : base, CONTEXT_TOKENS, {
    threads,
    batchTokens,
  });
  if (typeof model === "string") throw new Error(model);
  return model;
}

async function measureNative(model: LlamaModel, prompt: string): Promise<ProcessorRates> {
  const request = { prompt, maxTokens: NEW_TOKENS, temperature: 0, stop: [], signal: new AbortController().signal };
  for await (const event of model.generate(request)) {
    if (event.type !== "end") continue;
    const { computed, promptMs, completion, completionMs } = event;
    return { read: (computed * 1000) / promptMs, written: (completion * 1000) / completionMs };
  }
  throw new Error("llama.cpp wrote nothing");
}

/** Medians in tokens a second, and the medians of each round's shares of another contestant's rate. */
function toLine(
  model: string,
  rates: Record<(typeof CONTESTANTS)[number], ProcessorRates[]>,
  agreed: number | undefined,
) {
  const middle = (of: keyof ProcessorRates): readonly number[] =>
    CONTESTANTS.map((name) => round(toMedian(rates[name].map((each) => each[of]))));
  const share = (of: keyof ProcessorRates, name: "native" | "plain"): number =>
    round(toMedian(rates.ours.map((each, index) => each[of] / (rates[name][index]?.[of] ?? Number.NaN))));
  return {
    model,
    read: middle("read"),
    readTimes: share("read", "plain"),
    readShare: share("read", "native"),
    written: middle("written"),
    writtenTimes: share("written", "plain"),
    writtenShare: share("written", "native"),
    ...(agreed === undefined ? {} : { agreed }),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
