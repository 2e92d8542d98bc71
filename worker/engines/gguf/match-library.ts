import { corrupt, unsupported } from "./gguf-fault.ts";
import type { LibraryShape, ModelLibrary } from "./library.ts";
import { type GgufHeader, readArchitectureNumber } from "./read-gguf.ts";

/** Sizes that a file and a library must share; null where the file does not state one. */
type FileShape = { readonly [Key in keyof LibraryShape]?: LibraryShape[Key] | null };

/**
 * The library that runs this file on this kind of adapter. Throws a `GgufFault` of the kind `unsupported` that names
 * the file's shape.
 */
export function matchLibrary(
  header: GgufHeader,
  libraries: readonly ModelLibrary[],
  kernels: ModelLibrary["kernels"],
): ModelLibrary {
  const shape = readShape(header);
  const isStretched = header.tensors.has("rope_freqs.weight");
  const found = libraries.find(
    (library) =>
      library.kernels === kernels &&
      fits(shape, library.shape) &&
      isStretched === (library.shape.rope_scaling !== null),
  );
  if (found !== undefined) return found;
  const sizes = `${shape.family}, ${shape.layers} layers of width ${shape.width}, ${shape.vocabulary} tokens`;
  throw unsupported(`there is no GPU library for its shape (${sizes})`);
}

function fits(file: FileShape, library: LibraryShape): boolean {
  const keys = Object.keys(file) as (keyof LibraryShape)[];
  return keys.every((key) => {
    const wanted = file[key];
    const given = library[key];
    if (wanted === undefined || wanted === null) return true;
    if (typeof wanted === "number" && typeof given === "number")
      return Math.abs(wanted - given) <= 1e-6 * Math.abs(given);
    return wanted === given;
  });
}

function readShape(header: GgufHeader): FileShape {
  const { metadata, tensors } = header;
  const family = metadata.get("general.architecture");
  if (family !== "llama" && family !== "qwen2" && family !== "qwen3") {
    throw unsupported(`its architecture is '${String(family)}', not llama, qwen2 or qwen3`);
  }
  const number = (key: string): number | null => readArchitectureNumber(header, key);
  const needed = (key: string): number => {
    const value = number(key);
    if (value === null) throw corrupt(`it does not say its '${family}.${key}'`);
    return value;
  };
  const width = needed("embedding_length");
  const heads = needed("attention.head_count");
  const head = number("attention.key_length") ?? width / heads;
  if ((number("attention.value_length") ?? head) !== head) throw unsupported("its keys and values differ in size");
  if ((number("rope.dimension_count") ?? head) !== head) throw unsupported("it rotates only a part of each head");
  const scaling = metadata.get(`${family}.rope.scaling.type`) ?? "none";
  if (scaling !== "none")
    throw unsupported(`its rotations are stretched in a way ('${String(scaling)}') we do not compute`);
  return {
    family,
    vocabulary: tensors.get("token_embd.weight")?.shape[1] ?? null,
    width,
    inner: needed("feed_forward_length"),
    layers: needed("block_count"),
    heads,
    kv_heads: number("attention.head_count_kv") ?? heads,
    head,
    rope_base: number("rope.freq_base") ?? 10_000,
    epsilon: number("attention.layer_norm_rms_epsilon"),
    tied: !tensors.has("output.weight"),
    qkv_bias: tensors.has("blk.0.attn_q.bias"),
    head_norm: tensors.has("blk.0.attn_q_norm.weight"),
  };
}
