import { fromBase64 } from "../../protocol/base64.ts";
import type { AdapterFactors } from "./read-adapter.ts";

/**
 * A WebAssembly module of one function, because the product of a model's factors takes seconds in JavaScript: four
 * values at once, and each operation rounded to f32 by itself as well.
 *
 *     (module (memory (import "m" "m") 1)
 *       (func (export "add") (param $sums i32) (param $row i32) (param $bytes i32) (param $by f32)
 *         (local $factor v128) (local $end i32)
 *         (local.set $factor (f32x4.splat (local.get $by)))
 *         (local.set $end (i32.add (local.get $sums) (local.get $bytes)))
 *         (loop
 *           (v128.store (local.get $sums) (f32x4.add (v128.load (local.get $sums))
 *             (f32x4.mul (v128.load (local.get $row)) (local.get $factor))))
 *           (local.set $row (i32.add (local.get $row) (i32.const 16)))
 *           (local.tee $sums (i32.add (local.get $sums) (i32.const 16)))
 *           (br_if 0 (i32.lt_u (local.get $end))))))
 */
const MODULE =
  "AGFzbQEAAAABCAFgBH9/f30AAggBAW0BbQIAAQMCAQAHBwEDYWRkAAAKRQFDAgF7AX8gA/0TIQQgACACaiEFA0AgACAA/QAEACAB/QAEACAE/eYB/eQB" +
  "/QsEACABQRBqIQEgAEEQaiIAIAVJDQALCw==";
const PAGE_BYTES = 65_536;

/** Adds `by` times a row to a row; all are places in `memory`, in bytes. */
interface Adder {
  readonly memory: WebAssembly.Memory;
  add(sums: number, row: number, bytes: number, by: number): void;
}

/** One for all matrices, as each memory reserves much of the address space. */
let adder: Adder | undefined;

/**
 * Adds the product of an adapter's factors to whole rows of a matrix, the first of which is row `firstRow`. A sum runs over
 * the rank from the first row to the last.
 */
export function addProduct(weights: Float32Array, { inputs, inner, outer }: AdapterFactors, firstRow: number): void {
  adder ??= createAdder();
  const { memory, add } = adder;
  const rowBytes = 4 * inputs;
  const missing = (inner.length + 1) * rowBytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  const values = new Float32Array(memory.buffer, 0, (inner.length + 1) * inputs);
  const sums = values.subarray(0, inputs);
  for (const [rank, row] of inner.entries()) values.set(row, (rank + 1) * inputs);
  for (let start = 0, row = firstRow; start < weights.length; start += inputs, row += 1) {
    sums.fill(0);
    for (const [rank, column] of outer.entries()) add(0, (rank + 1) * rowBytes, rowBytes, column[row] as number);
    for (let index = 0; index < inputs; index += 1) {
      weights[start + index] = (weights[start + index] as number) + (sums[index] as number);
    }
  }
}

/** Any browser that can run llama.cpp, for which matrices are merged, can compile it. */
function createAdder(): Adder {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(fromBase64(MODULE)), { m: { m: memory } });
  return { memory, add: exports.add as Adder["add"] };
}
