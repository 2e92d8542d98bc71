import { openAsBlob } from "node:fs";
import { join } from "node:path";
import { readGguf, toByteSource } from "../../../worker/engines/gguf/read-gguf.ts";
import { defined } from "../../../worker/protocol/defined.ts";
import { type Entry, type Tensor, toNumbers, type Value, writeGguf } from "./write-gguf.ts";

/** The shape of every tiny model. A head has a size for which the GPU has attention kernels. */
const SHAPE = { width: 128, inner: 256, layers: 2, heads: 2, keyHeads: 1, headSize: 64 } as const;
const CONTEXT_TOKENS = 512;

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
    // Queries, keys and values in one matrix, and so gate and up.
    name: "phi3",
    facts: { "rope.dimension_count": [4, headSize] },
    layer: () => [
      norm("attn_norm"),
      { name: "attn_qkv", shape: [width, (heads + 2 * keyHeads) * headSize] },
      { name: "attn_output", shape: [heads * headSize, width] },
      norm("ffn_norm"),
      { name: "ffn_up", shape: [width, 2 * inner] },
      { name: "ffn_down", shape: [inner, width] },
    ],
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

/** What a tiny model of random weights is to be able to do. */
interface TinyOptions {
  readonly contextTokens?: number;
  /** It writes printable characters alone: the engine ends at bytes that are no text. */
  readonly printable?: boolean;
}

/** Writes one model of seeded random weights for each architecture, with the vocabulary of `vocabulary`, and names them. */
export async function writeTinyModels(
  vocabulary: string,
  folder: string,
  { contextTokens = CONTEXT_TOKENS, printable = false }: TinyOptions = {},
): Promise<readonly (readonly [string, string])[]> {
  const { metadata } = await readGguf(toByteSource(await openAsBlob(vocabulary)));
  const written: (readonly [string, string])[] = [];
  const parts = { contextTokens, ...(printable ? { table: toPrintable(metadata) } : {}) };
  for (const architecture of ARCHITECTURES) {
    const path = join(folder, `tiny-${architecture.name}.gguf`);
    const { entries, tensors } = listParts(architecture, metadata, parts);
    await writeGguf(path, entries, tensors);
    written.push([architecture.name, path]);
  }
  return written;
}

/** A family's way to speak: its marks are single tokens of the vocabulary, its template is in the file. */
export interface TinyFamily {
  readonly name: string;
  readonly architecture: string;
  readonly chatTemplate: string;
  /** Tokens of their own, beside the vocabulary's. */
  readonly marks: readonly string[];
  /** The mark that begins a text, if the engine is to write one. */
  readonly start?: string;
  /** The mark that ends the model's turn. */
  readonly end: string;
  /** Writes the model once more, in two files. */
  readonly isSplit?: boolean;
  readonly large?: LargeShape;
}

/**
 * Experts of zeros (as in Mixtral), which take room in the file and none on the disk. A token is computed by one of them, so
 * that the file is large and the work small. The output stands behind them all.
 */
export interface LargeShape {
  readonly experts: number;
  /** Numbers between the two halves of an expert. */
  readonly inner: number;
}

/** What the models of `writeTinyFamily` answer to everything. */
export const FAMILY_ANSWER = "Ok";

/**
 * Writes one model whose layers are random and whose output is not: after the start of its turn it writes `FAMILY_ANSWER` and
 * the mark that ends its turn, whatever it was asked.
 */
export async function writeTinyFamily(vocabulary: string, path: string, family: TinyFamily): Promise<void> {
  const { metadata } = await readGguf(toByteSource(await openAsBlob(vocabulary)));
  const architecture = ARCHITECTURES.find(({ name }) => name === family.architecture);
  if (architecture === undefined) throw new Error(`there is no tiny ${family.architecture}`);
  const texts = toList(metadata, "tokenizer.ggml.tokens").map(String);
  const marks = family.marks.filter((mark) => !texts.includes(mark));
  const tokens = [...texts, ...marks];
  const types = [...toList(metadata, "tokenizer.ggml.token_type"), ...marks.map(() => CONTROL_TOKEN)];
  const idOf = (text: string): number => tokens.indexOf(text);
  const spoken = new Map<string, unknown>([
    ...metadata,
    ["tokenizer.ggml.tokens", tokens],
    ["tokenizer.ggml.token_type", types],
    ["tokenizer.ggml.bos_token_id", idOf(family.start ?? family.end)],
    ["tokenizer.ggml.eos_token_id", idOf(family.end)],
  ]);
  const added: readonly Entry[] = [
    ["general.name", [8, family.name]],
    ["tokenizer.chat_template", [8, family.chatTemplate]],
    ["tokenizer.ggml.add_bos_token", [7, family.start === undefined ? 0 : 1]],
  ];
  const rows = toRows(tokens.length, 1);
  const next = toTransitions(tokens, family);
  const table = { embedding: rows, output: toOutput(rows, next, tokens.length) };
  const { large } = family;
  const model = listParts(architecture, spoken, {
    added,
    table,
    isQuiet: true,
    contextTokens: 8192,
    ...defined({ large }),
  });
  await writeGguf(path, model.entries, model.tensors);
  if (family.isSplit === true) await writeHalves(path, model);
}

/** The path of a half of a family's model, the first being 1. */
export function toPartPath(path: string, number: number): string {
  return path.replace(/\.gguf$/, `-0000${number}-of-00002.gguf`);
}

function toRows(tokens: number, seed: number): Float32Array {
  const bytes = toNumbers({ name: "", shape: [width, tokens] }, seed);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

/** Random rows for printable tokens, none for the others: of many random likelihoods the greatest is above nothing. */
function toPrintable(source: ReadonlyMap<string, unknown>): Required<GgufParts>["table"] {
  const tokens = toList(source, "tokenizer.ggml.tokens").map(String);
  const output = toRows(tokens.length, 2);
  tokens.forEach((token, id) => {
    if (!/^[a-zA-Z0-9.,\u0120]+$/u.test(token)) output.fill(0, id * width, (id + 1) * width);
  });
  return { embedding: toRows(tokens.length, 1), output };
}

/** Which token follows which: every end of a turn's start leads to the answer, letter by letter, and then to its end. */
function toTransitions(tokens: readonly string[], { marks, end }: TinyFamily): ReadonlyMap<number, number> {
  const letters = [...FAMILY_ANSWER].map((letter) => tokens.indexOf(letter));
  const [first = 0] = letters;
  const starts = [...marks.filter((mark) => mark !== end), LINE_END, SPACE].map((text) => tokens.indexOf(text));
  const path = [...letters, tokens.indexOf(end)];
  return new Map([
    ...starts.map((id) => [id, first] as const),
    ...letters.map((id, index) => [id, path[index + 1] ?? first] as const),
  ]);
}

/** The output matrix under which a hidden state that is still its token's embedding makes the next token the likeliest. */
function toOutput(embedding: Float32Array, next: ReadonlyMap<number, number>, tokens: number): Float32Array {
  const output = new Float32Array(tokens * width);
  for (const [from, to] of next) {
    for (let at = 0; at < width; at += 1) {
      const index = to * width + at;
      output[index] = (output[index] ?? 0) + OUTPUT_SCALE * (embedding[from * width + at] ?? 0);
    }
  }
  return output;
}

/** The shape of the tiny eye: pictures of 32 by 32 pixels in four patches. */
const EYE = { image: 32, patch: 16, width: 64, inner: 128, layers: 2, heads: 2 } as const;

/**
 * Writes the projector file (mmproj) of a tiny model: an eye of seeded random weights in the shape of LLaVA's,
 * for tokens of `tokenWidth` numbers.
 */
export async function writeTinyProjector(path: string, tokenWidth: number = width): Promise<void> {
  const { image, patch, width: seen, inner: hidden, layers, heads: eyes } = EYE;
  const facts: Readonly<Record<string, Value>> = {
    image_size: [4, image],
    patch_size: [4, patch],
    embedding_length: [4, seen],
    feed_forward_length: [4, hidden],
    projection_dim: [4, tokenWidth],
    block_count: [4, SHAPE.layers],
    "attention.head_count": [4, eyes],
    "attention.layer_norm_epsilon": [6, 1e-5],
    image_mean: [9, 6, [0.5, 0.5, 0.5]],
    image_std: [9, 6, [0.5, 0.5, 0.5]],
  };
  const entries: readonly Entry[] = [
    ["general.architecture", [8, "clip"]],
    ["general.type", [8, "mmproj"]],
    ["general.name", [8, "tiny-eye"]],
    ["clip.has_vision_encoder", [7, 1]],
    ["clip.projector_type", [8, "mlp"]],
    ["clip.use_gelu", [7, 1]],
    ...Object.entries(facts).map(([key, value]) => [`clip.vision.${key}`, value] as const),
  ];
  const linear = (name: string, from: number, to: number): readonly Tensor[] => [
    { name: `${name}.weight`, shape: [from, to] },
    { name: `${name}.bias`, shape: [to], fill: 0 },
  ];
  const even = (name: string): readonly Tensor[] => [
    { name: `${name}.weight`, shape: [seen], fill: 1 },
    { name: `${name}.bias`, shape: [seen], fill: 0 },
  ];
  const blocks = Array.from({ length: layers }, (_, index) => `v.blk.${index}`).flatMap((block) => [
    ...["attn_q", "attn_k", "attn_v", "attn_out"].flatMap((name) => linear(`${block}.${name}`, seen, seen)),
    ...even(`${block}.ln1`),
    ...even(`${block}.ln2`),
    ...linear(`${block}.ffn_up`, seen, hidden),
    ...linear(`${block}.ffn_down`, hidden, seen),
  ]);
  await writeGguf(path, entries, [
    { name: "v.patch_embd.weight", shape: [patch, patch, 3, seen] },
    { name: "v.position_embd.weight", shape: [seen, (image / patch) ** 2] },
    ...even("v.pre_ln"),
    ...blocks,
    ...linear("mm.0", seen, tokenWidth),
    ...linear("mm.2", tokenWidth, tokenWidth),
  ]);
}

const LINE_END = "\u010a";
const SPACE = "\u0120";
const CONTROL_TOKEN = 3;
const OUTPUT_SCALE = 10;
/** Blocks of a model whose output is fixed add so little that a hidden state stays its token's embedding. */
const QUIET = /attn_output|ffn_down|shortconv\.out_proj|post_/;

interface GgufParts {
  readonly added?: readonly Entry[];
  readonly table?: { readonly embedding: Float32Array; readonly output: Float32Array };
  /** See `QUIET`. */
  readonly isQuiet?: boolean;
  readonly contextTokens?: number;
  readonly large?: LargeShape;
}

/** As llama.cpp's gguf-split writes them: all metadata is in the first. */
async function writeHalves(path: string, { entries, tensors }: ReturnType<typeof listParts>): Promise<void> {
  const middle = Math.ceil(tensors.length / 2);
  for (const [index, half] of [tensors.slice(0, middle), tensors.slice(middle)].entries()) {
    const split: readonly Entry[] = [
      ["split.no", [2, index]],
      ["split.count", [2, 2]],
      ["split.tensors.count", [5, tensors.length]],
    ];
    await writeGguf(toPartPath(path, index + 1), [...(index === 0 ? entries : []), ...split], half);
  }
}

function listParts(
  { name, facts = {}, embedding = [], layer }: Architecture,
  source: ReadonlyMap<string, unknown>,
  { added = [], table, isQuiet = false, contextTokens = CONTEXT_TOKENS, large }: GgufParts = {},
): { readonly entries: readonly Entry[]; readonly tensors: readonly Tensor[] } {
  const tokens = toList(source, "tokenizer.ggml.tokens");
  const own: Readonly<Record<string, Value>> = {
    context_length: [4, contextTokens],
    embedding_length: [4, width],
    block_count: [4, SHAPE.layers],
    feed_forward_length: [4, large?.inner ?? inner],
    "attention.head_count": [4, heads],
    "attention.head_count_kv": [4, keyHeads],
    "attention.key_length": [4, headSize],
    "attention.value_length": [4, headSize],
    "attention.layer_norm_rms_epsilon": [6, 1e-6],
    "rope.freq_base": [6, 10_000],
    vocab_size: [4, tokens.length],
    ...(large === undefined ? {} : { expert_count: [4, large.experts], expert_used_count: [4, 1] }),
    ...facts,
  };
  const entries: Entry[] = [
    ["general.architecture", [8, name]],
    ...Object.entries(own).map(([key, value]) => [`${name}.${key}`, value] as const),
    ["tokenizer.ggml.model", [8, "gpt2"]],
    ["tokenizer.ggml.pre", [8, String(source.get("tokenizer.ggml.pre"))]],
    ["tokenizer.ggml.tokens", [9, 8, tokens]],
    ["tokenizer.ggml.token_type", [9, 5, toList(source, "tokenizer.ggml.token_type")]],
    ["tokenizer.ggml.merges", [9, 8, toList(source, "tokenizer.ggml.merges")]],
    ["tokenizer.ggml.bos_token_id", [4, Number(source.get("tokenizer.ggml.bos_token_id"))]],
    ["tokenizer.ggml.eos_token_id", [4, Number(source.get("tokenizer.ggml.eos_token_id"))]],
    ...added,
  ];
  const blocks = Array.from({ length: SHAPE.layers }, (_, index) =>
    (large === undefined ? layer(index) : layer(index).flatMap((tensor) => toExperts(tensor, large))).map((tensor) => ({
      ...tensor,
      ...(isQuiet && QUIET.test(tensor.name) ? { fill: 0.0001 } : {}),
      name: `blk.${index}.${withEnding(tensor.name)}`,
    })),
  );
  const tensors = [
    { name: "token_embd.weight", shape: [width, tokens.length], ...(table && { values: table.embedding }) },
    ...embedding,
    ...(name === "lfm2" ? [] : [norm("output_norm.weight")]),
    ...blocks.flat(),
    ...(table === undefined ? [] : [{ name: "output.weight", shape: [width, tokens.length], values: table.output }]),
  ];
  return { entries, tensors };
}

/** The tensor of all experts in the place of a layer's own; beside the first, the one that chooses among them. */
function toExperts(tensor: Tensor, { experts, inner: wide }: LargeShape): readonly Tensor[] {
  if (!tensor.shape.includes(inner)) return [tensor];
  const shape = [...tensor.shape.map((size) => (size === inner ? wide : size)), experts];
  const all = { name: `${tensor.name}_exps`, shape, isHole: true };
  return tensor.name === "ffn_gate" ? [{ name: "ffn_gate_inp", shape: [width, experts] }, all] : [all];
}

function withEnding(name: string): string {
  return name.endsWith(".bias") ? name : `${name}.weight`;
}

function toList(source: ReadonlyMap<string, unknown>, key: string): readonly unknown[] {
  const list = source.get(key);
  return Array.isArray(list) || ArrayBuffer.isView(list) ? [...(list as Iterable<unknown>)] : [];
}
