import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fetchFromPublisher } from "./fetch-from-publisher.ts";
import { FETCHED_MODELS, type ModelFile } from "./model-file.ts";
import type { WorkFolder } from "./work-folder.ts";

describe("fetching from the publisher's host", () => {
  const content = randomBytes(50_000);
  const ranges: (string | undefined)[] = [];
  let server: Server;
  let takesRanges = true;
  let file: ModelFile;
  let work: WorkFolder;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { range } = request.headers;
      ranges.push(range);
      const from = takesRanges ? Number(/bytes=(\d+)-/.exec(range ?? "")?.[1] ?? 0) : 0;
      response.writeHead(from === 0 ? 200 : 206, { "content-length": content.length - from });
      response.end(content.subarray(from));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/model.gguf`;
    file = { name: "model.gguf", bytes: content.length, sha256: "", url, packages: [] };
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), "alcove-publisher-"));
    work = { folder, file: join(folder, "model.gguf") };
    ranges.length = 0;
    takesRanges = true;
  });
  afterEach(() => rm(work.folder, { recursive: true, force: true }));

  test("it arrives with its progress in bytes", async () => {
    let reached = 0;
    expect(await fetchFromPublisher(file, work, ({ done }) => (reached = done))).toBeNull();
    expect(reached).toBe(content.length);
    expect(await readFile(work.file)).toEqual(content);
  });

  test("it goes on where it stopped", async () => {
    await writeFile(work.file, content.subarray(0, 20_000));
    expect(await fetchFromPublisher(file, work, () => undefined)).toBeNull();
    expect(ranges).toEqual(["bytes=20000-"]);
    expect(await readFile(work.file)).toEqual(content);
  });

  test("a host without ranges sends it anew", async () => {
    takesRanges = false;
    await writeFile(work.file, content.subarray(0, 20_000));
    expect(await fetchFromPublisher(file, work, () => undefined)).toBeNull();
    expect(await readFile(work.file)).toEqual(content);
  });

  test("a page of another length leaves what is there", async () => {
    await writeFile(work.file, content.subarray(0, 20_000));
    const fault = await fetchFromPublisher({ ...file, bytes: 60_000 }, work, () => undefined);
    expect(fault).toContain("answered 206 with 30000 bytes");
    expect(await readFile(work.file)).toEqual(content.subarray(0, 20_000));
  });
});

test("the parts of each model that can be fetched make its length", () => {
  expect([...FETCHED_MODELS.keys()]).toEqual(["starter", "embedder", "qwen2.5-coder-1.5b", "qwen2.5-coder-0.5b"]);
  for (const [id, { bytes, packages }] of FETCHED_MODELS) {
    expect(
      packages.reduce((sum, part) => sum + part.bytes, 0),
      id,
    ).toBe(bytes);
  }
});
