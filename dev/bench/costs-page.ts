import { STARTER_FILE } from "../../worker/engines/catalog/starter-model.ts";
import { mergeStarterAdapter } from "../../worker/engines/gguf/starter-adapter.ts";
import { type LoadedEngine, loadEngine } from "../../worker/engines/wllama/wllama-engine.ts";
import { WLLAMA_FILES } from "../../worker/engines/wllama/wllama-wasm.ts";

/** A model's file under `.models`, loaded as the app loads it where there is memory enough. */
export interface CostFile {
  readonly path: string;
  /** The starter with its adapter. */
  readonly merged: boolean;
}

/** What a token costs behind so many tokens of context, in milliseconds. */
export interface TokenCost {
  /** Tokens held in the middle of what was read. */
  readonly readBehind: number;
  readonly read: number;
  readonly writtenBehind: number;
  readonly written: number;
}

let engine: LoadedEngine | null = null;

export async function loadFile({ path, merged }: CostFile, threads: number, contextTokens: number): Promise<void> {
  const file = await (await fetch(`/${path}`)).blob();
  const files = [merged ? await mergeStarterAdapter(file, STARTER_FILE.sha256) : file];
  const plan = { files, contextTokens, threads, wideCache: true, ...WLLAMA_FILES };
  const loaded = await loadEngine(plan, new AbortController().signal);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  engine = loaded.value;
}

export async function unloadFile(): Promise<void> {
  await engine?.wllama.exit();
  engine = null;
}

/** Reads a text on from what is read of it already, then writes. */
export async function measureToken(prompt: string, tokens: number): Promise<TokenCost> {
  if (engine === null) throw new Error("no model is loaded");
  const fields = { prompt, max_tokens: tokens, temperature: 0, cache_prompt: true, ignore_eos: true };
  const { timings } = await engine.wllama.createCompletion(fields);
  if (timings === undefined) throw new Error("wllama told no timings");
  const { cache_n, prompt_n, prompt_ms, predicted_n, predicted_ms } = timings;
  return {
    readBehind: cache_n + prompt_n / 2,
    read: prompt_ms / prompt_n,
    writtenBehind: cache_n + prompt_n + predicted_n / 2,
    written: predicted_ms / predicted_n,
  };
}
