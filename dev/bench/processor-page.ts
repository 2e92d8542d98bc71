import { STARTER_FILE } from "../../worker/engines/catalog/starter-model.ts";
import type { SlicedFile } from "../../worker/engines/files/store-file.ts";
import { repackTo } from "../../worker/engines/gguf/repack-gguf.ts";
import { mergeStarterAdapter } from "../../worker/engines/gguf/starter-adapter.ts";
import { type LoadedEngine, loadEngine } from "../../worker/engines/wllama/wllama-engine.ts";
import { WLLAMA_WASM_URL } from "../../worker/engines/wllama/wllama-wasm.ts";

/** The starter's weights: as the file has them, in the form that wllama reads faster, and with the adapter merged in. */
export const FORMATS = ["Q4_1", "Q5_1", "Q8_0"] as const;
export type FormatName = (typeof FORMATS)[number];

/** Tokens a second. */
export interface ProcessorRates {
  readonly read: number;
  readonly written: number;
}

const engines = new Map<FormatName, LoadedEngine>();

/** Loads the starter in one format, with one step as long as llama.cpp's own in the same comparison. */
export async function loadFormat(format: FormatName, threads: number, batchTokens: number): Promise<void> {
  const plan = { files: [await toFormat(format)], contextTokens: 2048, threads, batchTokens, wasmUrl: WLLAMA_WASM_URL };
  const loaded = await loadEngine(plan, new AbortController().signal);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  engines.set(format, loaded.value);
}

/** Reads a prompt that it has not read before, then writes. */
export async function measureFormat(format: FormatName, prompt: string, tokens: number): Promise<ProcessorRates> {
  const engine = engines.get(format);
  if (engine === undefined) throw new Error(`${format} is not loaded`);
  const fields = { prompt, max_tokens: tokens, temperature: 0, cache_prompt: false, ignore_eos: true };
  const { timings } = await engine.wllama.createCompletion(fields);
  if (timings === undefined) throw new Error("wllama told no timings");
  return { read: timings.prompt_per_second, written: timings.predicted_per_second };
}

async function toFormat(format: FormatName): Promise<SlicedFile> {
  const file = await (await fetch(`/${STARTER_FILE.path}`)).blob();
  if (format === "Q4_1") return file;
  if (format === "Q8_0") return mergeStarterAdapter(file, STARTER_FILE.sha256);
  const repacked = await repackTo("fastest", file);
  if (repacked === null) throw new Error("the starter has nothing to repack");
  return repacked;
}
