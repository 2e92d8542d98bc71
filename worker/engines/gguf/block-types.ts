/** How a GGUF tensor's values are packed: `values` of them in `bytes` bytes. */
export interface BlockType {
  readonly name: "F32" | "F16" | "BF16" | "Q4_0" | "Q4_1" | "Q8_0" | "Q4_K" | "Q6_K";
  readonly values: number;
  readonly bytes: number;
}

/** The types we convert, by their number in the file (ggml's `enum ggml_type`). */
export const BLOCK_TYPES: ReadonlyMap<number, BlockType> = new Map([
  [0, { name: "F32", values: 1, bytes: 4 }],
  [1, { name: "F16", values: 1, bytes: 2 }],
  [2, { name: "Q4_0", values: 32, bytes: 18 }],
  [3, { name: "Q4_1", values: 32, bytes: 20 }],
  [8, { name: "Q8_0", values: 32, bytes: 34 }],
  [12, { name: "Q4_K", values: 256, bytes: 144 }],
  [14, { name: "Q6_K", values: 256, bytes: 210 }],
  [30, { name: "BF16", values: 1, bytes: 2 }],
]);
