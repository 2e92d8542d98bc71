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
    ["Q4_0", Q4_0, "fastest", Q8_0],
    ["Q4_0", Q4_0, "smallest", Q5_0],
    ["Q4_1", Q4_1, "fastest", Q5_1],
    ["Q4_1", Q4_1, "smallest", Q5_1],
  ])("%s keeps every weight exactly (%o, %s)", async (_name, from, target, to) => {
    const file = createFile(from);
    const [before, after] = [await readWeights(file), await readWeights(await repack(target, file))];
    expect(after.type).toBe(to.name);
    expect([...after.values]).toEqual([...before.values]);
  });

  test("leaves other tensors as they are", async () => {
    const repacked = await repack("fastest", createFile(Q4_1));
    const source = toByteSource(repacked);
    const norm = (await readGguf(source)).tensors.get("norm");
    expect(await source.read(norm?.offset ?? 0, 12)).toEqual(F32_DATA);
  });

  test("takes the fastest type that the memory allows, and the file itself where it allows none", async () => {
    const file = createFile(Q4_0);
    const sizes = { fast: (await repack("fastest", file)).size, small: (await repack("smallest", file)).size };
    const typeFor = async (bytes: number): Promise<string> => (await readWeights(await repackGguf(file, bytes))).type;
    expect(await typeFor(sizes.fast)).toBe("Q8_0");
    expect(await typeFor(sizes.fast - 1)).toBe("Q5_0");
    expect(await typeFor(sizes.small - 1)).toBe("Q4_0");
  });

  test("gives a file without such tensors, or one that is no GGUF, as it is", async () => {
    const other = createFile(Q8_0);
    expect(await repackGguf(other, Number.POSITIVE_INFINITY)).toBe(other);
    const text = new Blob(["no model"]);
    expect(await repackGguf(text, Number.POSITIVE_INFINITY)).toBe(text);
  });
});
