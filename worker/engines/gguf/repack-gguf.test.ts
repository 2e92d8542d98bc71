import { describe, expect, test } from "vitest";
import type { SlicedFile } from "../files/store-file.ts";
import { type BlockType, Q4_0, Q4_1, Q5_0, Q5_1, Q8_0 } from "./block-types.ts";
import { dequantise } from "./dequantise.ts";
import { createBlocks, createGgufFile } from "./gguf-file.fixture.ts";
import { readGguf, toByteSource } from "./read-gguf.ts";
import { type RepackTarget, repackGguf, repackTo } from "./repack-gguf.ts";

const F32_DATA = new Uint8Array(new Float32Array([1, 2, 3]).buffer);

function createFile(type: BlockType, blocks = createBlocks(type, 60, 3)): Blob {
  return createGgufFile([
    { name: "norm", shape: [3], type: 0, data: F32_DATA },
    { name: "weight", shape: [96, 20], type: type.number, data: blocks },
  ]);
}

async function readWeights(file: SlicedFile): Promise<{ readonly type: string; readonly values: Float32Array }> {
  const source = toByteSource(file);
  const tensor = (await readGguf(source)).tensors.get("weight");
  if (tensor === undefined) throw new Error("no weight");
  return { type: tensor.type.name, values: dequantise(tensor.type, await source.read(tensor.offset, tensor.bytes)) };
}

async function repack(target: RepackTarget, file: Blob): Promise<SlicedFile> {
  const repacked = await repackTo(target, file);
  if (repacked === null) throw new Error("nothing to repack");
  return repacked;
}

describe("repacking", () => {
  test.each<[string, BlockType, RepackTarget, BlockType]>([
    ["Q4_0", Q4_0, "Q8_0", Q8_0],
    ["Q4_0", Q4_0, "Q5", Q5_0],
    ["Q4_1", Q4_1, "Q5", Q5_1],
  ])("%s keeps every weight exactly (%o, %s)", async (_name, from, target, to) => {
    const file = createFile(from);
    const [before, after] = [await readWeights(file), await readWeights(await repack(target, file))];
    expect(after.type).toBe(to.name);
    expect([...after.values]).toEqual([...before.values]);
  });

  test("Q4_1 to Q8_0 rounds to 1/127 of the largest weight of a block", async () => {
    const file = createFile(Q4_1);
    const [before, after] = [await readWeights(file), await readWeights(await repack("Q8_0", file))];
    expect(after.type).toBe("Q8_0");
    for (let block = 0; block < before.values.length; block += 32) {
      const weights = [...before.values.subarray(block, block + 32)];
      const step = Math.max(...weights.map(Math.abs)) / 127;
      // Half a step, and what rounding the step to half precision costs.
      weights.forEach((weight, index) => {
        expect(Math.abs((after.values[block + index] ?? 0) - weight)).toBeLessThanOrEqual(
          step * 0.5 + step * 127 * 2 ** -11,
        );
      });
    }
  });

  test("a block of zeros stays zero", async () => {
    const file = createFile(Q4_1, new Uint8Array(60 * Q4_1.bytes));
    expect((await readWeights(await repack("Q8_0", file))).values.every((value) => value === 0)).toBe(true);
  });

  test("leaves other tensors as they are", async () => {
    const repacked = await repack("Q8_0", createFile(Q4_1));
    const source = toByteSource(repacked);
    const norm = (await readGguf(source)).tensors.get("norm");
    expect(await source.read(norm?.offset ?? 0, 12)).toEqual(F32_DATA);
  });

  test("takes the fastest type that the memory allows, and the file itself where it allows none", async () => {
    const file = createFile(Q4_1);
    const sizes = { fast: (await repack("Q8_0", file)).size, small: (await repack("Q5", file)).size };
    const typeFor = async (bytes: number): Promise<string> => (await readWeights(await repackGguf(file, bytes))).type;
    expect(await typeFor(sizes.fast)).toBe("Q8_0");
    expect(await typeFor(sizes.fast - 1)).toBe("Q5_1");
    expect(await typeFor(sizes.small - 1)).toBe("Q4_1");
  });

  test("gives a file without such tensors, or one that is no GGUF, as it is", async () => {
    const other = createFile(Q8_0);
    expect(await repackGguf(other, Number.POSITIVE_INFINITY)).toBe(other);
    const text = new Blob(["no model"]);
    expect(await repackGguf(text, Number.POSITIVE_INFINITY)).toBe(text);
  });
});
