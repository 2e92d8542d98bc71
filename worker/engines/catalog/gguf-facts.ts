import { type GgufHeader, readArchitectureNumber, readChatTemplate } from "../gguf/read-gguf.ts";
import type { CacheShape } from "./weight-facts.ts";

/** The facts of a file's header that are shown before the file is loaded; absent where the header lacks them. */
export interface GgufFacts {
  readonly cache?: CacheShape;
  /** The longest context it was trained for, in tokens. */
  readonly contextTokens?: number;
  readonly licence?: string;
  readonly chatTemplate: string | null;
}

/** Reads the facts from a header, of whatever architecture it is. */
export function toGgufFacts(header: GgufHeader): GgufFacts {
  // A size of nothing says nothing.
  const number = (key: string): number | null => readArchitectureNumber(header, key) || null;
  const layers = number("block_count");
  const queryHeads = number("attention.head_count");
  const width = number("embedding_length");
  const headSize =
    number("attention.key_length") ?? (width !== null && queryHeads !== null ? width / queryHeads : null);
  const heads = number("attention.head_count_kv") ?? queryHeads;
  const contextTokens = number("context_length");
  const licence = header.metadata.get("general.license");
  return {
    ...(layers === null || heads === null || headSize === null ? {} : { cache: { layers, heads, headSize } }),
    ...(contextTokens === null ? {} : { contextTokens }),
    ...(typeof licence === "string" ? { licence } : {}),
    chatTemplate: readChatTemplate(header),
  };
}
