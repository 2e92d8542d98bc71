import { describe, expect, it } from "vitest";
import type { MemoryFacts } from "./device-facts.ts";
import { findShippedEmbedder, fitsEmbedder, SHIPPED_EMBEDDER } from "./shipped-embedder.ts";

const GIBIBYTE = 2 ** 30;
const device = (kind: MemoryFacts["kind"], memory: number | null, free: number | null): MemoryFacts => ({
  kind,
  memoryBytes: memory === null ? null : memory * GIBIBYTE,
  freeBytes: free === null ? null : free * GIBIBYTE,
});

describe("the embedding model that comes with the app", () => {
  it.each([
    ["a desktop", device("other", 8, 20), true],
    ["a browser that tells nothing", device("mac", null, null), true],
    ["a small laptop", device("other", 4, 20), true],
    ["one with 2 GB", device("other", 2, 20), false],
    ["a phone, however large", device("phone", 8, 20), false],
    ["a full disk", device("other", 8, 0.3), false],
  ])("has room on %s or not", (_, facts, expected) => {
    expect(fitsEmbedder(facts)).toBe(expected);
  });

  it("is found among the served files by its name and length alone", () => {
    const { name, bytes } = SHIPPED_EMBEDDER;
    expect(findShippedEmbedder([{ path: `embedder/${name}`, bytes }])).toBe(`models/embedder/${name}`);
    expect(findShippedEmbedder([{ path: `embedder/${name}`, bytes: bytes - 1 }])).toBeNull();
  });
});
