import type { Embedder } from "../../worker/agent/ports/embedder.ts";
import { toEmbeddingText } from "../../worker/engines/wllama/embedding-text.ts";
import { loadAddon } from "./llama-model.ts";

const CONTEXT_TOKENS = 512;

/** Loads an embedding model into llama.cpp's native binding, or says why that cannot be done here. */
export async function openLlamaEmbedder(path: string, name: string): Promise<Embedder | string> {
  const addon = await loadAddon();
  if (typeof addon === "string") return addon;
  const model = new addon.AddonModel(path, { addonExports: addon, gpuLayers: 0 });
  if (!(await model.init())) return `llama.cpp could not load ${path}`;
  const context = new addon.AddonContext(model, {
    contextSize: CONTEXT_TOKENS,
    batchSize: CONTEXT_TOKENS,
    sequences: 1,
    threads: 1,
    embeddings: true,
  });
  if (!(await context.init())) return "llama.cpp could not make a context";
  const [start, end] = [model.tokenBos(), model.tokenEos()];
  const embedOne = async (text: string): Promise<Float32Array<ArrayBuffer>> => {
    const tokens = Uint32Array.of(start, ...model.tokenize(text, false).slice(0, CONTEXT_TOKENS - 2), end);
    context.initBatch(tokens.length);
    context.addToBatch(0, 0, tokens, Uint32Array.from(tokens.keys()));
    await context.decodeBatch();
    return Float32Array.from(context.getEmbedding(tokens.length));
  };
  return {
    model: name,
    embed: async (texts, as) => {
      const vectors: Float32Array<ArrayBuffer>[] = [];
      for (const text of texts) vectors.push(await embedOne(toEmbeddingText(text, as, name)));
      return vectors;
    },
  };
}
