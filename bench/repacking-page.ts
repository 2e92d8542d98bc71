import { chooseThreads } from "../worker/engines/catalog/choose-engine.ts";
import { probeDevice } from "../worker/engines/catalog/device-facts.ts";
import { createThreadMeasurement } from "../worker/engines/catalog/measure-threads.ts";
import { STARTER_FILE } from "../worker/engines/catalog/starter-model.ts";
import type { SlicedFile } from "../worker/engines/files/store-file.ts";
import { repackTo } from "../worker/engines/gguf/repack-gguf.ts";
import { type LoadedEngine, loadEngine } from "../worker/engines/wllama/wllama-engine.ts";
import { WLLAMA_WASM_URL } from "../worker/engines/wllama/wllama-wasm.ts";

/** A way to run the starter on the processor. */
export type Variant = "before" | "large-steps" | "repacked";

declare global {
  interface Window {
    /** Processor time of the page's process so far, in seconds. */
    readPageSeconds(): Promise<number>;
  }
}

/** Tokens a second of processor time, one number a round: they differ less on a busy machine than those of the clock. */
export interface VariantRates {
  readonly variant: Variant;
  readonly threads: number;
  readonly loadSeconds: number;
  readonly read: readonly number[];
  readonly written: readonly number[];
}

/** The likeliest next token at the borders of words in a text, by the file and by its repacked form. */
export interface RepackAgreement {
  readonly positions: number;
  readonly agreed: number;
  readonly differences: readonly { readonly after: string; readonly file: string; readonly repacked: string }[];
}

const CONTEXT_TOKENS = 2048;
const NEW_TOKENS = 32;
/** What the app did before it repacked: small steps, and a core left free. */
const BATCH_BEFORE = 16;
const signal = new AbortController().signal;

/** Measures the starter as it was run before and repacked, in turns, so that a busy machine slows all alike. */
export async function compareRepacking(rounds: number, threadsOfAll: number | null): Promise<readonly VariantRates[]> {
  const device = await probeDevice(globalThis);
  const measured = (await createThreadMeasurement(globalThis).measure()) ?? chooseThreads(device);
  const file = await fetchStarter();
  const lines: (VariantRates & { readonly read: number[]; readonly written: number[] })[] = [];
  const engines: LoadedEngine[] = [];
  for (const variant of ["before", "large-steps", "repacked"] as const) {
    const threads = threadsOfAll ?? (variant === "before" ? chooseThreads(device) : measured);
    const begin = performance.now();
    const engine = await load(await toVariant(variant, file), threads, variant === "before" ? BATCH_BEFORE : undefined);
    engines.push(engine);
    lines.push({ variant, threads, loadSeconds: (performance.now() - begin) / 1000, read: [], written: [] });
    await run(engine, "Warm up.", 2);
  }
  const sheep = "The quick brown fox jumps over the lazy dog while the farmer counts his sheep. ".repeat(14);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, engine] of engines.entries()) {
      const { read, written } = await measure(engine, `${round} ${sheep}`);
      lines[index]?.read.push(read);
      lines[index]?.written.push(written);
    }
  }
  for (const { wllama } of engines) await wllama.exit();
  return lines;
}

/** Compares the likeliest next token at the first borders of words in a text. */
export async function compareTokens(text: string, positions: number): Promise<RepackAgreement> {
  const file = await fetchStarter();
  const threads = chooseThreads(await probeDevice(globalThis));
  const engines = [await load(file, threads), await load(await toVariant("repacked", file), threads)];
  const ends = [...text.matchAll(/\b/g)].slice(20, 20 + positions).map(({ index }) => index);
  if (ends.length < positions) throw new Error(`the text has only ${ends.length} positions`);
  const differences: RepackAgreement["differences"][number][] = [];
  for (const end of ends) {
    const prompt = text.slice(Math.max(0, end - 6000), end);
    const [before = "", after = ""] = await Promise.all(engines.map((engine) => predict(engine, prompt)));
    if (before !== after) differences.push({ after: prompt.slice(-40), file: before, repacked: after });
  }
  for (const { wllama } of engines) await wllama.exit();
  return { positions, agreed: positions - differences.length, differences };
}

async function toVariant(variant: Variant, file: Blob): Promise<SlicedFile> {
  return variant === "repacked" ? ((await repackTo("fastest", file)) ?? file) : file;
}

async function load(file: SlicedFile, threads: number, batchTokens?: number): Promise<LoadedEngine> {
  const plan = { files: [file], contextTokens: CONTEXT_TOKENS, threads, wasmUrl: WLLAMA_WASM_URL };
  const loaded = await loadEngine(batchTokens === undefined ? plan : { ...plan, batchTokens }, signal);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  return loaded.value;
}

/** Reads a prompt with one token of answer, then writes on from what is cached. */
async function measure(
  engine: LoadedEngine,
  prompt: string,
): Promise<{ readonly read: number; readonly written: number }> {
  const begin = await window.readPageSeconds();
  const { prompt_n } = await run(engine, prompt, 1);
  const between = await window.readPageSeconds();
  const { predicted_n } = await run(engine, prompt, NEW_TOKENS);
  const end = await window.readPageSeconds();
  return { read: prompt_n / (between - begin), written: predicted_n / (end - between) };
}

async function run({ wllama }: LoadedEngine, prompt: string, tokens: number) {
  const fields = { prompt, max_tokens: tokens, temperature: 0, cache_prompt: true, ignore_eos: true };
  const { timings } = await wllama.createCompletion(fields);
  if (timings === undefined) throw new Error("the engine reported no timings");
  return timings;
}

async function predict({ wllama }: LoadedEngine, prompt: string): Promise<string> {
  const fields = { prompt, max_tokens: 1, temperature: 0, top_k: 1, cache_prompt: true };
  return (await wllama.createCompletion(fields)).choices[0]?.text ?? "";
}

async function fetchStarter(): Promise<Blob> {
  const response = await fetch(`/${STARTER_FILE.path}`);
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return response.blob();
}
