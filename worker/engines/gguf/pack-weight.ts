import type { BlockType } from "./block-types.ts";
import { dequantise, readQ4KScales } from "./dequantise.ts";
import { unsupported } from "./gguf-fault.ts";
import { fromHalf, toHalf } from "./half-float.ts";

/** The forms a library's kernels read; `dev/model/LAYOUT.md` defines them. */
export type WeightForm = "q4" | "q8";

/** Inputs that share one scale. */
const GROUP = 32;

/** A weight in a library's layout: transposed, so that neighbouring words belong to neighbouring outputs. */
export interface PackedWeight {
  readonly form: WeightForm;
  readonly inputs: number;
  readonly outputs: number;
  /** `q4`: `[inputs / 8, outputs]`; `q8`: `[inputs / 4, outputs]`. */
  readonly words: Uint32Array<ArrayBuffer>;
  /** `[inputs / 32, outputs]`; `q4`: two halves a word (scale low, minimum high); `q8`: the bits of an f32 scale. */
  readonly scales: Uint32Array<ArrayBuffer>;
}

export function createPackedWeight(form: WeightForm, inputs: number, outputs: number): PackedWeight {
  if (inputs % GROUP !== 0) throw unsupported(`its weights have ${inputs} inputs, not a multiple of ${GROUP}`);
  const groups = inputs / GROUP;
  return {
    form,
    inputs,
    outputs,
    words: new Uint32Array(groups * toWordsPerGroup(form) * outputs),
    scales: new Uint32Array(groups * outputs),
  };
}

export function toWordsPerGroup(form: WeightForm): number {
  return form === "q4" ? 4 : 8;
}

/** True when packing is exact, apart from rounding Q4_K's scales to half precision. */
export function isLossless(type: BlockType, form: WeightForm): boolean {
  return form === "q4" ? ["Q4_0", "Q4_1", "Q4_K"].includes(type.name) : ["Q4_0", "Q8_0"].includes(type.name);
}

/** Packs one output's weights, given as whole blocks of the file, into a column. */
export function packRow(type: BlockType, row: Uint8Array, target: PackedWeight, column: number): void {
  const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
  const writer = createColumnWriter(target, column);
  if (target.form === "q4") packQ4(type, row, view, writer);
  else packQ8(type, row, view, writer);
}

interface ColumnWriter {
  readonly groups: number;
  word(group: number, index: number, bits: number): void;
  scale(group: number, bits: number): void;
}

function createColumnWriter({ form, inputs, outputs, words, scales }: PackedWeight, column: number): ColumnWriter {
  const perGroup = toWordsPerGroup(form);
  return {
    groups: inputs / GROUP,
    word: (group, index, bits) => {
      words[(group * perGroup + index) * outputs + column] = bits;
    },
    scale: (group, bits) => {
      scales[group * outputs + column] = bits;
    },
  };
}

function packQ4(type: BlockType, row: Uint8Array, view: DataView, writer: ColumnWriter): void {
  switch (type.name) {
    case "Q4_1":
      for (let group = 0; group < writer.groups; group += 1) {
        const at = group * type.bytes;
        writer.scale(group, view.getUint32(at, true));
        for (let index = 0; index < 4; index += 1) writer.word(group, index, view.getUint32(at + 4 + index * 4, true));
      }
      return;
    case "Q4_0":
      for (let group = 0; group < writer.groups; group += 1) {
        const at = group * type.bytes;
        const bits = view.getUint16(at, true);
        const minimum = -8 * fromHalf(bits);
        if (Math.abs(minimum) > 65_504) throw unsupported("its scales are too large for half precision");
        writer.scale(group, (bits | (toHalf(minimum) << 16)) >>> 0);
        for (let index = 0; index < 4; index += 1) writer.word(group, index, view.getUint32(at + 2 + index * 4, true));
      }
      return;
    case "Q4_K":
      packQ4K(type, view, writer);
      return;
    default: {
      const values = dequantise(type, row);
      for (let group = 0; group < writer.groups; group += 1) requantiseQ4(values, group, writer);
    }
  }
}

/** Copies the nibbles, regrouped from 64 values to 32. */
function packQ4K(type: BlockType, view: DataView, writer: ColumnWriter): void {
  for (let block = 0; block * 8 < writer.groups; block += 1) {
    const at = block * type.bytes;
    const { scales, minima } = readQ4KScales(view, at);
    for (let inner = 0; inner < 8; inner += 1) {
      const group = block * 8 + inner;
      writer.scale(group, (toHalf(scales[inner] ?? 0) | (toHalf(-(minima[inner] ?? 0)) << 16)) >>> 0);
      const data = at + 16 + (inner >> 1) * 32;
      const shift = inner % 2 === 0 ? 0 : 4;
      const nibble = (index: number): number => (view.getUint8(data + index) >> shift) & 15;
      for (let index = 0; index < 4; index += 1) writer.word(group, index, toQ4Word(nibble, index));
    }
  }
}

/** Word `index` of a group: byte `j` has the value of `j` low and that of `j + 16` high. */
function toQ4Word(nibble: (index: number) => number, index: number): number {
  let bits = 0;
  for (let byte = 0; byte < 4; byte += 1) {
    const at = index * 4 + byte;
    bits |= (nibble(at) | (nibble(at + 16) << 4)) << (byte * 8);
  }
  return bits >>> 0;
}

function requantiseQ4(values: Float32Array, group: number, writer: ColumnWriter): void {
  const part = values.subarray(group * GROUP, (group + 1) * GROUP);
  let minimum = Number.POSITIVE_INFINITY;
  let maximum = Number.NEGATIVE_INFINITY;
  for (const value of part) {
    minimum = Math.min(minimum, value);
    maximum = Math.max(maximum, value);
  }
  const scaleBits = toHalf((maximum - minimum) / 15);
  const minimumBits = toHalf(minimum);
  const scale = fromHalf(scaleBits);
  const base = fromHalf(minimumBits);
  const nibble = (index: number): number =>
    scale === 0 ? 0 : Math.min(15, Math.max(0, Math.round(((part[index] ?? 0) - base) / scale)));
  writer.scale(group, (scaleBits | (minimumBits << 16)) >>> 0);
  for (let index = 0; index < 4; index += 1) writer.word(group, index, toQ4Word(nibble, index));
}

function packQ8(type: BlockType, row: Uint8Array, view: DataView, writer: ColumnWriter): void {
  switch (type.name) {
    case "Q8_0":
      for (let group = 0; group < writer.groups; group += 1) {
        const at = group * type.bytes;
        writer.scale(group, toFloatBits(fromHalf(view.getUint16(at, true))));
        for (let index = 0; index < 8; index += 1) writer.word(group, index, view.getUint32(at + 2 + index * 4, true));
      }
      return;
    case "Q4_0":
      for (let group = 0; group < writer.groups; group += 1) {
        const at = group * type.bytes;
        writer.scale(group, toFloatBits(fromHalf(view.getUint16(at, true))));
        const byte = (index: number): number => {
          const packed = view.getUint8(at + 2 + (index % 16));
          return (index < 16 ? packed & 15 : packed >> 4) - 8;
        };
        for (let index = 0; index < 8; index += 1) writer.word(group, index, toQ8Word(byte, index));
      }
      return;
    default: {
      const values = dequantise(type, row);
      for (let group = 0; group < writer.groups; group += 1) requantiseQ8(values, group, writer);
    }
  }
}

function toQ8Word(byte: (index: number) => number, index: number): number {
  let bits = 0;
  for (let at = 0; at < 4; at += 1) bits |= (byte(index * 4 + at) & 255) << (at * 8);
  return bits >>> 0;
}

function requantiseQ8(values: Float32Array, group: number, writer: ColumnWriter): void {
  const part = values.subarray(group * GROUP, (group + 1) * GROUP);
  let maximum = 0;
  for (const value of part) maximum = Math.max(maximum, Math.abs(value));
  const scale = Math.fround(maximum / 127);
  writer.scale(group, toFloatBits(scale));
  const byte = (index: number): number => (scale === 0 ? 0 : Math.round((part[index] ?? 0) / scale));
  for (let index = 0; index < 8; index += 1) writer.word(group, index, toQ8Word(byte, index));
}

const word = new DataView(new ArrayBuffer(4));

function toFloatBits(value: number): number {
  word.setFloat32(0, value);
  return word.getUint32(0);
}
