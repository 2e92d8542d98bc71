import type { SlicedFile } from "../../worker/engines/files/store-file.ts";
import { loadEngine } from "../../worker/engines/wllama/wllama-engine.ts";
import { WLLAMA_FILES } from "../../worker/engines/wllama/wllama-wasm.ts";

/** What wllama wrote greedily, and how many words a draft model had guessed for it. */
export interface DraftedText {
  readonly text: string;
  readonly tokens: number;
  readonly tokensPerSecond: number;
  readonly drafted: number;
}

/** Writes with a model of `.models`, and with a draft model beside it where one is named, for as many tokens. */
export async function writeDrafted(
  paths: readonly string[],
  prompt: string,
  tokens: number,
  drafts: number,
): Promise<DraftedText> {
  const files = await Promise.all(paths.map(openFile));
  const plan = { files, contextTokens: 1024, threads: 1, wideCache: true, ...WLLAMA_FILES };
  // wllama names its files so.
  const draft = { spec_draft_model: "models/model-00002-of-00002.gguf", spec_draft_n_max: drafts };
  const loaded = await loadEngine(plan, new AbortController().signal, files.length > 1 ? draft : {});
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  const { wllama } = loaded.value;
  const { choices, timings } = await wllama.createCompletion({
    ...{ prompt, max_tokens: tokens, temperature: 0, ignore_eos: true },
  });
  await wllama.exit();
  if (timings === undefined) throw new Error("wllama told no timings");
  return {
    text: choices[0]?.text ?? "",
    tokens: timings.predicted_n,
    tokensPerSecond: timings.predicted_per_second,
    drafted: { draft_n: 0, ...timings }.draft_n,
  };
}

/** A file of the server that is read in pieces: two of them as blobs are more than a page may hold. */
async function openFile(path: string): Promise<SlicedFile> {
  const { headers } = await fetch(`/${path}`, { method: "HEAD" });
  const read = async (start: number, end: number): Promise<ArrayBuffer> =>
    (await fetch(`/${path}`, { headers: { Range: `bytes=${start}-${end - 1}` } })).arrayBuffer();
  const size = Number(headers.get("content-length"));
  return { size, slice: (start = 0, end = size) => ({ arrayBuffer: () => read(start, Math.min(end, size)) }) as Blob };
}
