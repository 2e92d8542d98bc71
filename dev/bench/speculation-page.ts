import { STARTER_FILE } from "../../worker/engines/catalog/starter-model.ts";
import { loadEngine } from "../../worker/engines/wllama/wllama-engine.ts";
import { WLLAMA_FILES } from "../../worker/engines/wllama/wllama-wasm.ts";

/** Hands wllama the starter twice, as a model and as its own draft model, which would guess everything right; what it drafted. */
export async function countDrafts(): Promise<number> {
  const file = await (await fetch(`/${STARTER_FILE.path}`)).blob();
  const plan = { files: [file, file], contextTokens: 512, threads: 1, ...WLLAMA_FILES };
  // wllama names its files so.
  const draft = { spec_draft_model: "models/model-00002-of-00002.gguf", spec_draft_n_max: 3 };
  const loaded = await loadEngine(plan, new AbortController().signal, draft);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  const { wllama } = loaded.value;
  const { timings } = await wllama.createCompletion({ prompt: "Once upon a time", max_tokens: 16, temperature: 0 });
  await wllama.exit();
  const { draft_n: drafted } = { draft_n: 0, ...timings };
  return drafted;
}
