import type { SlicedFile } from "../files/store-file.ts";
import { addProduct } from "./add-product.ts";
import { Q4_1, Q8_0 } from "./block-types.ts";
import { corrupt } from "./gguf-fault.ts";
import { fromHalf, toHalf } from "./half-float.ts";
import type { Adapter, AdapterFactors } from "./read-adapter.ts";
import { rewriteGguf, type TensorRewrite } from "./rewrite-gguf.ts";

/** `general.file_type` of a file whose matrices are mostly Q8_0. */
const MOSTLY_Q8_0 = 7;

/**
 * Adds an adapter to the Q4_1 matrices of a file while it is read; they become Q8_0. Every step is rounded to f32 by
 * itself, as `dev/model/starter/README.md` says, so that every machine makes the same bytes as `dev/model/starter/merge.py`.
 * Rejects with a `GgufFault` when a matrix of the adapter is not in the file or has another form.
 */
export async function mergeAdapter(file: SlicedFile, { tensors }: Adapter): Promise<SlicedFile> {
  const left = new Set(tensors.keys());
  const merged = await rewriteGguf(
    file,
    ({ name, shape, typeNumber }) => {
      const factors = tensors.get(name);
      if (factors === undefined) return null;
      if (typeNumber !== Q4_1.number) throw corrupt(`'${name}' is not Q4_1, as the adapter expects it`);
      if (shape.length !== 2 || shape[0] !== factors.inputs || shape[1] !== factors.outputs) {
        throw corrupt(`'${name}' has another shape than in the adapter`);
      }
      left.delete(name);
      return toRewrite(factors);
    },
    MOSTLY_Q8_0,
  );
  const [missing] = left;
  if (missing !== undefined) throw corrupt(`the file has no '${missing}', which the adapter changes`);
  return merged ?? file;
}

function toRewrite(factors: AdapterFactors): TensorRewrite {
  return {
    from: Q4_1,
    to: Q8_0,
    convert: (rows, firstRow) => {
      const weights = dequantiseQ41(rows);
      addProduct(weights, factors, firstRow);
      return quantise(weights);
    },
  };
}

/** The values of Q4_1 blocks, as ggml reads them: two halves, the scale and the minimum, and 32 numbers of 4 bits. */
export function dequantiseQ41(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = new Float32Array((bytes.length / Q4_1.bytes) * Q4_1.values);
  for (let at = 0, out = 0; at < bytes.length; at += Q4_1.bytes, out += Q4_1.values) {
    const scale = fromHalf(view.getUint16(at, true));
    const minimum = fromHalf(view.getUint16(at + 2, true));
    for (let index = 0; index < 16; index += 1) {
      const byte = view.getUint8(at + 4 + index);
      values[out + index] = (byte & 15) * scale + minimum;
      values[out + index + 16] = (byte >> 4) * scale + minimum;
    }
  }
  return values;
}

/** Q8_0 blocks: a scale of 16 bits and 32 bytes, halves rounded away from zero, as ggml does. */
function quantise(weights: Float32Array): Uint8Array {
  const { fround } = Math;
  const bytes = new Uint8Array((weights.length / Q8_0.values) * Q8_0.bytes);
  for (let from = 0, at = 0; from < weights.length; from += Q8_0.values, at += Q8_0.bytes) {
    let most = 0;
    for (let index = from; index < from + Q8_0.values; index += 1) {
      const size = Math.abs(weights[index] as number);
      if (size > most) most = size;
    }
    const scale = fround(most / 127);
    const inverse = scale === 0 ? 0 : fround(1 / scale);
    const half = toHalf(scale);
    bytes[at] = half & 0xff;
    bytes[at + 1] = half >> 8;
    for (let index = 0; index < Q8_0.values; index += 1) {
      const value = fround((weights[from + index] as number) * inverse);
      // Exact: a value of f32 and a half fit into f64, and `|` cuts towards zero.
      bytes[at + 2 + index] = (value + (value < 0 ? -0.5 : 0.5)) | 0;
    }
  }
  return bytes;
}
