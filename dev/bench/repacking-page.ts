import { chooseThreads } from "../../worker/engines/catalog/choose-engine.ts";
import { probeDevice } from "../../worker/engines/catalog/device-facts.ts";
import { createThreadMeasurement } from "../../worker/engines/catalog/measure-threads.ts";
import { STARTER_FILE } from "../../worker/engines/catalog/starter-model.ts";
import type { SlicedFile } from "../../worker/engines/files/store-file.ts";
import { repackTo } from "../../worker/engines/gguf/repack-gguf.ts";
import { type LoadedEngine, loadEngine } from "../../worker/engines/wllama/wllama-engine.ts";
import { WLLAMA_WASM_URL } from "../../worker/engines/wllama/wllama-wasm.ts";

/** A way to run the starter on the processor. */
export type Variant = "before" | "large-steps" | "repacked";

declare global {
  interface Window {
    /** Processor time of the page's process so far, in seconds. */
    readPageSeconds(): Promise<number>;
  }
}

/**
 * Tokens a second, one number a round. By the clock is what a person waits for; by processor time differs less on a busy
 * machine, and counts a second thread's waiting as work.
 */
export interface Rates {
  readonly read: readonly number[];
  readonly written: readonly number[];
}

export interface VariantRates {
  readonly variant: Variant;
  readonly threads: number;
  readonly loadSeconds: number;
  readonly clock: Rates;
  readonly processor: Rates;
}

/** The likeliest next token at the borders of words in a text, by the file and by its repacked form. */
export interface RepackAgreement {
  readonly positions: number;
  readonly agreed: number;
  readonly differences: readonly { readonly after: string; readonly file: string; readonly repacked: string }[];
}

interface Samples {
  readonly read: number[];
  readonly written: number[];
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
  const lines: (VariantRates & { readonly clock: Samples; readonly processor: Samples })[] = [];
  const engines: LoadedEngine[] = [];
  for (const variant of ["before", "large-steps", "repacked"] as const) {
    const threads = threadsOfAll ?? (variant === "before" ? chooseThreads(device) : measured);
    const begin = performance.now();
    const engine = await load(await toVariant(variant, file), threads, variant === "before" ? BATCH_BEFORE : undefined);
    engines.push(engine);
    const loadSeconds = (performance.now() - begin) / 1000;
    lines.push({
      variant,
      threads,
      loadSeconds,
      clock: { read: [], written: [] },
      processor: { read: [], written: [] },
    });
    await run(engine, "Warm up.", 2);
  }
  const sheep = "The quick brown fox jumps over the lazy dog while the farmer counts his sheep. ".repeat(14);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, engine] of engines.entries()) {
      const line = lines[index];
      if (line !== undefined) await measure(engine, `${round} ${sheep}`, line);
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
async function measure(engine: LoadedEngine, prompt: string, rates: { clock: Samples; processor: Samples }) {
  for (const [phase, tokens] of [
    ["read", 1],
    ["written", NEW_TOKENS],
  ] as const) {
    const [clock, processor] = [performance.now() / 1000, await window.readPageSeconds()];
    const timings = await run(engine, prompt, tokens);
    const count = phase === "read" ? timings.prompt_n : timings.predicted_n;
    rates.clock[phase].push(count / (performance.now() / 1000 - clock));
    rates.processor[phase].push(count / ((await window.readPageSeconds()) - processor));
  }
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
