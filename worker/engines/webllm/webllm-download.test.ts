import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { LoadProgress } from "../../protocol/model.ts";
import { withQuotaFor } from "../files/model-files.fixture.ts";
import { createMemoryModelFiles, type ModelFiles } from "../files/model-files.ts";
import { forgetFirstHashes } from "./first-hashes.ts";
import { createInMemoryModelCache } from "./model-cache.fixture.ts";
import { downloadFolder, type FolderDeps, verifyFolder } from "./webllm-download.ts";

/** Small, so that hashing takes no time. */
const PART_BYTES = 256 * 1024;
const PIECES = [randomBytes(PART_BYTES + 70_000), randomBytes(30_000), randomBytes(50_000), randomBytes(20_000)];
const TOTAL = PIECES.reduce((sum, { length }) => sum + length, 0);
const TOKENIZER = randomBytes(9000);
const LIBRARY = randomBytes(4000);
const FOLDER = "/mlc/Some-MLC/resolve/main/";

type Served = ReadonlyMap<string, Buffer>;

let server: Server;
let base = "";
let served: Map<string, Buffer>;
/** Sends so many bytes of a path's answer and then cuts the connection, or leaves it open. */
let broken: Map<string, { readonly bytes: number; readonly end: "cut" | "hang" }>;
let seen: string[];
let files: ModelFiles;
let cache: ReturnType<typeof createInMemoryModelCache>;
let progress: LoadProgress[];

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.url?.split("/").at(-1)} ${request.headers.range ?? "whole"}`);
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  served = new Map(toFiles(PIECES));
  broken = new Map();
  seen = [];
  files = createMemoryModelFiles(PART_BYTES);
  cache = createInMemoryModelCache();
  progress = [];
});

function toFiles(pieces: readonly Buffer[]): Served {
  const records = pieces.map((piece, index) => ({
    dataPath: `params_shard_${index}.bin`,
    format: "raw-shard",
    nbytes: piece.length,
    records: [],
    md5sum: createHash("md5").update(piece).digest("hex"),
  }));
  return new Map([
    [`${FOLDER}tensor-cache.json`, Buffer.from(JSON.stringify({ metadata: {}, records }))],
    [`${FOLDER}mlc-chat-config.json`, Buffer.from(JSON.stringify({ tokenizer_files: ["tokenizer.json"] }))],
    [`${FOLDER}tokenizer.json`, TOKENIZER],
    ...pieces.map((piece, index) => [`${FOLDER}params_shard_${index}.bin`, piece] as const),
    ["/libraries/some.wasm", LIBRARY],
  ]);
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? "";
  const content = served.get(path);
  if (content === undefined) {
    response.writeHead(404).end();
    return;
  }
  const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
  const headers = { "content-type": "application/octet-stream", "content-length": content.length - from };
  response.writeHead(
    from === 0 ? 200 : 206,
    from === 0 ? headers : { ...headers, "content-range": `bytes ${from}-${content.length - 1}/${content.length}` },
  );
  const fault = broken.get(path);
  if (fault === undefined) response.end(content.subarray(from));
  else {
    response.write(content.subarray(from, fault.bytes), () => {
      if (fault.end === "cut") response.destroy();
    });
  }
}

function download(changes: Partial<FolderDeps> = {}) {
  const model = { record: "Some-MLC", folder: base + FOLDER, library: `${base}/libraries/some.wasm` };
  return downloadFolder(model, {
    files,
    cache,
    fetch: globalThis.fetch,
    onProgress: (step) => progress.push(step),
    signal: new AbortController().signal,
    ...changes,
  });
}

function breakPiece(index: number, bytes: number, end: "cut" | "hang"): void {
  broken.set(`${FOLDER}params_shard_${index}.bin`, { bytes, end });
}

function expectWhole(pieces: readonly Buffer[] = PIECES): void {
  for (const [path, content] of toFiles(pieces)) {
    expect(Buffer.from(cache.files.get(base + path) ?? []).equals(content), path).toBe(true);
  }
}

describe("a model of WebLLM's list, fetched to where WebLLM looks for it", () => {
  test("arrives whole, with every byte as progress, and is not asked for again", async () => {
    expect(await download()).toEqual({ ok: true, value: null });
    expectWhole();
    const config = served.get(`${FOLDER}mlc-chat-config.json`)?.length ?? 0;
    const all = TOTAL + TOKENIZER.length + LIBRARY.length + config;
    expect(progress.at(-1)).toEqual({ type: "download", done: all, total: all, unit: "bytes" });
    const marks = progress.filter(({ total }) => total >= TOTAL).map(({ done }) => done);
    expect(marks).toEqual([...marks].sort((left, right) => left - right));
    expect(await files.listPartial()).toEqual([]);
    const asked = seen.length;
    progress = [];
    expect((await download()).ok).toBe(true);
    expect(seen).toHaveLength(asked);
    expect(progress).toEqual([]);
  });

  test("pauses and goes on: finished pieces stay, and an unfinished one goes on after its last whole part", async () => {
    const cancel = new AbortController();
    breakPiece(0, PART_BYTES + 60_000, "hang");
    const downloading = download({ signal: cancel.signal });
    await vi.waitFor(async () => {
      for (const index of [1, 2, 3]) expect(cache.files.has(`${base + FOLDER}params_shard_${index}.bin`)).toBe(true);
      expect(await files.readParts("Some-MLC~params_shard_0.bin")).toHaveLength(1);
    }, 10_000);
    cancel.abort();
    expect(await downloading).toEqual({ ok: false, failure: { code: "cancelled" } });
    expect(await files.listPartial()).toEqual([{ name: "Some-MLC~params_shard_0.bin", bytes: PART_BYTES }]);
    broken.clear();
    seen = [];
    progress = [];
    expect((await download()).ok).toBe(true);
    expectWhole();
    expect(seen).toEqual([`params_shard_0.bin bytes=${PART_BYTES}-`]);
    expect(progress[0]?.done).toBeGreaterThanOrEqual(PART_BYTES);
  });

  test("a connection that is cut fails the download, ends its other pieces, and the next attempt completes it", async () => {
    breakPiece(0, 1000, "hang");
    breakPiece(1, 100, "cut");
    expect(await download()).toMatchObject({ ok: false, failure: { code: "download-failed" } });
    broken.clear();
    expect((await download()).ok).toBe(true);
    expectWhole();
  });

  test("a host that falls silent is told from one that refuses", async () => {
    breakPiece(2, 10, "hang");
    expect(await download({ stallMs: 200 })).toMatchObject({ failure: { code: "download-stalled" } });
    broken.clear();
    served.delete(`${FOLDER}tokenizer.json`);
    served.delete(`${FOLDER}params_shard_1.bin`);
    cache = createInMemoryModelCache();
    expect(await download()).toMatchObject({ failure: { code: "model-missing" } });
  });

  test.each([
    ["of another length", () => randomBytes(29_999)],
    ["of the right length with other content", () => randomBytes(30_000)],
  ])("a piece %s is refused, and the next attempt takes what the host has then", async (_name, makePiece) => {
    const other = makePiece();
    served.set(`${FOLDER}params_shard_1.bin`, other);
    expect(await download()).toMatchObject({ ok: false, failure: { code: "model-corrupt" } });
    expect(cache.files.has(`${base + FOLDER}params_shard_1.bin`)).toBe(false);
    const next = PIECES.with(1, other).with(3, randomBytes(20_000));
    served = new Map(toFiles(next));
    expect((await download()).ok).toBe(true);
    // A piece that was kept by the old list and is another now was fetched again.
    expectWhole(next);
  });

  test("a list that is no list, or leads out of its folder, is damage and is not kept", async () => {
    for (const text of ["<html>", '{"records":[]}', '{"records":[{"dataPath":"../other.bin","nbytes":5}]}']) {
      served.set(`${FOLDER}tensor-cache.json`, Buffer.from(text));
      expect(await download()).toMatchObject({ failure: { code: "model-corrupt" } });
      expect(cache.files.size).toBe(0);
    }
  });

  test("a full storage is told apart", async () => {
    expect(await download({ files: withQuotaFor(0, files) })).toMatchObject({
      ok: false,
      failure: { code: "storage-full" },
    });
  });
});

describe("a library and a tokenizer, of which the hosts publish no hash,", () => {
  test.each([
    ["library", "/libraries/some.wasm"],
    ["tokenizer", `${FOLDER}tokenizer.json`],
  ])("are held to the first download: a changed %s is refused", async (_, path) => {
    expect((await download()).ok).toBe(true);
    await cache.deleteUnder(base + path);
    served.set(path, randomBytes(5000));
    expect(await download()).toMatchObject({ ok: false, failure: { code: "model-corrupt" } });
    expect(cache.files.has(base + path)).toBe(false);
    served.set(path, path.endsWith(".wasm") ? LIBRARY : TOKENIZER);
    expect((await download()).ok).toBe(true);
  });

  test("are taken anew once the model was deleted, the tokenizer alone", async () => {
    expect((await download()).ok).toBe(true);
    await cache.deleteUnder(base);
    await forgetFirstHashes(base + FOLDER, cache);
    served.set(`${FOLDER}tokenizer.json`, randomBytes(5000));
    expect((await download()).ok).toBe(true);
    await cache.deleteUnder(base);
    served.set("/libraries/some.wasm", randomBytes(5000));
    expect(await download()).toMatchObject({ failure: { code: "model-corrupt" } });
  });
});

describe("the check of what is kept", () => {
  const verify = (signal = new AbortController().signal) =>
    verifyFolder(base + FOLDER, { cache, onProgress: (step) => progress.push(step), signal });

  test("says that all is well, with progress to its end", async () => {
    await download();
    progress = [];
    expect(await verify()).toEqual({ ok: true, value: null });
    expect(progress.at(-1)).toEqual({ type: "verify", done: TOTAL, total: TOTAL, unit: "bytes" });
    expect(await verify(AbortSignal.abort())).toEqual({ ok: false, failure: { code: "cancelled" } });
  });

  test("finds one changed byte, a shorter piece and one that has gone, and names it", async () => {
    await download();
    const url = `${base + FOLDER}params_shard_2.bin`;
    const changed = new Uint8Array(PIECES[2] ?? []);
    changed[700] = (changed[700] ?? 0) ^ 1;
    for (const content of [changed, changed.subarray(1)]) {
      await cache.write("model", url, content, "application/octet-stream");
      const failure = { code: "model-corrupt", detail: expect.stringContaining("params_shard_2.bin") };
      expect(await verify()).toMatchObject({ ok: false, failure });
    }
    await cache.deleteUnder(url);
    expect(await verify()).toMatchObject({ failure: { code: "model-corrupt" } });
    cache = createInMemoryModelCache();
    expect(await verify()).toMatchObject({ failure: { code: "model-missing" } });
  });
});
