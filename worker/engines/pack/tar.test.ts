import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createTar, readTar } from "./tar.ts";

const LONG = `assets/${"a-long-folder/".repeat(8)}file.js`;
const TIME = Date.UTC(2026, 0, 2) / 1000;

async function readAll(archive: Blob): Promise<Readonly<Record<string, string>>> {
  const entries = await readTar(archive);
  return Object.fromEntries(await Promise.all(entries.map(async ({ path, content }) => [path, await content.text()])));
}

describe("archives", () => {
  const entries = [
    { path: "index.html", content: new Blob(["<!doctype html>"]) },
    { path: "empty", content: new Blob([]) },
    { path: LONG, content: new Blob(["x".repeat(512)]) },
    { path: "models/größe.gguf", content: new Blob(["y".repeat(1000)]) },
  ];
  const expected = {
    "index.html": "<!doctype html>",
    empty: "",
    [LONG]: "x".repeat(512),
    "models/größe.gguf": "y".repeat(1000),
  };

  test("what is put in comes out", async () => {
    expect(await readAll(createTar(entries, TIME))).toEqual(expected);
  });

  test("the system's tar reads ours, and we read the system's", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tar-"));
    writeFileSync(join(folder, "ours.tar"), Buffer.from(await createTar(entries, TIME).arrayBuffer()));
    execFileSync("tar", ["-xf", "ours.tar"], { cwd: folder });
    for (const [path, text] of Object.entries(expected)) expect(readFileSync(join(folder, path), "utf8")).toBe(text);
    execFileSync("tar", ["--format=ustar", "-cf", "theirs.tar", "./index.html", "models", "assets"], { cwd: folder });
    const { empty: _, ...packed } = expected;
    expect(await readAll(new Blob([readFileSync(join(folder, "theirs.tar"))]))).toEqual(packed);
  });

  test("a file of more than 8 GiB keeps its length", async () => {
    const size = 9 * 2 ** 30;
    const huge = { size } as Blob;
    // Only the header is looked at: no test holds nine gigabytes.
    const parts: BlobPart[] = [];
    const RealBlob = globalThis.Blob;
    globalThis.Blob = class extends RealBlob {
      constructor(given: BlobPart[] = []) {
        super([]);
        parts.push(...given);
      }
    };
    try {
      createTar([{ path: "huge", content: huge }], TIME);
    } finally {
      globalThis.Blob = RealBlob;
    }
    const [header] = parts;
    if (!(header instanceof Uint8Array)) throw new Error("no header");
    expect(new DataView(header.buffer).getBigUint64(128)).toBe(BigInt(size));
    expect(header[124]).toBe(0x80);
  });

  test.each(["-0000001000", "-7777777777", "nonsense   "])(
    "a size of %j does not lead round in circles",
    async (size) => {
      const header = new Uint8Array(await createTar(entries, TIME).slice(0, 512).arrayBuffer());
      header.set(new TextEncoder().encode(`${size}\0`), 124);
      header.fill(0x20, 148, 156);
      const sum = header.reduce((total, byte) => total + byte, 0);
      header.set(new TextEncoder().encode(`${sum.toString(8).padStart(6, "0")}\0 `), 148);
      await expect(readTar(new Blob([header, new Uint8Array(4096)]))).rejects.toThrow("it ends in the middle");
    },
  );

  test.each([
    ["something else", new Blob(["not a tar".repeat(100)]), "it is no tar archive"],
    ["nothing", new Blob([]), "it ends in the middle"],
    ["a cut archive", createTar(entries, TIME).slice(0, 1600), "it ends in the middle"],
  ])("%s is refused in words", async (_case, archive, message) => {
    await expect(readTar(archive)).rejects.toThrow(message);
  });
});
