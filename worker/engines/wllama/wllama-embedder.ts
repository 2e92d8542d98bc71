import type { LoadedEmbedder, Reranker } from "../../agent/ports/embedder.ts";
import { defined } from "../../protocol/defined.ts";
import { describeError } from "../../protocol/describe-error.ts";
import type { Result } from "../../protocol/failure.ts";
import { toEmbeddingText } from "./embedding-text.ts";
import { type EnginePlan, loadEngine } from "./wllama-engine.ts";

/** An embedding model to load. */
export interface EmbedderPlan extends EnginePlan {
  /** The key under which its vectors are stored. */
  readonly model: string;
  readonly title: string;
  /** The model's own name, in its file. */
  readonly modelName: string;
  /** See `LoadedEmbedder`. */
  readonly isChatModel?: true;
  /** How a text's token vectors are pooled into one; absent where the file says so itself. */
  readonly pooling?: "mean";
}

/** Of a text that is too long only the beginning is embedded: it is halved until it fits. */
const MAX_HALVINGS = 8;

/** Loads an embedding model in its own engine, beside the chat model's. */
export async function loadWllamaEmbedder(plan: EmbedderPlan, signal: AbortSignal): Promise<Result<LoadedEmbedder>> {
  // Bidirectional models need the whole text in one batch.
  const { contextTokens } = plan;
  const loaded = await loadEngine(plan, signal, {
    embeddings: true,
    n_batch: contextTokens,
    n_ubatch: contextTokens,
    ...defined({ pooling_type: plan.pooling }),
  });
  if (!loaded.ok) return loaded;
  const { wllama } = loaded.value;
  const embedOne = (text: string): Promise<Float32Array<ArrayBuffer>> =>
    withBeginning(text, async (input) => toVector((await wllama.createEmbedding({ input })).data[0]?.embedding));
  return {
    ok: true,
    value: {
      model: plan.model,
      title: plan.title,
      ...defined({ isChatModel: plan.isChatModel }),
      embed: async (texts, as) => {
        const vectors: Float32Array<ArrayBuffer>[] = [];
        // One by one: for a list of texts wllama 3.8.1 returns only the vector of the first.
        for (const text of texts) vectors.push(await embedOne(toEmbeddingText(text, as, plan.modelName)));
        return vectors;
      },
      dispose: () => wllama.exit(),
    },
  };
}

/** Loads a reranker in its own engine. */
export async function loadWllamaReranker(
  plan: EnginePlan & Pick<EmbedderPlan, "title">,
  signal: AbortSignal,
): Promise<Result<Reranker>> {
  const { contextTokens, title } = plan;
  const batch = { n_batch: contextTokens, n_ubatch: contextTokens };
  const loaded = await loadEngine(plan, signal, { embeddings: true, pooling_type: "rank", ...batch });
  if (!loaded.ok) return loaded;
  const { wllama } = loaded.value;
  const rate = (question: string, text: string): Promise<number> =>
    withBeginning(text, async (document) => {
      const { results } = await wllama.createRerank({ query: question, documents: [document] });
      return results[0]?.relevance_score ?? Number.NaN;
    });
  return { ok: true, value: { title, rate, dispose: () => wllama.exit() } };
}

/** Does it with the text, or with as much of its beginning as fits. */
async function withBeginning<Value>(text: string, work: (part: string) => Promise<Value>): Promise<Value> {
  let part = text;
  for (let halvings = 0; ; halvings += 1) {
    try {
      return await work(part);
    } catch (error) {
      if (!isTooLong(error) || halvings === MAX_HALVINGS) throw error;
      part = part.slice(0, Math.ceil(part.length / 2));
    }
  }
}

function isTooLong(error: unknown): boolean {
  return /too large|exceeds?|too long/i.test(describeError(error));
}

/** Throws when the value is no vector: such a model cannot be used here. */
function toVector(value: unknown): Float32Array<ArrayBuffer> {
  const isVector = Array.isArray(value) && value.length > 0 && value.every((each) => Number.isFinite(each));
  if (!isVector) throw new Error("the model made no vector of this text");
  return Float32Array.from(value);
}
