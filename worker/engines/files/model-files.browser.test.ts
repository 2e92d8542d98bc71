import { beforeEach, describe, expect, test } from "vitest";
import { createMemoryModelFiles, type ModelFiles, openModelFiles, PART_BYTES } from "./model-files.ts";

const facts = { bytes: PART_BYTES + 3, sha256: "ab", title: "Model" };

describe.each<[string, () => Promise<ModelFiles>]>([
  ["the origin's private file system", () => openModelFiles(navigator.storage)],
  ["memory", async () => createMemoryModelFiles()],
])("model files in %s", (_name, open) => {
  let files: ModelFiles;

  beforeEach(async () => {
    files = await open();
    await files.delete("model");
  });

  async function writeAll(): Promise<void> {
    await files.writePart("model", 0, new Uint8Array(PART_BYTES).fill(1));
    await files.writePart("model", 1, new Uint8Array([7, 8, 9]));
  }

  test("a file opens once it is sealed, byte for byte", async () => {
    await writeAll();
    expect(await files.open("model")).toBeNull();
    await files.seal("model", facts);
    const file = await files.open("model");
    expect(file?.size).toBe(facts.bytes);
    const end = new Uint8Array((await file?.slice(PART_BYTES - 1).arrayBuffer()) ?? []);
    expect([...end]).toEqual([1, 7, 8, 9]);
    expect(await files.listSealed()).toContainEqual({ name: "model", ...facts });
  });

  test("what was begun and not sealed is listed with the bytes that came, and no longer once it is sealed", async () => {
    expect((await files.listPartial()).some(({ name }) => name === "model")).toBe(false);
    await writeAll();
    expect(await files.listPartial()).toContainEqual({ name: "model", bytes: PART_BYTES + 3 });
    await files.seal("model", facts);
    expect((await files.listPartial()).some(({ name }) => name === "model")).toBe(false);
  });

  test("a sealed file that lost a part does not open", async () => {
    await files.writePart("model", 0, new Uint8Array(PART_BYTES));
    await files.seal("model", facts);
    expect(await files.open("model")).toBeNull();
  });

  test("deleting takes everything, and deleting nothing is no error", async () => {
    await writeAll();
    await files.seal("model", facts);
    await files.delete("model");
    await files.delete("model");
    expect(await files.readParts("model")).toEqual([]);
    expect((await files.listSealed()).some(({ name }) => name === "model")).toBe(false);
  });
});

test("what was written is there for the next one who opens it", async () => {
  const first = await openModelFiles(navigator.storage);
  expect(first.durable).toBe(true);
  await first.writePart("kept", 0, new Uint8Array([1, 2]));
  await first.seal("kept", { bytes: 2, sha256: "cd", title: "Kept" });
  const file = await (await openModelFiles(navigator.storage)).open("kept");
  expect(new Uint8Array((await file?.arrayBuffer()) ?? [])).toEqual(new Uint8Array([1, 2]));
  await first.delete("kept");
});
