import type { SlicedFile } from "../files/store-file.ts";
import { type BlockType, Q4_0, Q4_1, Q5_0, Q5_1, Q8_0 } from "./block-types.ts";
import { GgufFault } from "./gguf-fault.ts";
import { rewriteGguf, type TensorRewrite } from "./rewrite-gguf.ts";

/**
 * Types that llama.cpp's WebAssembly computes faster than those of a file: it has no SIMD kernel for Q4_1, and its kernel
 * for Q4_0 is slower still. Every weight stays exactly what it was. (Q4_1 as Q8_0 would be a quarter faster, but rounds
 * the weights: of 500 next tokens of the starter 477 stay the same, as Q5_1 all 500.) The second target takes less memory.
 */
const TARGETS = ["fastest", "smallest"] as const;

export type RepackTarget = (typeof TARGETS)[number];

/**
 * Repacks a file's Q4_0 and Q4_1 tensors while it is read, to the fastest types with which the file has at most
 * `maxBytes`. Returns the file itself where it has no such tensors, has no room, or is not a readable GGUF.
 */
export async function repackGguf(file: SlicedFile, maxBytes: number): Promise<SlicedFile> {
  try {
    for (const target of TARGETS) {
      const repacked = await repackTo(target, file);
      if (repacked === null) return file;
      if (repacked.size <= maxBytes) return repacked;
    }
  } catch (error) {
    // The engine names the fault of a file that it cannot read.
    if (!(error instanceof GgufFault)) throw error;
  }
  return file;
}

/** Null when the file has no tensors to repack. Rejects with a `GgufFault`. */
export function repackTo(target: RepackTarget, file: SlicedFile): Promise<SlicedFile | null> {
  const rewrites = new Map(REWRITES[target].map((rewrite) => [rewrite.from.number, rewrite]));
  return rewriteGguf(file, ({ typeNumber }) => rewrites.get(typeNumber) ?? null);
}

const REWRITES: Readonly<Record<RepackTarget, readonly TensorRewrite[]>> = {
  fastest: [repackBlocks(Q4_0, Q8_0, fromQ4_0ToQ8_0), repackBlocks(Q4_1, Q5_1, fromQ4_1ToQ5_1)],
  smallest: [repackBlocks(Q4_0, Q5_0, fromQ4_0ToQ5_0), repackBlocks(Q4_1, Q5_1, fromQ4_1ToQ5_1)],
};

/** Converts the block at `at` of `old` to the one at `out` of `fresh`. */
type ConvertBlock = (old: Uint8Array, at: number, fresh: Uint8Array, out: number) => void;

function repackBlocks(from: BlockType, to: BlockType, convertBlock: ConvertBlock): TensorRewrite {
  return {
    from,
    to,
    convert: (rows) => {
      const blocks = rows.length / from.bytes;
      const fresh = new Uint8Array(blocks * to.bytes);
      for (let block = 0; block < blocks; block += 1) {
        convertBlock(rows, block * from.bytes, fresh, block * to.bytes);
      }
      return fresh;
    },
  };
}

/** A weight is `(nibble - 8) * scale` in Q4_0 and `byte * scale` in Q8_0. */
function fromQ4_0ToQ8_0(old: Uint8Array, at: number, fresh: Uint8Array, out: number): void {
  fresh[out] = old[at] ?? 0;
  fresh[out + 1] = old[at + 1] ?? 0;
  for (let index = 0; index < 16; index += 1) {
    const byte = old[at + 2 + index] ?? 0;
    fresh[out + 2 + index] = (byte & 15) - 8;
    fresh[out + 18 + index] = (byte >> 4) - 8;
  }
}

/** A weight is `(nibble - 8) * scale` in Q4_0 and `(five bits - 16) * scale` in Q5_0, whose fifth bits lie apart. */
function fromQ4_0ToQ5_0(old: Uint8Array, at: number, fresh: Uint8Array, out: number): void {
  fresh[out] = old[at] ?? 0;
  fresh[out + 1] = old[at + 1] ?? 0;
  for (let index = 0; index < 16; index += 1) {
    const byte = old[at + 2 + index] ?? 0;
    // Adding 8 turns over a nibble's highest bit and carries it into the fifth.
    fresh[out + 6 + index] = byte ^ 0x88;
    const bit = 1 << (index % 8);
    if (byte & 0x08) fresh[out + 2 + (index >> 3)] = (fresh[out + 2 + (index >> 3)] ?? 0) | bit;
    if (byte & 0x80) fresh[out + 4 + (index >> 3)] = (fresh[out + 4 + (index >> 3)] ?? 0) | bit;
  }
}

/** Q5_1 differs from Q4_1 only by four bytes of fifth bits, here all zero. */
function fromQ4_1ToQ5_1(old: Uint8Array, at: number, fresh: Uint8Array, out: number): void {
  for (let index = 0; index < 4; index += 1) fresh[out + index] = old[at + index] ?? 0;
  for (let index = 0; index < 16; index += 1) fresh[out + 8 + index] = old[at + 4 + index] ?? 0;
}
