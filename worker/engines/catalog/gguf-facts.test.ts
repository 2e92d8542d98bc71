import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readGguf, toByteSource } from "../gguf/read-gguf.ts";
import { toGgufFacts } from "./gguf-facts.ts";
import { TINY_FILE } from "./tiny-model.ts";

describe("toGgufFacts", () => {
  test("a file says the shape of its cache and its context", async () => {
    const bytes = await readFile(fileURLToPath(TINY_FILE.url));
    const facts = toGgufFacts(await readGguf(toByteSource(new Blob([bytes]))));
    expect(facts.cache).toEqual({ layers: 2, heads: expect.any(Number), headSize: expect.any(Number) });
    expect(facts.contextTokens).toBeGreaterThan(256);
  });

  test("a header that says little gives little", () => {
    const header = { metadata: new Map([["general.architecture", "mamba"]]) };
    expect(toGgufFacts(header)).toEqual({ chatTemplate: null });
  });

  test("a head's size follows from the width where it is not said", () => {
    const metadata = new Map<string, string | number>([
      ["general.architecture", "llama"],
      ["llama.block_count", 16],
      ["llama.embedding_length", 2048],
      ["llama.attention.head_count", 32],
      ["llama.attention.head_count_kv", 8],
    ]);
    expect(toGgufFacts({ metadata }).cache).toEqual({
      layers: 16,
      heads: 8,
      headSize: 64,
    });
  });
});
