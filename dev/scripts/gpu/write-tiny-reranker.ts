import { type Entry, type Tensor, type Value, writeGguf } from "./write-gguf.ts";

const SHAPE = { width: 32, inner: 64, layers: 2, heads: 2, positions: 512 } as const;
const SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] as const;
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz0123456789.,:'-"];
/** Marks a token that begins a word. */
const WORD_START = "\u2581";
const TOKENS: readonly string[] = [...SPECIAL, ...LETTERS.map((letter) => WORD_START + letter), ...LETTERS];
/** The kind of pooling that gives one score, in llama.cpp's numbers. */
const RANK = 4;

/** Writes a cross-encoder of seeded random weights that reads letters: its scores mean nothing, and are always the same. */
export async function writeTinyReranker(path: string): Promise<void> {
  const { width, inner, layers, heads, positions } = SHAPE;
  const u32 = (key: string, value: number): Entry => [key, [4, value]];
  const list = (key: string, element: 5 | 6 | 8, values: readonly unknown[]): Entry => {
    const value: Value = [9, element, values];
    return [key, value];
  };
  const tokenId = (text: (typeof SPECIAL)[number]): number => SPECIAL.indexOf(text);
  const entries: readonly Entry[] = [
    ["general.architecture", [8, "bert"]],
    ["general.name", [8, "tiny-reranker"]],
    u32("bert.context_length", positions),
    u32("bert.embedding_length", width),
    u32("bert.feed_forward_length", inner),
    u32("bert.block_count", layers),
    u32("bert.attention.head_count", heads),
    ["bert.attention.layer_norm_epsilon", [6, 1e-12]],
    ["bert.attention.causal", [7, 0]],
    u32("bert.pooling_type", RANK),
    ["tokenizer.ggml.model", [8, "bert"]],
    ["tokenizer.ggml.pre", [8, "default"]],
    list("tokenizer.ggml.tokens", 8, TOKENS),
    list(
      "tokenizer.ggml.token_type",
      5,
      TOKENS.map((_, index) => (index < SPECIAL.length ? 3 : 1)),
    ),
    u32("tokenizer.ggml.token_type_count", 2),
    u32("tokenizer.ggml.bos_token_id", tokenId("[CLS]")),
    u32("tokenizer.ggml.eos_token_id", tokenId("[SEP]")),
    u32("tokenizer.ggml.unknown_token_id", tokenId("[UNK]")),
    u32("tokenizer.ggml.seperator_token_id", tokenId("[SEP]")),
    u32("tokenizer.ggml.padding_token_id", tokenId("[PAD]")),
    u32("tokenizer.ggml.mask_token_id", tokenId("[MASK]")),
  ];
  const linear = (name: string, from: number, to: number): readonly Tensor[] => [
    { name: `${name}.weight`, shape: [from, to] },
    { name: `${name}.bias`, shape: [to], fill: 0 },
  ];
  const even = (name: string): readonly Tensor[] => [
    { name: `${name}.weight`, shape: [width], fill: 1 },
    { name: `${name}.bias`, shape: [width], fill: 0 },
  ];
  const blocks = Array.from({ length: layers }, (_, index) => `blk.${index}`).flatMap((block) => [
    ...["attn_q", "attn_k", "attn_v", "attn_output"].flatMap((name) => linear(`${block}.${name}`, width, width)),
    ...even(`${block}.attn_output_norm`),
    ...linear(`${block}.ffn_up`, width, inner),
    ...linear(`${block}.ffn_down`, inner, width),
    ...even(`${block}.layer_output_norm`),
  ]);
  await writeGguf(path, entries, [
    { name: "token_embd.weight", shape: [width, TOKENS.length] },
    { name: "position_embd.weight", shape: [width, positions] },
    { name: "token_types.weight", shape: [width, 2] },
    ...even("token_embd_norm"),
    ...blocks,
    ...linear("cls", width, width),
    ...linear("cls.output", width, 1),
  ]);
}
