import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LoadProgress } from "../../protocol/model.ts";
import { type DownloadDeps, type DownloadRequest, downloadFile } from "./download.ts";
import { withQuotaFor } from "./model-files.fixture.ts";
import { createMemoryModelFiles, type ModelFiles } from "./model-files.ts";
import { storeFile, verifyFile } from "./store-file.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Small, so that hashing takes no time. */
const PART_BYTES = 256 * 1024;
const content = randomBytes(PART_BYTES * 2 + 12_345);
const digest = createHash("sha256").update(content).digest("hex");

let server: Server;
let handler: Handler = serveRanges;
let base = "";
let files: ModelFiles;
let seen: string[] = [];
let progress: LoadProgress[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request.headers.range ?? "whole");
    handler(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  files = createMemoryModelFiles(PART_BYTES);
  seen = [];
  progress = [];
  handler = serveRanges;
});

function serveRanges(request: IncomingMessage, response: ServerResponse): void {
  const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
  const headers = { "content-type": "application/octet-stream", "content-length": content.length - from };
  if (from === 0) response.writeHead(200, headers);
  else {
    const range = `bytes ${from}-${content.length - 1}/${content.length}`;
    response.writeHead(206, { ...headers, "content-range": range });
  }
  response.end(content.subarray(from));
}

/** Sends that many bytes and cuts the connection, or leaves it open. */
function serveBeginning(bytes: number, end: "cut" | "hang"): Handler {
  return (_request, response) => {
    response.writeHead(200, { "content-type": "application/octet-stream", "content-length": content.length });
    response.write(content.subarray(0, bytes), () => {
      if (end === "cut") response.destroy();
    });
  };
}

function download(changes: Partial<DownloadRequest & DownloadDeps> = {}) {
  const request = { url: `${base}model.gguf`, name: "model", title: "Model", bytes: content.length, sha256: digest };
  return downloadFile(
    { ...request, ...changes },
    {
      files,
      fetch: globalThis.fetch,
      onProgress: (step) => progress.push(step),
      signal: new AbortController().signal,
      ...changes,
    },
  );
}

async function bytesOf(blob: Blob | null): Promise<Buffer> {
  return Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer(0));
}

describe("downloadFile", () => {
  test("the file arrives whole, with byte progress, and the next time nothing is fetched", async () => {
    const first = await download();
    expect(first.ok && (await bytesOf(first.value)).equals(content)).toBe(true);
    const last = progress.at(-1);
    expect(last).toEqual({ type: "download", done: content.length, total: content.length, unit: "bytes" });
    expect((await download()).ok).toBe(true);
    expect(seen).toEqual(["whole"]);
  });

  test("a cut connection is a failure, nothing counts as stored, and the next try goes on after the last whole part", async () => {
    handler = serveBeginning(PART_BYTES + 5000, "cut");
    expect(await download()).toMatchObject({ ok: false, failure: { code: "download-failed" } });
    expect(await files.open("model")).toBeNull();
    expect(await files.listSealed()).toEqual([]);
    handler = serveRanges;
    const again = await download();
    expect(again.ok && (await bytesOf(again.value)).equals(content)).toBe(true);
    expect(seen).toEqual(["whole", `bytes=${PART_BYTES}-`]);
  });

  test("a server that knows no ranges is read from its beginning without harm", async () => {
    handler = serveBeginning(PART_BYTES + 5000, "cut");
    await download();
    handler = (request, response) => serveRanges({ ...request, headers: {} } as IncomingMessage, response);
    const again = await download();
    expect(again.ok && (await bytesOf(again.value)).equals(content)).toBe(true);
  });

  test("a connection that stops moving is reported as stalled", async () => {
    handler = serveBeginning(1000, "hang");
    expect(await download({ stallMs: 200 })).toMatchObject({ ok: false, failure: { code: "download-stalled" } });
  });

  test("a server that never answers is reported as stalled", async () => {
    handler = () => undefined;
    expect(await download({ stallMs: 200 })).toMatchObject({ ok: false, failure: { code: "download-stalled" } });
  });

  test("a cancelled download says so and keeps its whole parts", async () => {
    const cancel = new AbortController();
    handler = serveBeginning(PART_BYTES + 10, "hang");
    const onProgress = (step: LoadProgress) => {
      if (step.done > PART_BYTES) cancel.abort();
    };
    expect(await download({ signal: cancel.signal, onProgress })).toEqual({
      ok: false,
      failure: { code: "cancelled" },
    });
    expect(await files.readParts("model")).toHaveLength(1);
  });

  test("another file of the same length is refused and nothing of it is kept", async () => {
    expect(await download({ sha256: "0".repeat(64) })).toMatchObject({ ok: false, failure: { code: "model-corrupt" } });
    expect(await files.readParts("model")).toEqual([]);
  });

  test("a stored file of the right length that was sealed with another hash is replaced by the right one", async () => {
    const other = new Uint8Array(content.length);
    for (let index = 0; index * PART_BYTES < other.length; index += 1) {
      await files.writePart("model", index, other.slice(index * PART_BYTES, (index + 1) * PART_BYTES));
    }
    const sha256 = createHash("sha256").update(other).digest("hex");
    await files.seal("model", { bytes: other.length, sha256, title: "Planted" });
    const result = await download();
    expect(result.ok && Buffer.from(await result.value.arrayBuffer()).equals(content)).toBe(true);
    expect(await files.listSealed()).toMatchObject([{ name: "model", sha256: digest }]);
  });

  test("a file of another length is refused before it is fetched", async () => {
    expect(await download({ bytes: content.length + 1 })).toMatchObject({ failure: { code: "model-corrupt" } });
  });

  test("a longer file than announced is refused", async () => {
    handler = (_request, response) => {
      response.writeHead(200, { "content-type": "application/octet-stream" });
      response.end(Buffer.concat([content, content]));
    };
    expect(await download()).toMatchObject({ failure: { code: "model-corrupt" } });
    expect(await files.readParts("model")).toEqual([]);
  });

  test.each<[string, Handler]>([
    ["a missing file", (_request, response) => response.writeHead(404).end()],
    [
      "a page instead of the file",
      (_request, response) => response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<html>"),
    ],
  ])("%s is a missing model", async (_name, answer) => {
    handler = answer;
    expect(await download()).toMatchObject({ ok: false, failure: { code: "model-missing" } });
  });

  test("another range than asked for is refused", async () => {
    handler = serveBeginning(PART_BYTES + 5000, "cut");
    await download();
    handler = (_request, response) => {
      response.writeHead(206, { "content-range": `bytes 0-9/${content.length}` }).end(content.subarray(0, 10));
    };
    expect(await download()).toMatchObject({ ok: false, failure: { code: "download-failed" } });
  });

  test("a range that another origin keeps from us is believed, and the hash decides", async () => {
    handler = serveBeginning(PART_BYTES + 5, "cut");
    await download();
    expect(await files.listPartial()).toEqual([{ name: "model", bytes: PART_BYTES }]);
    const hidden: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      const headers = new Headers(response.headers);
      headers.delete("content-range");
      return new Response(response.body, { status: response.status, headers });
    };
    handler = serveRanges;
    const resumed = await download({ fetch: hidden });
    if (!resumed.ok) throw new Error(JSON.stringify(resumed.failure));
    expect((await bytesOf(resumed.value)).equals(content)).toBe(true);
    expect(seen).toEqual(["whole", `bytes=${PART_BYTES}-`]);
    expect(await files.listPartial()).toEqual([]);
  });

  test("a slow server that sends drop by drop is waited for, and every drop is progress", async () => {
    const drop = Math.ceil(content.length / 12);
    handler = (_request, response) => {
      response.writeHead(200, { "content-type": "application/octet-stream", "content-length": content.length });
      const send = (start: number): void => {
        if (start >= content.length) response.end();
        else response.write(content.subarray(start, start + drop), () => setTimeout(() => send(start + drop), 15));
      };
      send(0);
    };
    const slow = await download({ stallMs: 2000 });
    expect(slow.ok).toBe(true);
    const marks = progress.filter(({ type }) => type === "download").map(({ done }) => done);
    expect(marks.length).toBeGreaterThan(10);
    expect(marks).toEqual([...marks].sort((left, right) => left - right));
    expect(marks.at(-1)).toBe(content.length);
  });

  test("no server at all is a failed download", async () => {
    expect(await download({ url: "http://127.0.0.1:9/x" })).toMatchObject({ failure: { code: "download-failed" } });
  });

  test("a full storage is told apart", async () => {
    expect(await download({ files: withQuotaFor(0, files) })).toMatchObject({
      ok: false,
      failure: { code: "storage-full" },
    });
  });
});

describe("storeFile", () => {
  test("a picked file is kept under its hash and kept only once", async () => {
    const deps = { files, onProgress: () => undefined, signal: new AbortController().signal };
    const kept = await storeFile(new Blob([content]), "mine.gguf", deps);
    expect(kept).toMatchObject({ ok: true, value: { name: `imported-${digest}`, sha256: digest } });
    expect((await bytesOf(await files.open(`imported-${digest}`))).equals(content)).toBe(true);
    expect((await storeFile(new Blob([content]), "again.gguf", deps)).ok).toBe(true);
    expect(await files.listSealed()).toHaveLength(1);
  });

  test("an import that the storage has no room for leaves nothing behind", async () => {
    const deps = { files: withQuotaFor(1, files), onProgress: () => undefined, signal: new AbortController().signal };
    expect(await storeFile(new Blob([content]), "mine.gguf", deps)).toMatchObject({
      failure: { code: "storage-full" },
    });
    expect(await files.listPartial()).toEqual([]);
  });
});

describe("verifyFile", () => {
  const verify = (signal = new AbortController().signal) =>
    verifyFile("model", { files, onProgress: (step) => progress.push(step), signal });

  test("a file that is as it was kept is said to be good, with progress to its end", async () => {
    await download();
    progress = [];
    expect(await verify()).toEqual({ ok: true, value: null });
    expect(progress.at(-1)).toEqual({ type: "verify", done: content.length, total: content.length, unit: "bytes" });
  });

  test("a file with one changed byte is corrupt", async () => {
    await download();
    const part = new Uint8Array(content.subarray(0, PART_BYTES));
    part[1234] = (part[1234] ?? 0) ^ 1;
    await files.writePart("model", 0, part);
    expect(await verify()).toMatchObject({ failure: { code: "model-corrupt" } });
  });

  test("a file that is not here is missing, and a check can be stopped", async () => {
    expect(await verify()).toMatchObject({ failure: { code: "model-missing" } });
    await download();
    expect(await verify(AbortSignal.abort())).toEqual({ ok: false, failure: { code: "cancelled" } });
  });
});
