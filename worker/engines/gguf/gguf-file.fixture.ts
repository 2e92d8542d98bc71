import type { BlockType } from "./block-types.ts";

/** A tensor of a file made for a test; `type` is ggml's number. */
export interface TestTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly type: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** Puts a GGUF file (version 3) together, with two metadata entries. */
export function createGgufFile(tensors: readonly TestTensor[], alignment = 32): Blob {
  const u32 = (value: number): Uint8Array<ArrayBuffer> => new Uint8Array(new Uint32Array([value]).buffer);
  const u64 = (value: number): Uint8Array<ArrayBuffer> => new Uint8Array(new BigUint64Array([BigInt(value)]).buffer);
  const text = (value: string): Uint8Array<ArrayBuffer>[] => {
    const bytes = new TextEncoder().encode(value);
    return [u64(bytes.length), bytes];
  };
  const pad = (length: number): Uint8Array<ArrayBuffer> =>
    new Uint8Array((alignment - (length % alignment)) % alignment);
  let offset = 0;
  const entries = tensors.flatMap(({ name, shape, type, data }) => {
    const entry = [...text(name), u32(shape.length), ...shape.map(u64), u32(type), u64(offset)];
    offset += data.length + pad(data.length).length;
    return entry;
  });
  const header = new Blob([
    new TextEncoder().encode("GGUF"),
    u32(3),
    u64(tensors.length),
    u64(2),
    ...text("general.architecture"),
    u32(8),
    ...text("llama"),
    ...text("general.alignment"),
    u32(4),
    u32(alignment),
    ...entries,
  ]);
  return new Blob([header, pad(header.size), ...tensors.flatMap(({ data }) => [data, pad(data.length)])]);
}

/** Blocks of a type with seeded content: scales (and minima) that are small half floats, all other bits at random. */
export function createBlocks(type: BlockType, count: number, seed = 1): Uint8Array<ArrayBuffer> {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
  const bytes = Uint8Array.from({ length: count * type.bytes }, next);
  const halves = type.name.endsWith("_1") ? 2 : 1;
  for (let block = 0; block < count; block += 1) {
    // The exponent stays under that of 1; the sign is any.
    for (let half = 0; half < halves; half += 1) {
      const at = block * type.bytes + 2 * half + 1;
      bytes[at] = ((bytes[at] ?? 0) & 0x83) | 0x24;
    }
  }
  return bytes;
}
