import models from "./webllm-models.json" with { type: "json" };
import type { CatalogFacts } from "./weight-facts.ts";

/** The recorded facts of a model of WebLLM's list. */
export interface WebllmFacts extends CatalogFacts {
  /** The common part of the record's names in WebLLM's list. */
  readonly record: string;
  /** `vram_required_MB` of the records: what a device with and without f16 needs. Null where the list has no such form. */
  readonly megabytes: { readonly f16: number; readonly f32: number | null };
  readonly parameters: number;
  /** Rows and columns of the embedding. */
  readonly embedding: readonly number[] & { readonly 0: number; readonly 1: number };
}

/** Every chat model of WebLLM 0.2.86's list but those that a rule leaves out; `webllm-models.test.ts` has the rules. */
export const WEBLLM_FACTS: readonly WebllmFacts[] = models as readonly object[] as readonly WebllmFacts[];
