import { createHash, randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { Result } from "../../protocol/failure.ts";
import { createMemoryModelFiles, type ModelFiles } from "../files/model-files.ts";
import { MANIFEST_PATH, readManifest } from "./manifest.ts";
import { type CachedPiece, createPackFiles, type PackEnvironment } from "./pack-files.ts";
import { createTar, readTar } from "./tar.ts";

/** Small, so that hashing takes no time. */
const PART_BYTES = 256 * 1024;
const weights = randomBytes(PART_BYTES + 77);
const digest = createHash("sha256").update(weights).digest("hex");
const pieces: readonly CachedPiece[] = ["one", "two"].map((name) => ({
  cache: "webllm/model",
  url: `https://models.example/Some-Model/resolve/main/${name}.bin`,
  mediaType: "application/octet-stream",
  content: new Blob([name.repeat(10)]),
}));

interface TestPlace extends PackEnvironment {
  readonly kept: Map<string, CachedPiece>;
}

function createPlace(files: ModelFiles = createMemoryModelFiles(PART_BYTES)): TestPlace {
  const kept = new Map<string, CachedPiece>();
  return {
    files,
    kept,
    pieces: {
      list: async (modelId) => (modelId === "webllm:Some-Model" ? pieces : []),
      has: async ({ url }) => kept.has(url),
      put: async (piece) => void kept.set(piece.url, piece),
      delete: async ({ url }) => void kept.delete(url),
    },
    listAppFiles: async () => [
      { path: "index.html", file: new Blob(["<!doctype html>"]) },
      { path: "assets/main.js", file: new Blob(["start()"]) },
    ],
    findServedPath: (modelId) => (modelId === "starter" ? "models/starter/starter.gguf" : null),
    findTitle: (modelId) => modelId,
    findPinnedHash: (name) => (name === "starter" ? digest : null),
    now: () => Date.UTC(2026, 3, 1),
  };
}

async function createFullPlace(): Promise<TestPlace> {
  const place = createPlace();
  for (const name of ["starter", `imported-${digest}`]) {
    await place.files.writePart(name, 0, new Uint8Array(weights.subarray(0, PART_BYTES)));
    await place.files.writePart(name, 1, new Uint8Array(weights.subarray(PART_BYTES)));
    await place.files.seal(name, { bytes: weights.length, sha256: digest, title: `Title of ${name}` });
  }
  return place;
}

async function make(place: PackEnvironment): Promise<Blob> {
  const models = ["starter", `imported-${digest}`, "webllm:Some-Model"];
  const made = await createPackFiles(place).make({ app: true, models, data: new Blob(['{"chats":1}']) }, () => {});
  if (!made.ok) throw new Error(JSON.stringify(made.failure));
  return made.value;
}

async function install(
  place: PackEnvironment,
  pack: Blob,
  finish: () => Promise<Result<string>> = async () => ({ ok: true, value: "done" }),
): Promise<Result<string>> {
  const opened = await createPackFiles(place).open([{ path: "some.tar", file: pack }]);
  return opened.ok ? opened.value.install(() => undefined, finish) : opened;
}

/** The same pack with one file's bytes changed. */
async function change(pack: Blob, path: string, to: (content: Blob) => Promise<Blob>): Promise<Blob> {
  const entries = await readTar(pack);
  const changed = entries.map(async (entry) =>
    entry.path === path ? { path, content: await to(entry.content) } : entry,
  );
  return createTar(await Promise.all(changed), 0);
}

let pack: Blob;
beforeEach(async () => {
  pack = await make(await createFullPlace());
});

describe("making a pack", () => {
  test("it begins with its manifest, and every file in it is what the manifest says", async () => {
    const entries = await readTar(pack);
    expect(entries[0]?.path).toBe(MANIFEST_PATH);
    const manifest = readManifest((await entries[0]?.content.text()) ?? "");
    if (typeof manifest === "string") throw new Error(manifest);
    expect(manifest.createdAt).toBe("2026-04-01T00:00:00.000Z");
    expect(manifest.files.map(({ path }) => path)).toEqual(entries.slice(1).map(({ path }) => path));
    for (const file of manifest.files) {
      const content = entries.find(({ path }) => path === file.path)?.content;
      const bytes = Buffer.from((await content?.arrayBuffer()) ?? new ArrayBuffer(0));
      expect(bytes.length, file.path).toBe(file.bytes);
      expect(createHash("sha256").update(bytes).digest("hex"), file.path).toBe(file.sha256);
    }
  });

  test("a model that the app fetches from its own folder lies where it looks, so that an unpacked pack serves it", async () => {
    const paths = (await readTar(pack)).map(({ path }) => path);
    expect(paths).toContain("models/starter/starter.gguf");
    expect(paths).toContain(`pack/models/imported-${digest}.gguf`);
    expect(paths).toContain("index.html");
  });

  test("a model that is not here cannot go in", async () => {
    const made = await createPackFiles(createPlace()).make({ app: false, models: ["starter"], data: null }, () => {});
    expect(made).toMatchObject({ failure: { code: "model-missing" } });
  });
});

describe("installing a pack", () => {
  test("every model comes to where it belongs, byte for byte, with progress to the end", async () => {
    const place = createPlace();
    const opened = await createPackFiles(place).open([{ path: "some.tar", file: pack }]);
    if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
    expect(opened.value.models.map(({ title, stored }) => [title, stored])).toEqual([
      ["Title of starter", false],
      [`Title of imported-${digest}`, false],
      ["webllm:Some-Model", false],
    ]);
    expect(await opened.value.readData()).toEqual({ ok: true, value: '{"chats":1}' });
    const marks: { readonly done: number; readonly total: number }[] = [];
    const installed = await opened.value.install(
      (mark) => marks.push(mark),
      async () => ({ ok: true, value: "done" }),
    );
    expect(installed).toEqual({ ok: true, value: "done" });
    expect(marks.at(-1)?.done).toBe(marks.at(-1)?.total);
    for (const name of ["starter", `imported-${digest}`]) {
      const file = await place.files.open(name);
      expect(Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(weights), name).toBe(true);
    }
    expect([...place.kept.values()].map(({ url, mediaType }) => ({ url, mediaType }))).toEqual(
      pieces.map(({ url, mediaType }) => ({ url, mediaType })),
    );
  });

  test("an unpacked folder is taken in like the file", async () => {
    const place = createPlace();
    const files = (await readTar(pack)).map(({ path, content }) => ({ path: `my folder/${path}`, file: content }));
    const opened = await createPackFiles(place).open(files);
    if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
    expect(
      (
        await opened.value.install(
          () => undefined,
          async () => ({ ok: true, value: null }),
        )
      ).ok,
    ).toBe(true);
    expect(await place.files.open("starter")).not.toBeNull();
  });

  test("installing it a second time writes nothing again", async () => {
    const place = createPlace();
    await install(place, pack);
    let written = 0;
    const writePart = async (): Promise<void> => {
      written += 1;
    };
    const watched = { ...place, files: { ...place.files, writePart } };
    expect((await install(watched, pack)).ok).toBe(true);
    expect(written).toBe(0);
  });

  test.each([
    ["a model", "models/starter/starter.gguf"],
    ["a piece of a model", "pack/cache/webllm_Some-Model/1"],
    ["the conversations", "pack/data.json"],
  ])("one changed byte in %s refuses the whole pack, and nothing of it stays", async (_case, path) => {
    const place = createPlace();
    const flipped = await change(pack, path, async (content) => {
      const bytes = new Uint8Array(await content.arrayBuffer());
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      return new Blob([bytes]);
    });
    const result = await install(place, flipped);
    expect(result).toMatchObject({ ok: false, failure: { code: "import-refused" } });
    expect(result.ok ? "" : result.failure.detail).toContain(path);
    expect(await place.files.listSealed()).toEqual([]);
    expect(await place.files.listPartial()).toEqual([]);
    expect(place.kept.size).toBe(0);
  });

  test("when the conversations cannot be taken in, the models go again", async () => {
    const place = createPlace();
    const result = await install(place, pack, async () => ({ ok: false, failure: { code: "storage-full" } }));
    expect(result).toEqual({ ok: false, failure: { code: "storage-full" } });
    expect(await place.files.listSealed()).toEqual([]);
    expect(place.kept.size).toBe(0);
  });

  test("a full storage leaves nothing of it", async () => {
    const files = createMemoryModelFiles(PART_BYTES);
    const place = createPlace({
      ...files,
      writePart: async (name, index, data) => {
        if (index > 0) throw new DOMException("full", "QuotaExceededError");
        await files.writePart(name, index, data);
      },
    });
    expect(await install(place, pack)).toMatchObject({ failure: { code: "storage-full" } });
    expect(await files.listPartial()).toEqual([]);
  });

  test.each([
    ["a program", { cache: "webllm/wasm", url: "https://a.example/x.wasm" }],
    ["a hash of a first download", { cache: "webllm/config", url: "https://ALCOVE.invalid/hashes/x" }],
    ["a piece of an imported folder", { url: "https://alcove.invalid:443/models/imported-mlc-a/resolve/main/x" }],
  ])("%s is left out and named, and the rest is taken in", async (_case, planted) => {
    const place = createPlace();
    const content = new Blob(["\0asm"]);
    const facts = { path: "pack/cache/a/0", bytes: content.size, sha256: sha256(await content.text()) };
    const file = { ...toPiece(), title: "Planted", ...facts, ...planted };
    const other = { ...toPiece(), title: "Other", ...facts };
    const text = JSON.stringify({ ...toManifest(file), files: [file, other] });
    const planting = createTar(
      [
        { path: MANIFEST_PATH, content: new Blob([text]) },
        { path: facts.path, content },
      ],
      0,
    );
    const opened = await createPackFiles(place).open([{ path: "some.tar", file: planting }]);
    expect(opened.ok && opened.value.leftOut).toEqual(["Planted"]);
    expect((await install(place, planting)).ok).toBe(true);
    expect([...place.kept.keys()]).toEqual([other.url]);
  });

  test("another version of a model that is here is not overwritten", async () => {
    const place = createPlace();
    await place.files.writePart("starter", 0, new Uint8Array([1, 2, 3]));
    await place.files.seal("starter", { bytes: 3, sha256: "0".repeat(64), title: "Starter" });
    expect(await install(place, pack)).toMatchObject({ failure: { code: "import-refused" } });
    expect((await place.files.open("starter"))?.size).toBe(3);
  });

  test.each([
    ["a text", new Blob(["hello".repeat(500)]), "it is no tar archive"],
    ["an archive of something else", createTar([{ path: "a.txt", content: new Blob(["a"]) }], 0), "manifest"],
    ["a manifest of the future", toPack({ format: "alcove-pack", version: 9 }), "version 9"],
    ["a path that leads out", toPack(toManifest({ path: "../../etc/passwd", role: "app" })), "cannot be read"],
    ["a cache that is not for models", toPack(toManifest({ ...toPiece(), cache: "alcove-shell" })), "cannot be read"],
    ["a name that is a path", toPack(toManifest({ role: "model", name: "a/b", title: "t" })), "cannot be read"],
    ["a file that is not in it", toPack(toManifest({ role: "model", name: "a", title: "t" })), "is missing in it"],
  ])("%s is refused in words", async (_case, file, message) => {
    const result = await install(createPlace(), file);
    expect(result).toMatchObject({ ok: false, failure: { code: "import-refused" } });
    expect(result.ok ? "" : result.failure.detail).toContain(message);
  });

  test("another file under the name of a model that the app pins is refused, and nothing is kept", async () => {
    const place = { ...createPlace(), findPinnedHash: (name: string) => (name === "starter" ? "0".repeat(64) : null) };
    expect(await install(place, pack)).toMatchObject({
      ok: false,
      failure: { code: "import-refused", detail: expect.stringContaining("another file than this app knows") },
    });
    expect(await place.files.listSealed()).toEqual([]);
    expect(place.kept.size).toBe(0);
  });
});

function toPack(manifest: object): Blob {
  return createTar([{ path: MANIFEST_PATH, content: new Blob([JSON.stringify(manifest)]) }], 0);
}

function toManifest(file: object): object {
  const facts = { path: "pack/models/a.gguf", bytes: 1, sha256: "0".repeat(64) };
  return { format: "alcove-pack", version: 1, createdAt: "2026-01-01T00:00:00Z", files: [{ ...facts, ...file }] };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function toPiece() {
  return { role: "cache", name: "a", title: "t", cache: "webllm/model", url: "https://a.example/x", mediaType: "a/b" };
}
