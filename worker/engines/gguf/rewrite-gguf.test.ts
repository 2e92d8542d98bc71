import { describe, expect, test } from "vitest";
import type { SlicedFile } from "../files/store-file.ts";
import { Q4_0, Q8_0 } from "./block-types.ts";
import { createBlocks, createGgufFile, type TestTensor } from "./gguf-file.fixture.ts";
import { readGgufLayout, toByteSource } from "./read-gguf.ts";
import { rewriteGguf, type TensorRewrite } from "./rewrite-gguf.ts";

const UNKNOWN_TYPE = 99;
const TENSORS: readonly TestTensor[] = [
  { name: "first", shape: [64, 7], type: Q4_0.number, data: createBlocks(Q4_0, 14) },
  { name: "größe", shape: [5], type: UNKNOWN_TYPE, data: new Uint8Array([1, 2, 3, 4, 5]) },
  { name: "last", shape: [32, 3, 2], type: Q4_0.number, data: createBlocks(Q4_0, 6, 9) },
];

async function readAll(file: SlicedFile): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, file.size).arrayBuffer());
}

async function rewrite(file: Blob, names: readonly string[]): Promise<SlicedFile> {
  const rewritten = await rewriteGguf(file, ({ name, shape }) => (names.includes(name) ? numberRows(shape) : null));
  if (rewritten === null) throw new Error("nothing was rewritten");
  return rewritten;
}

/** Fills each row of the new type with the row's number. */
function numberRows([values = 0]: readonly number[]): TensorRewrite {
  const [oldRow, newRow] = [Q4_0, Q8_0].map(({ bytes }) => (values / 32) * bytes);
  return {
    from: Q4_0,
    to: Q8_0,
    convert: (rows, firstRow) =>
      Uint8Array.from(
        { length: (rows.length / (oldRow ?? 1)) * (newRow ?? 1) },
        (_, at) => firstRow + Math.floor(at / (newRow ?? 1)),
      ),
  };
}

describe("a rewritten GGUF file", () => {
  test.each([32, 64])(
    "has the new types at aligned offsets, and all else as before (alignment %i)",
    async (alignment) => {
      const file = createGgufFile(TENSORS, alignment);
      const bytes = await readAll(await rewrite(file, ["first", "last"]));
      const [before, after] = await Promise.all(
        [file, new Blob([bytes.slice()])].map((each) => readGgufLayout(toByteSource(each))),
      );
      expect(after?.metadata).toEqual(before?.metadata);
      expect(after?.entriesStart).toBe(before?.entriesStart);
      expect(after?.entries.map(({ name, shape, typeNumber }) => ({ name, shape, typeNumber }))).toEqual([
        { name: "first", shape: [64, 7], typeNumber: Q8_0.number },
        { name: "größe", shape: [5], typeNumber: UNKNOWN_TYPE },
        { name: "last", shape: [32, 3, 2], typeNumber: Q8_0.number },
      ]);
      const read = (index: number, length: number): number[] => {
        const { offset = 0 } = after?.entries[index] ?? {};
        expect(offset % alignment).toBe(0);
        return [...bytes.subarray(offset, offset + length)];
      };
      const toRows = (rows: number, length: number): number[] =>
        Array.from({ length: rows * length }, (_, at) => Math.floor(at / length));
      expect(read(0, 7 * 68)).toEqual(toRows(7, 68));
      expect(read(1, 5)).toEqual([1, 2, 3, 4, 5]);
      expect(read(2, 6 * 34)).toEqual(toRows(6, 34));
    },
  );

  test("has the same bytes however it is cut", async () => {
    const rewritten = await rewrite(createGgufFile(TENSORS), ["first", "last"]);
    const whole = await readAll(rewritten);
    expect(whole.length).toBe(rewritten.size);
    for (const step of [1, 7, 33, 100, 10_000]) {
      const pieces: number[] = [];
      for (let start = 0; start < rewritten.size; start += step) {
        pieces.push(...new Uint8Array(await rewritten.slice(start, start + step).arrayBuffer()));
      }
      expect(pieces).toEqual([...whole]);
    }
  });

  test("is converted in steps of about a megabyte", async () => {
    const rows = 70_000;
    const file = createGgufFile([
      { name: "large", shape: [32, rows], type: Q4_0.number, data: createBlocks(Q4_0, rows) },
    ]);
    const seen: number[] = [];
    const rewritten = await rewriteGguf(file, () => ({
      from: Q4_0,
      to: Q8_0,
      convert: (bytes) => {
        seen.push(bytes.length / Q4_0.bytes);
        return new Uint8Array((bytes.length / Q4_0.bytes) * Q8_0.bytes);
      },
    }));
    await readAll(rewritten ?? new Blob());
    expect(seen.reduce((sum, count) => sum + count, 0)).toBe(rows);
    expect(Math.max(...seen) * Q8_0.bytes).toBeLessThanOrEqual(1 << 20);
  });

  test("is none where no tensor is rewritten", async () => {
    expect(await rewriteGguf(createGgufFile(TENSORS), () => null)).toBeNull();
  });

  test.each<[string, TestTensor[], RegExp]>([
    [
      "is too short for its rows",
      [{ name: "cut", shape: [32, 1000], type: Q4_0.number, data: createBlocks(Q4_0, 3) }],
      /overlaps the next or the end/,
    ],
    [
      "has rows that are no whole blocks",
      [{ name: "odd", shape: [33, 2], type: Q4_0.number, data: createBlocks(Q4_0, 4) }],
      /not whole blocks/,
    ],
  ])("is refused where a tensor %s", async (_fault, tensors, message) => {
    await expect(rewriteGguf(createGgufFile(tensors), ({ shape }) => numberRows(shape))).rejects.toThrow(message);
  });
});
