import type { Wllama } from "@wllama/wllama/esm/index.js";
import type { ModelClient } from "../../../worker/agent/ports/model-client.ts";
import { STARTER_FILE } from "../../../worker/engines/catalog/starter-model.ts";
import { mergeStarterAdapter } from "../../../worker/engines/gguf/starter-adapter.ts";
import { WllamaClient } from "../../../worker/engines/wllama/wllama.ts";
import { type LoadedEngine, loadEngine } from "../../../worker/engines/wllama/wllama-engine.ts";
import { WLLAMA_FILES } from "../../../worker/engines/wllama/wllama-wasm.ts";
import { chatmlTemplate } from "../../../worker/formats/templates/chatml-template.ts";

/** Tokens of one measured answer. */
export const TOKENS = 40;
const CONTEXT_TOKENS = 2048;
/** What follows is more of the same, so that nothing ends the answer early. */
export const PROMPT = "The numbers from one to a hundred: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,";

/** When the first and the last piece of an answer came, and how many tokens it had. */
export interface Pieces {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/** Tokens a second after the first. */
export function toRate({ first, last, count }: Pieces): number {
  return ((count - 1) * 1000) / (last - first);
}

/** Notes the pieces of an answer as they come. */
export function createPieces(): { note(): void; read(): Pieces } {
  let [first, last, count] = [0, 0, 0];
  return {
    note: () => {
      last = performance.now();
      if (count === 0) first = last;
      count += 1;
    },
    read: () => ({ first, last, count }),
  };
}

/** The starter's file in an engine of its own. */
export async function loadRaw(threads: number): Promise<LoadedEngine> {
  const file = await (await fetch(`/${STARTER_FILE.path}`)).blob();
  const plan = { files: [file], contextTokens: CONTEXT_TOKENS, threads, ...WLLAMA_FILES };
  const loaded = await loadEngine(plan, new AbortController().signal);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  return loaded.value;
}

/** wllama's own call, as its documentation has it. */
export async function decodeRaw(wllama: Wllama, note: () => void): Promise<void> {
  const request = { prompt: PROMPT, max_tokens: TOKENS, temperature: 0, cache_prompt: true, ignore_eos: true };
  type Asked = Parameters<Wllama["createCompletion"]>[0] & { stream: true };
  for await (const chunk of await wllama.createCompletion({ ...request, stream: true } as Asked)) {
    if ((chunk.choices[0]?.text ?? "") !== "") note();
  }
}

/** The starter as the app loads it, with its adapter merged in, in our client. */
export async function loadOwn(threads: number): Promise<ModelClient> {
  const file = await (await fetch(`/${STARTER_FILE.path}`)).blob();
  const merged = await mergeStarterAdapter(file, STARTER_FILE.sha256);
  const loaded = await WllamaClient.load(
    {
      ...{ modelId: "starter", files: [merged], format: "compact", toTemplate: () => chatmlTemplate },
      ...{ contextTokens: CONTEXT_TOKENS, threads, wideCache: true, ...WLLAMA_FILES },
    },
    new AbortController().signal,
  );
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  return loaded.value;
}
