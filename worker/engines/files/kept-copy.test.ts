import { createHash } from "node:crypto";
import { expect, test, vi } from "vitest";
import { type CopyDeps, deleteCopies, type KeptCopy, openCopy, verifyCopies, writeCopy } from "./kept-copy.ts";
import { withQuotaFor } from "./model-files.fixture.ts";
import { createMemoryModelFiles, type ModelFiles } from "./model-files.ts";

const CONTENT = "0123456789abcdef-end";
const toHash = (text: string): string => createHash("sha256").update(text).digest("hex");
const COPY: KeptCopy = { of: "model", title: "Model", bytes: CONTENT.length, sha256: toHash(CONTENT) };

async function setUp(change: (files: ModelFiles) => ModelFiles = (files) => files) {
  const files = change({ ...createMemoryModelFiles(8), durable: true });
  await files.writePart("model", 0, new Uint8Array([1]));
  await files.seal("model", { bytes: 1, sha256: "", title: "Model" });
  const deps: CopyDeps = { files, freeBytes: null, wait: async () => undefined };
  return { files, deps };
}

async function listNames({ listSealed, listPartial }: ModelFiles): Promise<readonly string[]> {
  return [...(await listSealed()), ...(await listPartial())].map(({ name }) => name);
}

test("a copy is opened as it was written", async () => {
  const { files, deps } = await setUp();
  expect(await openCopy(COPY, files)).toBeNull();
  await writeCopy(new Blob([CONTENT]), COPY, deps);
  expect(await (await openCopy(COPY, files))?.text()).toBe(CONTENT);
});

test("an interrupted copy counts as none, and is continued after its whole parts", async () => {
  const { files, deps } = await setUp();
  const read: number[] = [];
  const content = {
    size: CONTENT.length,
    slice: (start = 0, end = CONTENT.length) => {
      read.push(start);
      return new Blob([CONTENT.slice(start, end)]);
    },
  };
  let waits = 0;
  const killed = { ...deps, wait: () => (++waits === 2 ? new Promise<void>(() => undefined) : Promise.resolve()) };
  vi.resetModules();
  const thread = await import("./kept-copy.ts");
  void thread.writeCopy(content, COPY, killed);
  await expect.poll(() => waits).toBe(2);
  expect(await openCopy(COPY, files)).toBeNull();
  await writeCopy(content, COPY, deps);
  expect(await (await openCopy(COPY, files))?.text()).toBe(CONTENT);
  expect(read).toEqual([0, 8, 16]);
});

test.each([
  ["with other bytes than expected", new Blob([CONTENT.replace("0", "1")]), (files: ModelFiles) => files],
  ["of another length", new Blob([`${CONTENT}!`]), (files: ModelFiles) => files],
  ["on a full disk", new Blob([CONTENT]), (files: ModelFiles) => withQuotaFor(1, files)],
  ["that lasts no longer than the tab", new Blob([CONTENT]), (files: ModelFiles) => ({ ...files, durable: false })],
])("nothing is left of one %s", async (_name, content, change) => {
  const { files, deps } = await setUp(change);
  await writeCopy(content, COPY, deps);
  expect(await openCopy(COPY, files)).toBeNull();
  expect(await listNames(files)).toEqual(["model"]);
});

test("nothing is written where it would leave less free than it takes", async () => {
  const { files, deps } = await setUp();
  await writeCopy(new Blob([CONTENT]), COPY, { ...deps, freeBytes: 2 * CONTENT.length - 1 });
  expect(await listNames(files)).toEqual(["model"]);
});

test("nothing is left when the file is deleted meanwhile", async () => {
  const { files, deps } = await setUp();
  const wait = async (): Promise<void> => {
    await files.delete("model");
    await deleteCopies("model", files);
  };
  await writeCopy(new Blob([CONTENT]), COPY, { ...deps, wait });
  expect(await listNames(files)).toEqual([]);
});

test("a copy made another way takes the place of an older one, and of no other file's", async () => {
  const { files, deps } = await setUp();
  await files.writePart("model-2", 0, new Uint8Array([1]));
  await files.seal("model-2", { bytes: 1, sha256: "", title: "" });
  const [older, other] = ["older", "other"].map((text) => ({ ...COPY, bytes: text.length, sha256: toHash(text) }));
  await writeCopy(new Blob(["older"]), { ...COPY, ...older }, deps);
  await writeCopy(new Blob(["other"]), { ...COPY, ...other, of: "model-2" }, deps);
  await writeCopy(new Blob([CONTENT]), COPY, deps);
  const names = [`copy-of-model-${COPY.sha256}`, `copy-of-model-2-${toHash("other")}`];
  expect((await listNames(files)).toSorted()).toEqual(["model", "model-2", ...names].toSorted());
  await deleteCopies("model", files);
  expect((await listNames(files)).toSorted()).toEqual(["model", "model-2", names[1]].toSorted());
});

test("a copy that has changed on the disk is deleted when it is checked, a sound one stays", async () => {
  const { files, deps } = await setUp();
  await writeCopy(new Blob([CONTENT]), COPY, deps);
  const check = { files, onProgress: () => undefined, signal: new AbortController().signal };
  await verifyCopies("model", check);
  expect(await openCopy(COPY, files)).not.toBeNull();
  await files.writePart(`copy-of-model-${COPY.sha256}`, 0, new TextEncoder().encode("01234567".replace("0", "1")));
  await verifyCopies("model", check);
  expect(await openCopy(COPY, files)).toBeNull();
});

test("a copy that is being written is not written twice at once", async () => {
  const { files, deps } = await setUp();
  const first = writeCopy(new Blob([CONTENT]), COPY, deps);
  const refused = new Blob(["never read!"]);
  await writeCopy(refused, COPY, { ...deps, files: withQuotaFor(0, files) });
  await first;
  expect(await openCopy(COPY, files)).not.toBeNull();
});
