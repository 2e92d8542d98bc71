import type { LoadedEmbedder } from "../../agent/ports/embedder.ts";
import type { Result } from "../../protocol/failure.ts";
import { type EnginePlan, loadEngine } from "./wllama.ts";

/** An embedding model to load. */
export interface EmbedderPlan extends EnginePlan {
  /** What its vectors are stored under. */
  readonly model: string;
  readonly title: string;
  /** How the vectors of a text's tokens become one; absent where the file says so itself. */
  readonly pooling?: "mean";
}

/** A text that is too long is embedded by its beginning: half of it, and half again. */
const MAX_HALVINGS = 8;

/** Loads a model whose output is vectors, in an engine of its own beside the one that talks. */
export async function loadWllamaEmbedder(plan: EmbedderPlan, signal: AbortSignal): Promise<Result<LoadedEmbedder>> {
  // Models that read both ways need the whole text in one step.
  const { contextTokens } = plan;
  const loaded = await loadEngine(plan, signal, {
    embeddings: true,
    n_batch: contextTokens,
    n_ubatch: contextTokens,
    ...(plan.pooling === undefined ? {} : { pooling_type: plan.pooling }),
  });
  if (!loaded.ok) return loaded;
  const { wllama } = loaded.value;
  const embedOne = async (text: string): Promise<Float32Array<ArrayBuffer>> => {
    let part = text;
    for (let halvings = 0; ; halvings += 1) {
      try {
        const { data } = await wllama.createEmbedding({ input: part });
        return toVector(data[0]?.embedding);
      } catch (error) {
        if (!isTooLong(error) || halvings === MAX_HALVINGS) throw error;
        part = part.slice(0, Math.ceil(part.length / 2));
      }
    }
  };
  return {
    ok: true,
    value: {
      model: plan.model,
      title: plan.title,
      embed: async (texts) => {
        const vectors: Float32Array<ArrayBuffer>[] = [];
        // One by one: wllama 3.8.1 answers a list of texts with the first one's vector alone.
        for (const text of texts) vectors.push(await embedOne(text));
        return vectors;
      },
      dispose: () => wllama.exit(),
    },
  };
}

function isTooLong(error: unknown): boolean {
  return /too large|exceeds?|too long/i.test(error instanceof Error ? error.message : String(error));
}

/** Throws for what is no vector: a model that makes none cannot be used here. */
function toVector(value: unknown): Float32Array<ArrayBuffer> {
  const isVector = Array.isArray(value) && value.length > 0 && value.every((each) => Number.isFinite(each));
  if (!isVector) throw new Error("the model made no vector of this text");
  return Float32Array.from(value);
}
