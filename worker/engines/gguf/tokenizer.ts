import type { JsonObject, JsonValue } from "../../protocol/json.ts";
import { corrupt, unsupported } from "./gguf-fault.ts";
import type { GgufHeader, GgufValue } from "./read-gguf.ts";

/** GGUF's token types that are matched as a whole in text. */
const CONTROL = 3;
const USER_DEFINED = 4;

const QWEN_SPLIT = String.raw`(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`;
const LLAMA_SPLIT = QWEN_SPLIT.replace(String.raw`|\p{N}| `, String.raw`|\p{N}{1,3}| `);

/**
 * The `tokenizer.json` (Hugging Face tokenizers) of a GGUF file with byte-level BPE. Throws a `GgufFault`. The
 * pre-tokenizers are those that llama.cpp names in `tokenizer.ggml.pre`.
 */
export function toTokenizerJson(header: GgufHeader): JsonObject {
  const { metadata } = header;
  const kind = metadata.get("tokenizer.ggml.model");
  if (kind !== "gpt2") throw unsupported(`its tokenizer is '${String(kind)}', not byte-level BPE`);
  const tokens = readTexts(metadata.get("tokenizer.ggml.tokens"), "tokens");
  const merges = readTexts(metadata.get("tokenizer.ggml.merges"), "merges");
  const types = metadata.get("tokenizer.ggml.token_type");
  const pre = metadata.get("tokenizer.ggml.pre");
  const added = tokens.flatMap((content, id): JsonObject[] => {
    const type = Array.isArray(types) ? types[id] : undefined;
    if (type !== CONTROL && type !== USER_DEFINED) return [];
    return [
      { id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: type === CONTROL },
    ];
  });
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: added,
    normalizer: pre === "qwen2" ? { type: "NFC" } : null,
    pre_tokenizer: toPreTokenizer(pre),
    post_processor: null,
    decoder: { type: "ByteLevel", add_prefix_space: true, trim_offsets: true, use_regex: true },
    model: {
      type: "BPE",
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: pre === "llama-bpe",
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
      merges: [...merges],
    },
  };
}

function toPreTokenizer(pre: GgufValue | undefined): JsonValue {
  const bytes = (useRegex: boolean): JsonObject => ({
    type: "ByteLevel",
    add_prefix_space: false,
    trim_offsets: true,
    use_regex: useRegex,
  });
  const split = (pattern: string): JsonObject => ({
    type: "Sequence",
    pretokenizers: [{ type: "Split", pattern: { Regex: pattern }, behavior: "Isolated", invert: false }, bytes(false)],
  });
  switch (pre) {
    case "smollm":
      return { type: "Sequence", pretokenizers: [{ type: "Digits", individual_digits: true }, bytes(true)] };
    case "qwen2":
      return split(QWEN_SPLIT);
    case "llama-bpe":
      return split(LLAMA_SPLIT);
    default:
      throw unsupported(`its pre-tokenizer is '${String(pre)}', which we do not know`);
  }
}

function readTexts(value: GgufValue | undefined, what: string): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) throw corrupt(`it has no tokenizer ${what}`);
  return value.map((item) => {
    if (typeof item !== "string") throw corrupt(`its tokenizer ${what} are not texts`);
    return item;
  });
}

/** The tokens that end the model's turn, by id. */
export function findStopTokens(header: GgufHeader): readonly number[] {
  const { metadata } = header;
  const ids = new Set<number>();
  for (const key of ["eos_token_id", "eot_token_id", "eom_token_id"]) {
    const id = metadata.get(`tokenizer.ggml.${key}`);
    if (typeof id === "number") ids.add(id);
  }
  const tokens = metadata.get("tokenizer.ggml.tokens");
  if (Array.isArray(tokens)) {
    for (const text of ["<|im_end|>", "<|eot_id|>", "<|endoftext|>", "<|end|>"]) {
      const id = tokens.indexOf(text);
      if (id >= 0) ids.add(id);
    }
  }
  return [...ids];
}
