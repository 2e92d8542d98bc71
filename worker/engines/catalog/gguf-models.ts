import { type AskedWay, pickAskedWay } from "../../agent/ports/asked-way.ts";
import models from "./gguf-models.json" with { type: "json" };
import type { CatalogFacts } from "./weight-facts.ts";

/** A GGUF file on a model host, at a pinned revision where its publisher's hash is known. */
export interface GgufModelFacts extends CatalogFacts, AskedWay {
  /** The publisher's name of the model. */
  readonly name: string;
  readonly url: string;
  /** Length in bytes. */
  readonly bytes: number;
  /** The publisher's, in lower-case hexadecimal; null where it is not known. */
  readonly sha256: string | null;
  /** See `WeightFacts.mixture`. */
  readonly mixture?: true;
}

/** Models that WebLLM has no library for, and two for the processor. */
export const GGUF_FACTS: readonly GgufModelFacts[] = models as readonly object[] as readonly GgufModelFacts[];

/** How a file is asked, as measured with these very bytes; nothing for any other. */
export function findAskedWay(sha256: string | null): AskedWay {
  return pickAskedWay(GGUF_FACTS.find((facts) => facts.sha256 !== null && facts.sha256 === sha256) ?? {});
}
