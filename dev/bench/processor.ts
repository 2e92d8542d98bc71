import { existsSync, mkdtempSync, openAsBlob, rmSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LlamaModel, openLlamaModel } from "../../e2e/harness/llama-model.ts";
import { STARTER_FILE } from "../../worker/engines/catalog/starter-model.ts";
import { readSlices } from "../../worker/engines/files/store-file.ts";
import { repackTo } from "../../worker/engines/gguf/repack-gguf.ts";
import { ROOT } from "../scripts/build-app.ts";
import { openBenchPage } from "./open-page.ts";
import type { FormatName, ProcessorRates } from "./processor-page.ts";
import { readMachine } from "./report/machine.ts";
import { toMedian } from "./report/median.ts";
import { mergeStarterFile } from "./starter/merge-starter-file.ts";

const PAGE = "/dev/bench/processor-page.ts";
const FORMATS: readonly FormatName[] = ["Q4_1", "Q5_1", "Q8_0"];
const CONTEXT_TOKENS = 2048;
const BATCH_TOKENS = 128;
const NEW_TOKENS = 32;
const SHEEP = "The quick brown fox jumps over the lazy dog while the farmer counts his sheep. ".repeat(12);

/**
 * The bound of an engine in a browser: the starter in llama.cpp itself, native on this machine, beside the same weights in
 * wllama, for each format of theirs; on as many threads, in steps of as many tokens, in turns. Options: `--rounds=3`,
 * `--threads=1`, `--json`.
 */
export async function benchProcessor(options: readonly string[]): Promise<void> {
  const read = (name: string): string | undefined =>
    options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3);
  const [rounds, threads] = [Number(read("rounds") ?? 3), Number(read("threads") ?? 1)];
  const folder = mkdtempSync(join(tmpdir(), "alcove-formats-"));
  const { page, close } = await openBenchPage();
  const natives = new Map<FormatName, LlamaModel>();
  try {
    const rates = new Map<FormatName, { native: ProcessorRates[]; browser: ProcessorRates[] }>();
    for (const format of FORMATS) {
      const model = await openLlamaModel(await toFile(format, folder), CONTEXT_TOKENS, {
        threads,
        batchTokens: BATCH_TOKENS,
      });
      if (typeof model === "string") throw new Error(model);
      natives.set(format, model);
      await page.evaluate(
        async (asked) => (await import(asked.path)).loadFormat(asked.format, asked.threads, asked.batch),
        {
          ...{ path: PAGE, format, threads, batch: BATCH_TOKENS },
        },
      );
      rates.set(format, { native: [], browser: [] });
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const [format, native] of natives) {
        const prompt = `${round} ${format} ${SHEEP}`;
        rates.get(format)?.native.push(await measureNative(native, prompt));
        rates
          .get(format)
          ?.browser.push(
            await page.evaluate(
              async (asked) => (await import(asked.path)).measureFormat(asked.format, asked.prompt, asked.tokens),
              { path: PAGE, format, prompt, tokens: NEW_TOKENS },
            ),
          );
      }
    }
    const lines = [...rates].map(([format, each]) => toLine(format, each));
    if (options.includes("--json")) {
      console.log(JSON.stringify({ bench: "processor", machine: readMachine(), rounds, threads, lines }));
    } else console.table(lines);
  } finally {
    for (const model of natives.values()) await model.close();
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function toFile(format: FormatName, folder: string): Promise<string> {
  const base = join(ROOT, `.${STARTER_FILE.path}`);
  if (!existsSync(base)) throw new Error(`${base} is not here: run \`npm run model:fetch\`.`);
  if (format === "Q4_1") return base;
  if (format === "Q8_0") return mergeStarterFile(base);
  const repacked = await repackTo("fastest", await openAsBlob(base));
  if (repacked === null) throw new Error("the starter has nothing to repack");
  const path = join(folder, "repacked.gguf");
  await readSlices(repacked, (slice) => appendFile(path, slice));
  return path;
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

/** Medians in tokens a second, and the medians of each round's shares. */
function toLine(format: FormatName, { native, browser }: { native: ProcessorRates[]; browser: ProcessorRates[] }) {
  const middle = (rates: readonly ProcessorRates[], of: keyof ProcessorRates): number =>
    round(toMedian(rates.map((each) => each[of])));
  const share = (of: keyof ProcessorRates): number =>
    round(toMedian(browser.map((each, index) => each[of] / (native[index]?.[of] ?? Number.NaN))));
  return {
    format,
    nativeRead: middle(native, "read"),
    browserRead: middle(browser, "read"),
    readShare: share("read"),
    nativeWritten: middle(native, "written"),
    browserWritten: middle(browser, "written"),
    writtenShare: share("written"),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
