import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dequantise } from "../../worker/engines/gguf/dequantise.ts";
import { readGguf, toByteSource } from "../../worker/engines/gguf/read-gguf.ts";
import { toFloatGguf } from "./gguf-to-floats.ts";

test("a GGUF file in floats says the same of itself and holds the same values", async () => {
  const file = new Blob([readFileSync(new URL("../model/tiny/tiny.gguf", import.meta.url))]);
  const floats = await toFloatGguf(file);
  const [before, after] = [await readGguf(toByteSource(file)), await readGguf(toByteSource(floats))];
  expect([...after.metadata]).toEqual([...before.metadata]);
  expect([...after.tensors.keys()]).toEqual([...before.tensors.keys()]);
  for (const [name, tensor] of before.tensors) {
    const other = after.tensors.get(name);
    expect(other).toMatchObject({ shape: tensor.shape, type: { name: "F32" } });
    const read = async (from: Blob, { type, offset, bytes }: typeof tensor): Promise<Buffer> =>
      Buffer.from(dequantise(type, await toByteSource(from).read(offset, bytes)).buffer);
    expect((await read(floats, other ?? tensor)).equals(await read(file, tensor))).toBe(true);
  }
});
