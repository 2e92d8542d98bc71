import { createHash, randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { LoadProgress, PickedFile } from "../../protocol/model.ts";
import { importFolder } from "./imported-folder.ts";
import { createInMemoryModelCache } from "./model-cache.fixture.ts";
import { listFolders } from "./stored-folders.ts";
import { toModelFolder } from "./webllm-cache.ts";

const PIECES = [randomBytes(3000), randomBytes(2000)];
const NEVER = new AbortController().signal;

let cache: ReturnType<typeof createInMemoryModelCache>;
let files: Map<string, Uint8Array>;

beforeEach(() => {
  cache = createInMemoryModelCache();
  const records = PIECES.map((piece, index) => ({
    dataPath: `params_shard_${index}.bin`,
    nbytes: piece.length,
    md5sum: createHash("md5").update(piece).digest("hex"),
  }));
  const config = {
    model_type: "llama",
    quantization: "q4f16_1",
    context_window_size: 131_072,
    tokenizer_files: ["tokenizer.json", "tokenizer_config.json"],
    conv_template: { name: "llama-3_1" },
  };
  files = new Map<string, Uint8Array>([
    ["mlc-chat-config.json", Buffer.from(JSON.stringify(config))],
    ["ndarray-cache.json", Buffer.from(JSON.stringify({ metadata: {}, records }))],
    ["tokenizer.json", Buffer.from("{}")],
    ["mine-webgpu.wasm", Buffer.from("library")],
    ["README.md", Buffer.from("not wanted")],
    ...PIECES.map((piece, index) => [`params_shard_${index}.bin`, piece] as const),
  ]);
});

function pick(): readonly PickedFile[] {
  return [...files].map(([name, content]) => ({
    name,
    size: content.length,
    slice: (start, end) => new Blob([new Uint8Array(content)]).slice(start, end),
  }));
}

function run(signal: AbortSignal = NEVER, onProgress: (progress: LoadProgress) => void = () => undefined) {
  return importFolder("my-model", pick(), { cache, onProgress, signal });
}

describe("a folder in MLC's form", () => {
  test("is kept where WebLLM looks for it, under the names that it asks for, and is listed", async () => {
    const progress: LoadProgress[] = [];
    const kept = await run(NEVER, (step) => progress.push(step));
    if (!kept.ok) throw new Error(JSON.stringify(kept.failure));
    expect(kept.value).toMatchObject({ title: "my-model", bytes: 5000, contextTokens: 4096, format: "llama3" });
    const folder = toModelFolder(kept.value.id);
    const names = [...cache.files.keys()].map((url) => url.replace(folder, ""));
    expect(names.toSorted()).toEqual([
      "alcove-folder.json",
      "library.wasm",
      "mlc-chat-config.json",
      "params_shard_0.bin",
      "params_shard_1.bin",
      "tensor-cache.json",
      "tokenizer.json",
    ]);
    expect(progress.at(-1)).toEqual({ type: "verify", done: 5000, total: 5000, unit: "bytes" });
    expect(await listFolders(cache)).toEqual([kept.value]);
  });

  test.each(["mlc-chat-config.json", "ndarray-cache.json", "tokenizer.json", "params_shard_1.bin"])(
    "without its %s is refused by name, and nothing of it is kept",
    async (name) => {
      files.delete(name);
      const detail = expect.stringContaining(name === "tokenizer.json" ? "no tokenizer" : name);
      expect(await run()).toEqual({ ok: false, failure: { code: "model-corrupt", detail } });
      expect(cache.files.size).toBe(0);
    },
  );

  test("without a library says for which model one is missing", async () => {
    files.delete("mine-webgpu.wasm");
    const detail = "no .wasm file for llama q4f16_1 in the folder";
    expect(await run()).toEqual({ ok: false, failure: { code: "library-missing", detail } });
    expect(cache.files.size).toBe(0);
  });

  test("with a piece of another length or content is refused, and nothing of it is kept", async () => {
    const piece = PIECES[1] ?? Buffer.alloc(0);
    for (const other of [piece.subarray(1), Buffer.from(piece).fill(0, 5, 9)]) {
      files.set("params_shard_1.bin", other);
      const detail = expect.stringContaining("params_shard_1.bin");
      expect(await run()).toEqual({ ok: false, failure: { code: "model-corrupt", detail } });
      expect(cache.files.size).toBe(0);
    }
  });

  test("that the storage has no room for, or that is cancelled, leaves nothing behind", async () => {
    expect(await run(AbortSignal.abort())).toEqual({ ok: false, failure: { code: "cancelled" } });
    expect(cache.files.size).toBe(0);
    const { write } = cache;
    Object.assign(cache, {
      write: async (...given: Parameters<typeof write>) => {
        if (given[1].endsWith("1.bin")) throw new DOMException("full", "QuotaExceededError");
        await write(...given);
      },
    });
    expect(await run()).toMatchObject({ failure: { code: "storage-full" } });
    expect(cache.files.size).toBe(0);
  });
});
