import type { BlockType } from "./block-types.ts";
import { fromHalf } from "./half-float.ts";
import { dequantiseQ41 } from "./merge-adapter.ts";

/** Unpacks the block at `at` into the values from `out` on. */
type Unpack = (view: DataView, at: number, values: Float32Array, out: number) => void;

const UNPACK: Readonly<Record<BlockType["name"], Unpack>> = {
  F32: (view, at, values, out) => {
    values[out] = view.getFloat32(at, true);
  },
  F16: (view, at, values, out) => {
    values[out] = fromHalf(view.getUint16(at, true));
  },
  BF16: (view, at, values, out) => {
    values[out] = toFloat32(view.getUint16(at, true) << 16);
  },
  Q4_0: (view, at, values, out) => {
    const scale = fromHalf(view.getUint16(at, true));
    for (let index = 0; index < 16; index += 1) {
      const byte = view.getUint8(at + 2 + index);
      values[out + index] = ((byte & 15) - 8) * scale;
      values[out + index + 16] = ((byte >> 4) - 8) * scale;
    }
  },
  Q4_1: (view, at, values, out) => {
    values.set(dequantiseQ41(new Uint8Array(view.buffer, view.byteOffset + at, 20)), out);
  },
  Q5_0: (view, at, values, out) => {
    const scale = fromHalf(view.getUint16(at, true));
    const fifths = view.getUint32(at + 2, true);
    for (let index = 0; index < 32; index += 1) {
      const nibble = (view.getUint8(at + 6 + (index % 16)) >> (index < 16 ? 0 : 4)) & 15;
      values[out + index] = ((nibble | (((fifths >>> index) & 1) << 4)) - 16) * scale;
    }
  },
  Q5_1: (view, at, values, out) => {
    const scale = fromHalf(view.getUint16(at, true));
    const minimum = fromHalf(view.getUint16(at + 2, true));
    const fifths = view.getUint32(at + 4, true);
    for (let index = 0; index < 32; index += 1) {
      const nibble = (view.getUint8(at + 8 + (index % 16)) >> (index < 16 ? 0 : 4)) & 15;
      values[out + index] = (nibble | (((fifths >>> index) & 1) << 4)) * scale + minimum;
    }
  },
  Q8_0: (view, at, values, out) => {
    const scale = fromHalf(view.getUint16(at, true));
    for (let index = 0; index < 32; index += 1) values[out + index] = view.getInt8(at + 2 + index) * scale;
  },
  Q4_K: (view, at, values, out) => {
    const { scales, minima } = readQ4KScales(view, at);
    for (let group = 0; group < 8; group += 1) {
      const scale = scales[group] ?? 0;
      const minimum = minima[group] ?? 0;
      for (let index = 0; index < 32; index += 1) {
        const byte = view.getUint8(at + 16 + (group >> 1) * 32 + index);
        const nibble = group % 2 === 0 ? byte & 15 : byte >> 4;
        values[out + group * 32 + index] = nibble * scale - minimum;
      }
    }
  },
  Q6_K: (view, at, values, out) => {
    const scale = fromHalf(view.getUint16(at + 208, true));
    for (let half = 0; half < 2; half += 1) {
      const low = at + half * 64;
      const high = at + 128 + half * 32;
      const scales = at + 192 + half * 8;
      for (let index = 0; index < 32; index += 1) {
        const bits = view.getUint8(high + index);
        const nibbles = [
          view.getUint8(low + index) & 15,
          view.getUint8(low + 32 + index) & 15,
          view.getUint8(low + index) >> 4,
          view.getUint8(low + 32 + index) >> 4,
        ];
        nibbles.forEach((nibble, quarter) => {
          const value = (nibble | (((bits >> (2 * quarter)) & 3) << 4)) - 32;
          const groupScale = view.getInt8(scales + (index >> 4) + 2 * quarter);
          values[out + half * 128 + quarter * 32 + index] = scale * groupScale * value;
        });
      }
    }
  },
};

/**
 * Unpacks blocks into values, as ggml's `dequantize_row_*` does. `bytes` holds whole blocks; the result has their
 * values in order.
 */
export function dequantise(type: BlockType, bytes: Uint8Array): Float32Array {
  const blocks = bytes.length / type.bytes;
  const values = new Float32Array(blocks * type.values);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const unpack = UNPACK[type.name];
  for (let block = 0; block < blocks; block += 1) unpack(view, block * type.bytes, values, block * type.values);
  return values;
}

/** The eight groups' scales and minima of a Q4_K block, 6 bits each, spread over 12 bytes. */
function readQ4KScales(view: DataView, at: number): { scales: Float64Array; minima: Float64Array } {
  const scale = fromHalf(view.getUint16(at, true));
  const minimum = fromHalf(view.getUint16(at + 2, true));
  const packed = (index: number): number => view.getUint8(at + 4 + index);
  const scales = new Float64Array(8);
  const minima = new Float64Array(8);
  for (let group = 0; group < 8; group += 1) {
    const isFirst = group < 4;
    const s = isFirst ? packed(group) & 63 : (packed(group + 4) & 15) | ((packed(group - 4) >> 6) << 4);
    const m = isFirst ? packed(group + 4) & 63 : (packed(group + 4) >> 4) | ((packed(group) >> 6) << 4);
    scales[group] = scale * s;
    minima[group] = minimum * m;
  }
  return { scales, minima };
}

const word = new DataView(new ArrayBuffer(4));

function toFloat32(bits: number): number {
  word.setInt32(0, bits);
  return word.getFloat32(0);
}
