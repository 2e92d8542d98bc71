import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { ModelLibrary } from "../gguf/library.ts";
import type { ByteSource } from "../gguf/read-gguf.ts";
import { createInMemoryModelCache } from "./model-cache.fixture.ts";
import { type ModelCache, toLibraryUrl, toModelFolder } from "./webllm-cache.ts";
import { prepareModel } from "./webllm-prepare.ts";

const root = new URL("../../../", import.meta.url);
const tiny = new Uint8Array(readFileSync(new URL("dev/model/tiny/tiny.gguf", root)));
const library: ModelLibrary = JSON.parse(readFileSync(new URL("public/libraries/tiny-flat.json", root), "utf8"));

function toSource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: async (offset, length) => bytes.slice(offset, offset + length) };
}

function prepare(bytes: Uint8Array, cache: ModelCache, changes: Partial<Parameters<typeof prepareModel>[0]> = {}) {
  return prepareModel({
    modelId: "tiny",
    source: toSource(bytes),
    libraries: [library],
    kernels: "flat",
    contextTokens: 1024,
    cache,
    fetchLibrary: async (file) => new Uint8Array(readFileSync(new URL(`public/libraries/${file}`, root))),
    onProgress: () => undefined,
    signal: new AbortController().signal,
    ...changes,
  });
}

describe("a GGUF file made ready for WebLLM", () => {
  test("has every file that WebLLM asks for, under addresses without a network", async () => {
    const cache = createInMemoryModelCache();
    expect(await prepare(tiny, cache)).toMatchObject({ ok: true, value: { contextTokens: 1024 } });
    const names = [...cache.files.keys()].map((url) => url.replace(toModelFolder("tiny"), ""));
    expect(names).toEqual([
      toLibraryUrl(library.file),
      "tokenizer.json",
      "mlc-chat-config.json",
      "params_shard_0.bin",
      "tensor-cache.json",
      "alcove-files.json",
    ]);
  });

  test("is converted once and only checked the next time", async () => {
    const cache = createInMemoryModelCache();
    await prepare(tiny, cache);
    const steps = new Set<string>();
    await prepare(tiny, cache, { onProgress: ({ type }) => steps.add(type) });
    expect([...steps]).toEqual(["verify"]);
  });

  test("is converted anew when a kept byte has changed", async () => {
    const cache = createInMemoryModelCache();
    await prepare(tiny, cache);
    const shard = cache.files.get(`${toModelFolder("tiny")}params_shard_0.bin`);
    const before = shard?.[5000];
    shard?.set([(before ?? 0) ^ 1], 5000);
    expect((await prepare(tiny, cache)).ok).toBe(true);
    expect(cache.files.get(`${toModelFolder("tiny")}params_shard_0.bin`)?.[5000]).toBe(before);
  });

  test("leaves nothing behind when it is cancelled in the middle", async () => {
    const cache = createInMemoryModelCache();
    const source = new AbortController();
    const result = await prepare(tiny, cache, { signal: source.signal, onProgress: () => source.abort() });
    expect(result).toEqual({ ok: false, failure: { code: "cancelled" } });
    expect([...cache.files.keys()].filter((url) => url.startsWith(toModelFolder("tiny")))).toEqual([]);
  });

  test("a library that did not arrive as it was built is not used", async () => {
    const cache = createInMemoryModelCache();
    const result = await prepare(tiny, cache, {
      fetchLibrary: async () => new TextEncoder().encode("<!doctype html>"),
    });
    expect(result).toMatchObject({ ok: false, failure: { code: "download-failed" } });
    expect(cache.files.size).toBe(0);
  });
});

/** Of the first layer, 192 by 192 in Q4_1. After its name: dimensions, two of 64 bits, type, offset of 64 bits. */
const QUERY = "blk.0.attn_q.weight";

describe("a malformed GGUF file", () => {
  const headerEnd = new TextDecoder("latin1").decode(tiny).lastIndexOf("output_norm.weight");
  const changes: [string, (bytes: Uint8Array) => Uint8Array][] = [
    ["no bytes", () => new Uint8Array()],
    ["no GGUF at all", () => new TextEncoder().encode("<!doctype html><title>Not found</title>")],
    ["version 1", (bytes) => set32(bytes, 4, 1)],
    ["version 99", (bytes) => set32(bytes, 4, 99)],
    ["2^63 tensors", (bytes) => set32(bytes, 12, 0x80000000)],
    ["a million tensors", (bytes) => set32(bytes, 8, 1_000_000)],
    ["no tensors", (bytes) => set32(bytes, 8, 0)],
    ["one tensor too many", (bytes) => set32(bytes, 8, new DataView(bytes.buffer).getUint32(8, true) + 1)],
    ["no metadata", (bytes) => set32(bytes, 16, 0)],
    ["a million metadata entries", (bytes) => set32(bytes, 16, 1_000_000)],
    ["a first key of 2^62 letters", (bytes) => set32(bytes, 28, 0x40000000)],
    ["a first key as long as the file", (bytes) => set32(bytes, 24, bytes.length)],
    ...[1, 2, 3, 5, 9, 17, 33, 64].map((share): [string, (bytes: Uint8Array) => Uint8Array] => [
      `only its first ${share} of 65 parts`,
      (bytes) => bytes.slice(0, Math.floor((bytes.length * share) / 65)),
    ]),
    ...Array.from({ length: 12 }, (_, index): [string, (bytes: Uint8Array) => Uint8Array] => [
      `only its first ${index * 4 + 3} bytes`,
      (bytes) => bytes.slice(0, index * 4 + 3),
    ]),
    ...["attn_q", "ffn_down", "output_norm", "token_embd"].map((name): [string, (bytes: Uint8Array) => Uint8Array] => [
      `no tensor ${name}`,
      (bytes) => rename(bytes, `${name}.weight`, `${"x".repeat(name.length)}.weight`),
    ]),
    ...["llama.block_count", "llama.embedding_length", "tokenizer.ggml.model", "tokenizer.ggml.pre"].map(
      (name): [string, (bytes: Uint8Array) => Uint8Array] => [
        `no ${name}`,
        (bytes) => rename(bytes, name, "x".repeat(name.length)),
      ],
    ),
    ["a tensor of no dimensions", (bytes) => set32(bytes, endOf(bytes, QUERY), 0)],
    ["a tensor of five dimensions", (bytes) => set32(bytes, endOf(bytes, QUERY), 5)],
    ["a tensor without rows", (bytes) => set32(bytes, endOf(bytes, QUERY) + 12, 0)],
    ["a tensor of 2^62 columns", (bytes) => set32(bytes, endOf(bytes, QUERY) + 8, 0x40000000)],
    ["a tensor of half a block a row", (bytes) => set32(bytes, endOf(bytes, QUERY) + 4, 176)],
    ["a tensor with a row too few", (bytes) => set32(bytes, endOf(bytes, QUERY) + 12, 191)],
    ["a tensor of an unknown type", (bytes) => set32(bytes, endOf(bytes, QUERY) + 20, 99)],
    ["a tensor of a type that we do not read (IQ2_XXS)", (bytes) => set32(bytes, endOf(bytes, QUERY) + 20, 16)],
    ["a tensor of a type that takes more room (F32)", (bytes) => set32(bytes, endOf(bytes, QUERY) + 20, 0)],
    ["a tensor beyond the end of the file", (bytes) => set32(bytes, endOf(bytes, QUERY) + 24, bytes.length)],
    ["a tensor 2^53 bytes away", (bytes) => set32(bytes, endOf(bytes, QUERY) + 28, 1 << 21)],
    ["a tensor that is not aligned", (bytes) => set32(bytes, endOf(bytes, QUERY) + 24, 1)],
    ["a tensor in the place of another", (bytes) => set32(bytes, endOf(bytes, QUERY) + 24, 0)],
    ["a tensor that stands twice", (bytes) => rename(bytes, "blk.1.attn_q", "blk.0.attn_q")],
    ["a layer missing", (bytes) => rename(bytes, "blk.1.", "blk.7.")],
    ["a metadata key that stands twice", (bytes) => rename(bytes, "llama.vocab_size", "llama.block_count")],
    ["a metadata value of an unknown type", (bytes) => set32(bytes, endOf(bytes, "llama.block_count"), 13)],
    ["an array of an unknown type", (bytes) => set32(bytes, endOf(bytes, "tokenizer.ggml.tokens") + 4, 13)],
    ["an array longer than the file", (bytes) => set32(bytes, endOf(bytes, "tokenizer.ggml.tokens") + 8, 1_000_000)],
    ["an array one token longer than it is", (bytes) => set32(bytes, endOf(bytes, "tokenizer.ggml.tokens") + 8, 513)],
    ["numbers where its tokens should be", (bytes) => set32(bytes, endOf(bytes, "tokenizer.ggml.tokens") + 4, 10)],
    ["one layer more than it has", (bytes) => set32(bytes, endOf(bytes, "llama.block_count") + 4, 3)],
    ["a width of 0", (bytes) => set32(bytes, endOf(bytes, "llama.embedding_length") + 4, 0)],
    ["no heads", (bytes) => set32(bytes, endOf(bytes, "llama.attention.head_count") + 4, 0)],
    ["other heads for keys", (bytes) => set32(bytes, endOf(bytes, "llama.attention.head_count_kv") + 4, 3)],
    ["rotations of half a head", (bytes) => set32(bytes, endOf(bytes, "llama.rope.dimension_count") + 4, 32)],
    ["values of another size than keys", (bytes) => set32(bytes, endOf(bytes, "llama.attention.value_length") + 4, 32)],
    ["another base of rotations", (bytes) => set32(bytes, endOf(bytes, "llama.rope.freq_base") + 4, 0x49742400)],
    ["another architecture", (bytes) => rename(bytes, "llama", "gemma")],
    ["another tokenizer", (bytes) => rename(bytes, "gpt2", "bert")],
  ];

  test.each(changes)("with %s is refused with a reason, and nothing of it is kept", async (_name, change) => {
    const cache = createInMemoryModelCache();
    const result = await prepare(change(tiny.slice()), cache);
    expect(result).toMatchObject({
      ok: false,
      failure: { code: expect.stringMatching(/^model-(corrupt|unsupported)$/) },
    });
    if (!result.ok) expect(result.failure.detail).not.toBe("");
    expect([...cache.files.keys()].filter((url) => url.startsWith(toModelFolder("tiny")))).toEqual([]);
  });

  test("with any one byte of its header changed is read or refused, never a crash", { timeout: 60_000 }, async () => {
    const random = createRandom(7);
    for (let round = 0; round < 120; round += 1) {
      const bytes = tiny.slice();
      const at = Math.floor(random() * headerEnd);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      const cache = createInMemoryModelCache();
      const result = await prepare(bytes, cache);
      if (result.ok) continue;
      expect(result.failure.code, `byte ${at}: ${result.failure.detail}`).toMatch(/^model-(corrupt|unsupported)$/);
    }
  });
});

function set32(bytes: Uint8Array, at: number, value: number): Uint8Array {
  new DataView(bytes.buffer).setUint32(at, value, true);
  return bytes;
}

/** Where a name that stands in the header once, after its length, ends. */
function endOf(bytes: Uint8Array, name: string): number {
  const text = Buffer.from(bytes).toString("latin1");
  const marked = `${String.fromCharCode(name.length)}\0\0\0\0\0\0\0${name}`;
  const start = text.indexOf(marked);
  if (start < 0) throw new Error(`the file has no '${name}'`);
  return start + marked.length;
}

/** Replaces every occurrence of a text by another of the same length. */
function rename(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1").replaceAll(from, to);
  return new Uint8Array(Buffer.from(text, "latin1"));
}

/** A small linear congruential generator: the same numbers in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
