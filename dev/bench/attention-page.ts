import { STARTER_FILE } from "../../worker/engines/catalog/starter-model.ts";
import { mergeStarterAdapter } from "../../worker/engines/gguf/starter-adapter.ts";
import { type LoadedEngine, loadEngine } from "../../worker/engines/wllama/wllama-engine.ts";
import { WLLAMA_FILES } from "../../worker/engines/wllama/wllama-wasm.ts";
import { KV_FORMS, type KvForm } from "./attention/kv-forms.ts";

declare global {
  interface Window {
    /** Seconds of processor time that this page's process has taken. */
    readPageSeconds(): Promise<number>;
  }
}

/** Tokens a second of processor time, behind so many tokens of context. */
export interface KvRates {
  /** At once, some dozen tokens. */
  readonly read: number;
  /** In pieces of a sentence, as the app reads ahead. */
  readonly readInPieces: number;
  readonly written: number;
  readonly kept: number;
}

const SHEEP = "The quick brown fox jumps over the lazy dog while the farmer counts his sheep. ";
const engines = new Map<KvForm, LoadedEngine>();

export async function loadForm(form: KvForm, threads: number): Promise<void> {
  const file = await (await fetch(`/${STARTER_FILE.path}`)).blob();
  const files = [await mergeStarterAdapter(file, STARTER_FILE.sha256)];
  const plan = { files, contextTokens: 4096, threads, ...WLLAMA_FILES };
  const loaded = await loadEngine(plan, new AbortController().signal, KV_FORMS[form]);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  engines.set(form, loaded.value);
}

/** Reads some dozen new tokens behind a context that is held already, then writes on. */
export async function measureForm(form: KvForm, sentences: number, mark: string, tokens: number): Promise<KvRates> {
  const context = SHEEP.repeat(sentences);
  await complete(form, context, 1);
  const pieces = [1, 2, 3, 4].map((count) => `${context}${mark}, by pieces. ${SHEEP.repeat(count)}`);
  let [pieceTokens, pieceSeconds] = [0, 0];
  for (const piece of pieces) {
    const { timings, seconds } = await measure(form, piece, 1);
    pieceTokens += timings.prompt_n;
    pieceSeconds += seconds;
  }
  const prompt = `${context}${mark} ${SHEEP.repeat(4)}`;
  const read = await measure(form, prompt, 1);
  const written = await measure(form, prompt, tokens);
  return {
    readInPieces: pieceTokens / pieceSeconds,
    read: read.timings.prompt_n / read.seconds,
    written: written.timings.predicted_n / written.seconds,
    kept: read.timings.cache_n,
  };
}

/** By processor time, which other work on the machine lengthens less than the clock's; so on one thread only. */
async function measure(form: KvForm, prompt: string, tokens: number) {
  const begin = await window.readPageSeconds();
  const timings = await complete(form, prompt, tokens);
  return { timings, seconds: (await window.readPageSeconds()) - begin };
}

async function complete(form: KvForm, prompt: string, tokens: number) {
  const engine = engines.get(form);
  if (engine === undefined) throw new Error(`${form} is not loaded`);
  const fields = { prompt, max_tokens: tokens, temperature: 0, cache_prompt: true, ignore_eos: true };
  const { timings } = await engine.wllama.createCompletion(fields);
  if (timings === undefined) throw new Error("wllama told no timings");
  return timings;
}
