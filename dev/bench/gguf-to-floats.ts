import { dequantise } from "../../worker/engines/gguf/dequantise.ts";
import { readGguf, toByteSource } from "../../worker/engines/gguf/read-gguf.ts";

const ALIGNMENT = 32;

/**
 * The same model with the same weights, each as a float of 32 bits: what an engine that rounds the activations for
 * quantised weights, as llama.cpp does, computes without that rounding.
 */
export async function toFloatGguf(file: Blob): Promise<Blob> {
  const source = toByteSource(file);
  const { tensors } = await readGguf(source);
  const [first] = tensors.values();
  if (first === undefined) throw new Error("the file has no tensors");
  const start = Math.min(...[...tensors.values()].map(({ offset }) => offset));
  const header = await source.read(0, start);
  const infosAt = findLast(header, toText(first.name));

  const infos: Uint8Array[] = [];
  const data: Float32Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, shape, type, offset: at, bytes } of tensors.values()) {
    infos.push(toText(name), toNumbers([shape.length], []), toNumbers([], shape), toNumbers([0], [offset]));
    const values = new Float32Array(dequantise(type, await source.read(at, bytes)));
    const room = Math.ceil(values.byteLength / ALIGNMENT) * ALIGNMENT;
    const padded = room === values.byteLength ? values : new Float32Array(room / 4);
    if (padded !== values) padded.set(values);
    data.push(padded);
    offset += room;
  }
  const before = new Blob([header.slice(0, infosAt), ...infos.map((part) => part.slice())]);
  const gap = (ALIGNMENT - (before.size % ALIGNMENT)) % ALIGNMENT;
  return new Blob([before, new Uint8Array(gap), ...data]);
}

/** A GGUF text: its length in 64 bits, then its bytes. */
function toText(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  const all = new Uint8Array(8 + bytes.length);
  new DataView(all.buffer).setBigUint64(0, BigInt(bytes.length), true);
  all.set(bytes, 8);
  return all;
}

function toNumbers(short: readonly number[], long: readonly number[]): Uint8Array {
  const all = new Uint8Array(4 * short.length + 8 * long.length);
  const view = new DataView(all.buffer);
  short.forEach((value, at) => {
    view.setUint32(4 * at, value, true);
  });
  long.forEach((value, at) => {
    view.setBigUint64(4 * short.length + 8 * at, BigInt(value), true);
  });
  return all;
}

function findLast(bytes: Uint8Array, part: Uint8Array): number {
  for (let at = bytes.length - part.length; at >= 0; at -= 1) {
    if (part.every((value, index) => bytes[at + index] === value)) return at;
  }
  throw new Error("the file does not name its first tensor");
}
