import { type FileHandle, open } from "node:fs/promises";

const ALIGNMENT = 32;

/** A metadata value with ggml's number of its type. */
export type Value =
  | readonly [type: 2 | 4 | 5 | 6 | 7 | 8, value: number | string]
  | readonly [type: 9, element: 5 | 6 | 8, list: readonly unknown[]];

export interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  /** Without it: seeded random numbers. */
  readonly fill?: number;
  /** Numbers of one's own. */
  readonly values?: Float32Array;
  /** Blocks of another type, by ggml's number of it, as they are to stand in the file. */
  readonly packed?: { readonly type: number; readonly bytes: Uint8Array };
  /** All zeros, left out when the file is written: a hole that takes no room on the disk. */
  readonly isHole?: boolean;
}

/** A key of the metadata and its value. */
export type Entry = readonly [key: string, value: Value];

/** Writes a GGUF file (version 3) of 32-bit floats; see https://github.com/ggml-org/ggml/blob/master/docs/gguf.md. */
export async function writeGguf(path: string, entries: readonly Entry[], tensors: readonly Tensor[]): Promise<void> {
  const file = await open(path, "w");
  try {
    const head = toHead(entries, tensors);
    await file.write(head, 0, head.length, 0);
    await writeTensors(file, tensors, toPadded(head.length));
  } finally {
    await file.close();
  }
}

function toHead(entries: readonly Entry[], tensors: readonly Tensor[]): Buffer {
  let offset = 0;
  const listed = tensors.flatMap((tensor) => {
    const { name, shape, packed } = tensor;
    const entry = [toText(name), u32(shape.length), ...shape.map(u64), u32(packed?.type ?? 0), u64(offset)];
    offset += toPadded(toSize(tensor));
    return entry;
  });
  return Buffer.concat([
    Buffer.from("GGUF"),
    u32(3),
    u64(tensors.length),
    u64(entries.length),
    ...entries.flatMap(([key, value]) => [toText(key), ...toValue(value)]),
    ...listed,
  ]);
}

async function writeTensors(file: FileHandle, tensors: readonly Tensor[], start: number): Promise<void> {
  let offset = start;
  for (const [index, tensor] of tensors.entries()) {
    if (tensor.isHole !== true) {
      const values = toNumbers(tensor, index + 1);
      await file.write(values, 0, values.length, offset);
    }
    offset += toPadded(toSize(tensor));
  }
  await file.truncate(offset);
}

/** A tensor's numbers as bytes; where it has none of its own they are random, the same for the same seed. */
export function toNumbers({ shape, fill, values, packed }: Tensor, seed: number): Buffer {
  if (packed !== undefined) return Buffer.from(packed.bytes.buffer, packed.bytes.byteOffset, packed.bytes.length);
  if (values !== undefined) return Buffer.from(values.buffer);
  let state = seed * 7919;
  // Spread so that no two tokens are about equally likely.
  const scale = 4 / Math.sqrt(shape[0] ?? 1);
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32 - 0.5) * scale;
  };
  return Buffer.from(Float32Array.from({ length: count(shape) }, () => fill ?? next()).buffer);
}

const toSize = ({ shape, packed }: Tensor): number => packed?.bytes.length ?? 4 * count(shape);
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
    const items = list.map((item) => {
      if (element === 8) return toText(String(item));
      return Buffer.from((element === 6 ? Float32Array : Int32Array).of(Number(item)).buffer);
    });
    return [u32(type), u32(element), u64(list.length), ...items];
  }
  const [type, content] = value;
  if (type === 8) return [u32(type), toText(String(content))];
  if (type === 2) return [u32(type), Buffer.from(new Uint16Array([Number(content)]).buffer)];
  if (type === 7) return [u32(type), Buffer.from([Number(content)])];
  return [u32(type), type === 6 ? Buffer.from(new Float32Array([Number(content)]).buffer) : u32(Number(content))];
}
