import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AppServer, startAppServer } from "./app-server.ts";

describe("the app server", () => {
  let folder = "";
  let server: AppServer;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "alcove-server-"));
    mkdirSync(join(folder, "dist/assets"), { recursive: true });
    mkdirSync(join(folder, "models"));
    writeFileSync(join(folder, "dist/index.html"), "<!doctype html>");
    writeFileSync(join(folder, "dist/assets/main-abc.js"), "export {};");
    writeFileSync(join(folder, "dist/assets/long-abc.js"), `export const text = "${"a".repeat(5000)}";`);
    writeFileSync(join(folder, "models/a.gguf"), "GGUF0123456789");
    writeFileSync(join(folder, "secret"), "no");
    server = await startAppServer({ folder: join(folder, "dist"), modelsFolder: join(folder, "models"), port: 0 });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  test("isolates the page, so that engines have threads", async () => {
    const { headers } = await fetch(server.url);
    expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
    expect(headers.get("Cross-Origin-Embedder-Policy")).toBe("require-corp");
    expect(headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
  });

  test("binds a worker that is started from a script's own address", async () => {
    const { headers } = await fetch(`${server.url}assets/main-abc.js`);
    expect(headers.get("Content-Type")).toContain("javascript");
    expect(headers.get("Content-Security-Policy")).toContain("connect-src 'self'");
  });

  test("serves parts of a model, so that a broken download can go on", async () => {
    const response = await fetch(`${server.url}models/a.gguf`, { headers: { Range: "bytes=4-7" } });
    expect(response.status).toBe(206);
    expect(await response.text()).toBe("0123");
  });

  test("lists the models that lie there now, without those that are still being fetched", async () => {
    mkdirSync(join(folder, "models/b/partial"), { recursive: true });
    writeFileSync(join(folder, "models/b/partial/b.gguf"), "GG");
    writeFileSync(join(folder, "models/b/b.gguf"), "GGUF");
    const response = await fetch(`${server.url}models/index.json`);
    expect(response.headers.get("Content-Type")).toBe("application/json");
    expect(await response.json()).toEqual({
      files: expect.arrayContaining([
        { path: "a.gguf", bytes: 14 },
        { path: "b/b.gguf", bytes: 4 },
      ]),
    });
    rmSync(join(folder, "models/b"), { recursive: true });
  });

  test("sends text small and a model as it is, to whoever can read that", async () => {
    const long = await fetch(`${server.url}assets/long-abc.js`, { headers: { "Accept-Encoding": "gzip" } });
    expect(long.headers.get("Content-Encoding")).toBe("gzip");
    expect(await long.text()).toContain("a".repeat(5000));
    const plain = await fetch(`${server.url}assets/long-abc.js`, { headers: { "Accept-Encoding": "identity" } });
    expect(plain.headers.get("Content-Encoding")).toBeNull();
    const model = await fetch(`${server.url}models/a.gguf`, { headers: { "Accept-Encoding": "gzip" } });
    expect(model.headers.get("Content-Encoding")).toBeNull();
  });

  test("says 404 to what is not there, and never answers with a page instead", async () => {
    for (const path of ["models/b.gguf", "models/", "assets/none.js", "chat/1"]) {
      const response = await fetch(server.url + path);
      expect(response.status).toBe(404);
      expect(response.headers.get("Content-Type")).toContain("text/plain");
    }
  });

  test("goes on serving when a file can no longer be opened that was there a moment ago", async () => {
    // A socket is found like a file and opens like one that was removed in between.
    for (const path of ["dist/assets/gone.js", "models/gone.gguf"]) {
      const listening = createServer().listen(join(folder, path));
      await once(listening, "listening");
      const address = `${server.url}${path.replace("dist/", "")}`;
      for (const encoding of ["gzip", "identity"]) {
        await expect(fetch(address, { headers: { "Accept-Encoding": encoding } })).rejects.toThrow();
      }
      listening.close();
    }
    expect((await fetch(server.url)).status).toBe(200);
  });

  test("serves nothing outside its folders", async () => {
    for (const path of ["models/..%2fsecret", "..%2fsecret", "models/%2e%2e/%2e%2e/secret"]) {
      expect((await fetch(server.url + path)).status).toBe(404);
    }
  });

  test("takes the next port when its own is taken", async () => {
    const options = { folder: join(folder, "dist"), modelsFolder: folder, port: server.port };
    const second = await startAppServer({ ...options, searchPort: true });
    expect(second.port).toBeGreaterThan(server.port);
    await second.close();
    await expect(startAppServer(options)).rejects.toThrow("EADDRINUSE");
  });
});
