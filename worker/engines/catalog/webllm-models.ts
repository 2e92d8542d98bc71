import type { ModelNote, ToolSkill } from "../../protocol/model.ts";
import models from "./webllm-models.json" with { type: "json" };
import type { CacheShape } from "./weight-facts.ts";

/** The recorded facts of a model of WebLLM's list, from which its entry is derived. */
export interface WebllmFacts {
  readonly family: string;
  readonly title: string;
  /** The common part of the record's names in WebLLM's list. */
  readonly record: string;
  /** `vram_required_MB` of the records: what a device with and without f16 needs. Null where the list has no such form. */
  readonly megabytes: { readonly f16: number; readonly f32: number | null };
  readonly parameters: number;
  /** Of a hybrid model only the layers that keep a KV cache. */
  readonly cache: CacheShape;
  /** Rows and columns of the embedding. */
  readonly embedding: readonly number[] & { readonly 0: number; readonly 1: number };
  /** The longest context offered: what the model was trained for, at most 32,768 tokens. */
  readonly trainedTokens: number;
  readonly licence: string;
  readonly toolSkill: ToolSkill;
  /** Of two generations of about the same size the one that more people have run on WebLLM ranks higher. */
  readonly strength: number;
  readonly note?: ModelNote;
}

/** Every chat model of WebLLM 0.2.86's list but those that a rule leaves out; `webllm-models.test.ts` has the rules. */
export const WEBLLM_FACTS: readonly WebllmFacts[] = models as readonly object[] as readonly WebllmFacts[];
