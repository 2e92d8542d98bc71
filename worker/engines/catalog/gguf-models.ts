import type { ModelInfo } from "../../agent/ports/model-client.ts";
import { defined } from "../../protocol/defined.ts";
import type { PolicyId } from "../../protocol/model.ts";
import models from "./gguf-models.json" with { type: "json" };
import type { CatalogFacts } from "./weight-facts.ts";

/** A GGUF file on a model host, at a pinned revision where its publisher's hash is known. */
export interface GgufModelFacts extends CatalogFacts {
  /** The publisher's name of the model. */
  readonly name: string;
  readonly url: string;
  /** Length in bytes. */
  readonly bytes: number;
  /** The publisher's, in lower-case hexadecimal; null where it is not known. */
  readonly sha256: string | null;
  /** See `WeightFacts.mixture`. */
  readonly mixture?: true;
  /** How it is asked, by measurement; absent where nothing was measured. */
  readonly policy?: PolicyId;
  /** See `ModelInfo.wordsBias`. */
  readonly wordsBias?: number;
  /** See `ModelInfo.plainWords`. */
  readonly plainWords?: true;
}

/** How a model is asked, as far as it was measured. */
export type AskedWay = Pick<ModelInfo, "policy" | "wordsBias" | "plainWords">;

/** Models that WebLLM has no library for, and two for the processor. */
export const GGUF_FACTS: readonly GgufModelFacts[] = models as readonly object[] as readonly GgufModelFacts[];

/** How a file is asked, as measured with these very bytes; nothing for any other. */
export function findAskedWay(sha256: string | null): AskedWay {
  const { policy, wordsBias, plainWords } =
    GGUF_FACTS.find((facts) => facts.sha256 !== null && facts.sha256 === sha256) ?? {};
  return defined({ policy, wordsBias, plainWords });
}
