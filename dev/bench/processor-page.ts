import { STARTER_FILE } from "../../worker/engines/catalog/starter-model.ts";
import type { SlicedFile } from "../../worker/engines/files/store-file.ts";
import { mergeStarterAdapter } from "../../worker/engines/gguf/starter-adapter.ts";
import { type LoadedEngine, loadEngine } from "../../worker/engines/wllama/wllama-engine.ts";
import { WLLAMA_FILES } from "../../worker/engines/wllama/wllama-wasm.ts";

/** wllama as its package has it, and with our matrix products. */
export const BINARIES = ["plain", "ours"] as const;
export type BinaryName = (typeof BINARIES)[number];

/** Tokens a second. */
export interface ProcessorRates {
  readonly read: number;
  readonly written: number;
}

/** A model's file under `.models`; `merged` for the starter with its adapter. */
export interface MeasuredFile {
  readonly path: string;
  readonly merged: boolean;
}

export interface MeasureTask {
  readonly threads: number;
  readonly batchTokens: number;
  readonly contextTokens: number;
}

const engines = new Map<BinaryName, LoadedEngine>();

/** Loads a file with both, with steps as long as llama.cpp's own in the same comparison. */
export async function loadFile({ path, merged }: MeasuredFile, task: MeasureTask): Promise<void> {
  const file = await (await fetch(`/${path}`)).blob();
  const files: SlicedFile[] = [merged ? await mergeStarterAdapter(file, STARTER_FILE.sha256) : file];
  for (const name of BINARIES) {
    const binary = name === "ours" ? WLLAMA_FILES : { wasmUrl: WLLAMA_FILES.wasmUrl };
    const loaded = await loadEngine({ files, ...task, wideCache: true, ...binary }, new AbortController().signal);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
    engines.set(name, loaded.value);
  }
}

/** Ends both engines. */
export async function unloadFile(): Promise<void> {
  for (const { wllama } of engines.values()) await wllama.exit();
  engines.clear();
}

/** Reads a prompt that it has not read before, then writes. */
export async function measureBinary(name: BinaryName, prompt: string, tokens: number): Promise<ProcessorRates> {
  const fields = { prompt, max_tokens: tokens, temperature: 0, cache_prompt: false, ignore_eos: true };
  const { timings } = await toEngine(name).wllama.createCompletion(fields);
  if (timings === undefined) throw new Error("wllama told no timings");
  return { read: timings.prompt_per_second, written: timings.predicted_per_second };
}

/** At how many of the first borders of words in a text both think the same token the likeliest next one. */
export async function compareTokens(text: string, positions: number): Promise<number> {
  const ends = [...text.matchAll(/\b/g)].slice(20, 20 + positions).map(({ index }) => index);
  if (ends.length < positions) throw new Error(`the text has only ${ends.length} positions`);
  let agreed = 0;
  for (const end of ends) {
    const prompt = text.slice(Math.max(0, end - 6000), end);
    const [plain, ours] = await Promise.all(BINARIES.map((name) => predict(toEngine(name), prompt)));
    if (plain === ours) agreed += 1;
  }
  return agreed;
}

async function predict({ wllama }: LoadedEngine, prompt: string): Promise<string> {
  const fields = { prompt, max_tokens: 1, temperature: 0, top_k: 1, cache_prompt: true };
  return (await wllama.createCompletion(fields)).choices[0]?.text ?? "";
}

function toEngine(name: BinaryName): LoadedEngine {
  const engine = engines.get(name);
  if (engine === undefined) throw new Error(`${name} is not loaded`);
  return engine;
}
