import { openAsBlob } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readGguf, toByteSource } from "../../worker/engines/gguf/read-gguf.ts";

/** The shape of every tiny model. A head has a size for which the GPU has attention kernels. */
const SHAPE = { width: 128, inner: 256, layers: 2, heads: 2, keyHeads: 1, headSize: 64, tokens: 512 } as const;
const CONTEXT_TOKENS = 512;
const ALIGNMENT = 32;

/** A metadata value with ggml's number of its type. */
type Value =
  | readonly [type: 4 | 6 | 8 | 5, value: number | string]
  | readonly [type: 9, element: 5 | 8, list: readonly unknown[]];

interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  /** Without it: seeded random numbers. */
  readonly fill?: number;
}

interface Architecture {
  readonly name: string;
  readonly facts?: Readonly<Record<string, Value>>;
  readonly embedding?: readonly Tensor[];
  layer(index: number): readonly Tensor[];
}

const { width, inner, heads, keyHeads, headSize } = SHAPE;
const norm = (name: string, size: number = width): Tensor => ({ name, shape: [size], fill: 1 });
const ATTENTION: readonly Tensor[] = [
  norm("attn_norm"),
  { name: "attn_q", shape: [width, heads * headSize] },
  { name: "attn_k", shape: [width, keyHeads * headSize] },
  { name: "attn_v", shape: [width, keyHeads * headSize] },
  { name: "attn_output", shape: [heads * headSize, width] },
];
const FEED_FORWARD: readonly Tensor[] = [
  norm("ffn_norm"),
  { name: "ffn_gate", shape: [width, inner] },
  { name: "ffn_up", shape: [width, inner] },
  { name: "ffn_down", shape: [inner, width] },
];
const HEAD_NORMS: readonly Tensor[] = [norm("attn_q_norm", headSize), norm("attn_k_norm", headSize)];
const PLAIN = [...ATTENTION, ...FEED_FORWARD];

const ARCHITECTURES: readonly Architecture[] = [
  { name: "llama", layer: () => PLAIN },
  {
    name: "qwen2",
    layer: () => [
      ...PLAIN,
      { name: "attn_q.bias", shape: [heads * headSize] },
      { name: "attn_k.bias", shape: [keyHeads * headSize] },
      { name: "attn_v.bias", shape: [keyHeads * headSize] },
    ],
  },
  { name: "qwen3", layer: () => [...PLAIN, ...HEAD_NORMS] },
  {
    name: "gemma3",
    facts: { "attention.sliding_window": [4, 256] },
    layer: () => [...PLAIN, ...HEAD_NORMS, norm("post_attention_norm"), norm("post_ffw_norm")],
  },
  {
    name: "granite",
    facts: { embedding_scale: [6, 4], residual_scale: [6, 0.5], "attention.scale": [6, 0.125], logit_scale: [6, 2] },
    layer: () => PLAIN,
  },
  {
    // A short convolution instead of attention in the first layer.
    name: "lfm2",
    facts: { "attention.head_count_kv": [9, 5, [0, keyHeads]], "shortconv.l_cache": [4, 3] },
    embedding: [norm("token_embd_norm.weight")],
    layer: (index) =>
      index === 1
        ? [...PLAIN, ...HEAD_NORMS]
        : [
            norm("attn_norm"),
            { name: "shortconv.conv", shape: [3, width] },
            { name: "shortconv.in_proj", shape: [width, 3 * width] },
            { name: "shortconv.out_proj", shape: [width, width] },
            ...FEED_FORWARD,
          ],
  },
];

/** Writes one model of seeded random weights for each architecture, with the vocabulary of `vocabulary`, and names them. */
export async function writeTinyModels(
  vocabulary: string,
  folder: string,
): Promise<readonly (readonly [string, string])[]> {
  const { metadata } = await readGguf(toByteSource(await openAsBlob(vocabulary)));
  const written: (readonly [string, string])[] = [];
  for (const architecture of ARCHITECTURES) {
    const path = join(folder, `tiny-${architecture.name}.gguf`);
    await writeFile(path, toGguf(architecture, metadata));
    written.push([architecture.name, path]);
  }
  return written;
}

function toGguf(
  { name, facts = {}, embedding = [], layer }: Architecture,
  source: ReadonlyMap<string, unknown>,
): Uint8Array {
  const own: Readonly<Record<string, Value>> = {
    context_length: [4, CONTEXT_TOKENS],
    embedding_length: [4, width],
    block_count: [4, SHAPE.layers],
    feed_forward_length: [4, inner],
    "attention.head_count": [4, heads],
    "attention.head_count_kv": [4, keyHeads],
    "attention.key_length": [4, headSize],
    "attention.value_length": [4, headSize],
    "attention.layer_norm_rms_epsilon": [6, 1e-6],
    "rope.freq_base": [6, 10_000],
    vocab_size: [4, SHAPE.tokens],
    ...facts,
  };
  const entries: (readonly [string, Value])[] = [
    ["general.architecture", [8, name]],
    ...Object.entries(own).map(([key, value]) => [`${name}.${key}`, value] as const),
    ["tokenizer.ggml.model", [8, "gpt2"]],
    ["tokenizer.ggml.pre", [8, String(source.get("tokenizer.ggml.pre"))]],
    ["tokenizer.ggml.tokens", [9, 8, toList(source, "tokenizer.ggml.tokens")]],
    ["tokenizer.ggml.token_type", [9, 5, toList(source, "tokenizer.ggml.token_type")]],
    ["tokenizer.ggml.merges", [9, 8, toList(source, "tokenizer.ggml.merges")]],
    ["tokenizer.ggml.bos_token_id", [4, 1]],
    ["tokenizer.ggml.eos_token_id", [4, 2]],
  ];
  const blocks = Array.from({ length: SHAPE.layers }, (_, index) =>
    layer(index).map((tensor) => ({ ...tensor, name: `blk.${index}.${withEnding(tensor.name)}` })),
  );
  const tensors = [
    { name: "token_embd.weight", shape: [width, SHAPE.tokens] },
    ...embedding,
    ...(name === "lfm2" ? [] : [norm("output_norm.weight")]),
    ...blocks.flat(),
  ];
  return join32(entries, tensors);
}

function withEnding(name: string): string {
  return name.endsWith(".bias") ? name : `${name}.weight`;
}

function toList(source: ReadonlyMap<string, unknown>, key: string): readonly unknown[] {
  const list = source.get(key);
  return Array.isArray(list) || ArrayBuffer.isView(list) ? [...(list as Iterable<unknown>)] : [];
}

function join32(entries: readonly (readonly [string, Value])[], tensors: readonly Tensor[]): Uint8Array {
  let offset = 0;
  const listed = tensors.flatMap(({ name, shape }) => {
    const entry = [toText(name), u32(shape.length), ...shape.map(u64), u32(0), u64(offset)];
    offset += toPadded(4 * count(shape));
    return entry;
  });
  const head = Buffer.concat([
    Buffer.from("GGUF"),
    u32(3),
    u64(tensors.length),
    u64(entries.length),
    ...entries.flatMap(([key, value]) => [toText(key), ...toValue(value)]),
    ...listed,
  ]);
  const data = tensors.map((tensor, seed) => {
    const values = toNumbers(tensor, seed + 1);
    return Buffer.concat([values, Buffer.alloc(toPadded(values.length) - values.length)]);
  });
  return Buffer.concat([head, Buffer.alloc(toPadded(head.length) - head.length), ...data]);
}

function toNumbers({ shape, fill }: Tensor, seed: number): Buffer {
  let state = seed * 7919;
  // Spread so that no two tokens are about equally likely.
  const scale = 4 / Math.sqrt(shape[0] ?? 1);
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32 - 0.5) * scale;
  };
  return Buffer.from(Float32Array.from({ length: count(shape) }, () => fill ?? next()).buffer);
}

const count = (shape: readonly number[]): number => shape.reduce((product, size) => product * size, 1);
const toPadded = (length: number): number => Math.ceil(length / ALIGNMENT) * ALIGNMENT;
const u32 = (value: number): Buffer => Buffer.from(new Uint32Array([value]).buffer);
const u64 = (value: number): Buffer => Buffer.from(new BigUint64Array([BigInt(value)]).buffer);

function toText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([u64(bytes.length), bytes]);
}

function toValue(value: Value): readonly Buffer[] {
  if (value[0] === 9) {
    const [type, element, list] = value;
    const items = list.map((item) =>
      element === 8 ? toText(String(item)) : Buffer.from(new Int32Array([Number(item)]).buffer),
    );
    return [u32(type), u32(element), u64(list.length), ...items];
  }
  const [type, content] = value;
  if (type === 8) return [u32(type), toText(String(content))];
  return [u32(type), type === 6 ? Buffer.from(new Float32Array([Number(content)]).buffer) : u32(Number(content))];
}
