import type { ModelNote, ToolSkill } from "../../protocol/model.ts";

/** A KV cache: a key and a value of every head for every token in every layer. */
export interface CacheShape {
  readonly layers: number;
  readonly heads: number;
  readonly headSize: number;
}

/** The memory that a model takes. */
export interface WeightFacts {
  readonly bytes: number;
  /** Absent when unknown. */
  readonly cache?: CacheShape;
  /** The longest context that it may be loaded with; absent: no longer than its entry says. */
  readonly trainedTokens?: number;
  /** True for a mixture of experts, which reads only a part of its weights for a token. */
  readonly mixture?: true;
  /** The embedding: the largest tensor that the GPU must bind at once. */
  readonly largestTensorBytes?: number;
  /** The whole need at the default context, by the precision of the activations, as WebLLM's list gives it. */
  readonly totalBytes?: { readonly f16: number; readonly f32: number };
}

/** The recorded facts that the entry of any model is derived from. */
export interface CatalogFacts {
  readonly family: string;
  readonly title: string;
  /** Of a hybrid model only the layers that keep a KV cache. */
  readonly cache: CacheShape;
  /** The longest context offered: what the model was trained for, at most 32,768 tokens. */
  readonly trainedTokens: number;
  readonly licence: string;
  readonly toolSkill: ToolSkill;
  /** Of two generations of about the same size the one that more people have run ranks higher. */
  readonly strength: number;
  readonly note?: ModelNote;
}
