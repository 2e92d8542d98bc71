/** How a GGUF tensor's values are packed: `values` of them in `bytes` bytes. */
export interface BlockType {
  readonly name: "F32" | "F16" | "BF16" | "Q4_0" | "Q4_1" | "Q5_0" | "Q5_1" | "Q8_0" | "Q4_K" | "Q6_K";
  /** Its number in the file (ggml's `enum ggml_type`). */
  readonly number: number;
  readonly values: number;
  readonly bytes: number;
}

export const Q4_0: BlockType = { name: "Q4_0", number: 2, values: 32, bytes: 18 };
export const Q4_1: BlockType = { name: "Q4_1", number: 3, values: 32, bytes: 20 };
export const Q5_0: BlockType = { name: "Q5_0", number: 6, values: 32, bytes: 22 };
export const Q5_1: BlockType = { name: "Q5_1", number: 7, values: 32, bytes: 24 };
export const Q8_0: BlockType = { name: "Q8_0", number: 8, values: 32, bytes: 34 };

/** The types that can be unpacked, by their number. */
export const BLOCK_TYPES: ReadonlyMap<number, BlockType> = new Map(
  [
    { name: "F32", number: 0, values: 1, bytes: 4 } as const,
    { name: "F16", number: 1, values: 1, bytes: 2 } as const,
    Q4_0,
    Q4_1,
    Q5_0,
    Q5_1,
    Q8_0,
    { name: "Q4_K", number: 12, values: 256, bytes: 144 } as const,
    { name: "Q6_K", number: 14, values: 256, bytes: 210 } as const,
    { name: "BF16", number: 30, values: 1, bytes: 2 } as const,
  ].map((type) => [type.number, type]),
);
