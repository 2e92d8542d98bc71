import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeTinyModels, writeTinyProjector } from "../../../dev/scripts/gpu/write-tiny-models.ts";
import { createMemoryModelFiles } from "../files/model-files.ts";
import { storeFile } from "../files/store-file.ts";
import { deleteProjector, isProjector, listPerceiving, openProjector, storeProjector } from "./projector-files.ts";
import { readGgufLayout, toByteSource } from "./read-gguf.ts";

let folder = "";
let model = new File([], "");
let projector = new File([], "");
let wider = new File([], "");

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "alcove-projector-"));
  const [[, path] = ["", ""]] = await writeTinyModels("dev/model/tiny/tiny.gguf", folder);
  await writeTinyProjector(join(folder, "mmproj.gguf"));
  await writeTinyProjector(join(folder, "wide.gguf"), 256);
  model = new File([await readFile(path)], "tiny-llama.gguf");
  projector = new File([await readFile(join(folder, "mmproj.gguf"))], "mmproj-tiny-llama.gguf");
  wider = new File([await readFile(join(folder, "wide.gguf"))], "mmproj-wide.gguf");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function setUp() {
  const files = createMemoryModelFiles();
  const deps = { files, onProgress: () => undefined, signal: new AbortController().signal };
  const stored = await storeFile(model, "tiny-llama", deps);
  const same = await storeFile(model, "another", deps, "other-");
  if (!stored.ok || !same.ok) throw new Error("the models were not stored");
  const { name } = stored.value;
  const owners = [
    { id: "gone", title: "tiny-llama mmproj" },
    { id: name, title: "tiny-llama" },
    { id: same.value.name, title: "another" },
  ];
  const store = async (file: File) => storeProjector(file, await readGgufLayout(toByteSource(file)), owners, deps);
  return { files, name, other: same.value.name, store };
}

test("a projector is told from a model", async () => {
  expect(isProjector(await readGgufLayout(toByteSource(projector)))).toBe(true);
  expect(isProjector(await readGgufLayout(toByteSource(model)))).toBe(false);
});

test("it is stored with the model whose tokens are as wide, by name among several, and goes with it", async () => {
  const { files, name, other, store } = await setUp();
  expect(await store(projector)).toEqual({ ok: true, value: name });
  expect([...listPerceiving(await files.listSealed()).keys()]).toEqual([name]);
  expect((await openProjector(name, files))?.size).toBe(projector.size);
  expect(await openProjector(other, files)).toBeUndefined();
  await deleteProjector(name, files);
  expect(await openProjector(name, files)).toBeUndefined();
});

test("one that no stored model fits is refused, and nothing of it is kept", async () => {
  const { files, store } = await setUp();
  expect(await store(wider)).toMatchObject({ ok: false, failure: { code: "projector-alone" } });
  expect(listPerceiving(await files.listSealed()).size).toBe(0);
});

test("a second one takes the place of the first", async () => {
  const { files, name, store } = await setUp();
  await store(projector);
  const other = new File([await projector.arrayBuffer(), new Uint8Array(32)], "mmproj-2.gguf");
  expect(await store(other)).toMatchObject({ ok: true });
  expect((await openProjector(name, files))?.size).toBe(other.size);
  expect(listPerceiving(await files.listSealed()).size).toBe(1);
});
