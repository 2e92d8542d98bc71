import type { SlicedFile } from "../files/store-file.ts";
import { addProduct } from "./add-product.ts";
import { Q4_1, Q8_0 } from "./block-types.ts";
import { dequantise } from "./dequantise.ts";
import { corrupt } from "./gguf-fault.ts";
import { toHalf } from "./half-float.ts";
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
    { fileType: MOSTLY_Q8_0 },
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
      const weights = dequantise(Q4_1, rows);
      addProduct(weights, factors, firstRow);
      return quantise(weights);
    },
  };
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
