import { expect, test } from "vitest";
import { createTrialStore, toEmptyTrial } from "./trial-store.ts";

/** A folder in memory with one file at most. */
function createFolder(text: string | null) {
  const kept = { text };
  const file = {
    getFile: async () => {
      if (kept.text === null) throw new DOMException("none", "NotFoundError");
      return new File([kept.text], "trials");
    },
    createWritable: async () => ({
      write: async (written: string) => {
        kept.text = written;
      },
      close: async () => undefined,
    }),
  };
  const folder = { getFileHandle: async () => file };
  return { kept, storage: { getDirectory: async () => folder as unknown as FileSystemDirectoryHandle } };
}

test("a trial is kept by its model and read back", async () => {
  const { storage } = createFolder(null);
  const store = createTrialStore(storage);
  const record = { ...toEmptyTrial("sha-1"), staged: { passed: 3, of: 4 } };
  await store.put(toEmptyTrial("sha-2"));
  await store.put(toEmptyTrial("sha-1"));
  await store.put(record);
  expect(await createTrialStore(storage).read("sha-1")).toEqual(record);
  expect(await store.read("other")).toBeNull();
});

test("what is of another version or malformed is passed over", async () => {
  const good = toEmptyTrial("good");
  const bad = [{ ...toEmptyTrial("old"), version: 0 }, { ...toEmptyTrial("odd"), native: { passed: 3, of: 2 } }, 7];
  const store = createTrialStore(createFolder(JSON.stringify([good, ...bad])).storage);
  expect(await store.read("good")).toEqual(good);
  for (const modelId of ["old", "odd"]) expect(await store.read(modelId)).toBeNull();
});

test("without a file system it is kept until the tab closes", async () => {
  const store = createTrialStore({ getDirectory: () => Promise.reject(new DOMException("refused", "SecurityError")) });
  await store.put(toEmptyTrial("m"));
  expect(await store.read("m")).toEqual(toEmptyTrial("m"));
});
