import type { GgufHeader } from "../gguf/read-gguf.ts";
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
export function toGgufFacts({ metadata }: GgufHeader): GgufFacts {
  const family = metadata.get("general.architecture");
  const number = (key: string): number | null => {
    const value = metadata.get(`${String(family)}.${key}`);
    return typeof value === "number" && value > 0 ? value : null;
  };
  const layers = number("block_count");
  const queryHeads = number("attention.head_count");
  const width = number("embedding_length");
  const headSize =
    number("attention.key_length") ?? (width !== null && queryHeads !== null ? width / queryHeads : null);
  const heads = number("attention.head_count_kv") ?? queryHeads;
  const contextTokens = number("context_length");
  const licence = metadata.get("general.license");
  const template = metadata.get("tokenizer.chat_template");
  return {
    ...(layers === null || heads === null || headSize === null ? {} : { cache: { layers, heads, headSize } }),
    ...(contextTokens === null ? {} : { contextTokens }),
    ...(typeof licence === "string" ? { licence } : {}),
    chatTemplate: typeof template === "string" ? template : null,
  };
}
