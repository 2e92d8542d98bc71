import { beforeEach, describe, expect, test } from "vitest";
import { createMemoryModelFiles } from "../files/model-files.ts";
import {
  deleteCachedFiles,
  deleteSpareLibrary,
  findCachedFiles,
  findCachedFolder,
  findCachedModel,
  listCachedRequests,
  toPartsName,
} from "./cached-catalog-model.ts";

const RECORD = "Qwen3-4B-q4f16_1-MLC";
const FOLDER = `https://models.example/mlc/${RECORD}/resolve/main/`;
const LIBRARY = "https://libraries.example/qwen3.wasm";
const LIST = {
  records: [
    { dataPath: "params_shard_0.bin", nbytes: 100 },
    { dataPath: "params_shard_1.bin", nbytes: 50 },
  ],
};

/** The browser's caches, as far as these functions use them. */
class FakeCaches {
  readonly caches = new Map<string, Map<string, string>>();

  put(cache: string, url: string, text = ""): void {
    this.caches.set(cache, (this.caches.get(cache) ?? new Map()).set(url, text));
  }

  async open(name: string) {
    const entries = this.caches.get(name) ?? new Map<string, string>();
    this.caches.set(name, entries);
    return {
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      match: async ({ url }: { readonly url: string }) => new Response(entries.get(url)),
      delete: async (request: string | { readonly url: string }) =>
        entries.delete(typeof request === "string" ? request : request.url),
    };
  }
}

let fake: FakeCaches;
let storage: CacheStorage;
beforeEach(() => {
  fake = new FakeCaches();
  storage = fake as unknown as CacheStorage;
});

describe("what is here of a model of WebLLM's list", () => {
  test("nothing, where nothing was fetched", async () => {
    fake.put("webllm/model", "https://models.example/mlc/Other-MLC/resolve/main/params_shard_0.bin");
    expect(await findCachedFiles(storage, RECORD)).toBeNull();
  });

  test("the bytes of the pieces that have come, of a download that stopped half-way", async () => {
    fake.put("webllm/model", `${FOLDER}tensor-cache.json`, JSON.stringify(LIST));
    fake.put("webllm/model", `${FOLDER}params_shard_0.bin`);
    expect(await findCachedFiles(storage, RECORD)).toEqual({ bytes: 100, complete: false });
    fake.put("webllm/model", `${FOLDER}params_shard_1.bin`);
    expect(await findCachedFiles(storage, RECORD)).toEqual({ bytes: 150, complete: true });
  });

  test("an unfinished piece counts too, in the form that was begun", async () => {
    const find = (bytes: number) =>
      findCachedModel(storage, ["Other-MLC", RECORD], [{ name: toPartsName(RECORD, "params_shard_1.bin"), bytes }]);
    fake.put("webllm/model", `${FOLDER}tensor-cache.json`, JSON.stringify(LIST));
    expect(await find(20)).toEqual({ partialBytes: 20 });
    fake.put("webllm/model", `${FOLDER}params_shard_0.bin`);
    expect(await find(30)).toEqual({ partialBytes: 130 });
    fake.put("webllm/model", `${FOLDER}params_shard_1.bin`);
    expect(await find(0)).toEqual({ stored: true });
    expect(await findCachedModel(storage, ["Nobody-MLC"], [])).toEqual({});
    expect(await findCachedFolder(storage, RECORD)).toBe(FOLDER);
  });

  test("a list that cannot be read says that nothing is complete", async () => {
    fake.put("webllm/model", `${FOLDER}tensor-cache.json`, "<html>");
    fake.put("webllm/model", `${FOLDER}params_shard_0.bin`);
    expect(await findCachedFiles(storage, RECORD)).toEqual({ bytes: 0, complete: false });
  });

  test("deleting it takes its files from every cache, and no other model's", async () => {
    const other = "https://models.example/mlc/Other-MLC/resolve/main/params_shard_0.bin";
    fake.put("webllm/model", `${FOLDER}params_shard_0.bin`);
    fake.put("webllm/config", `${FOLDER}mlc-chat-config.json`);
    fake.put("webllm/model", other);
    const files = createMemoryModelFiles();
    await files.writePart(toPartsName(RECORD, "params_shard_1.bin"), 0, new Uint8Array(7));
    await files.writePart(toPartsName("Other-MLC", "params_shard_1.bin"), 0, new Uint8Array(9));
    await deleteCachedFiles(storage, RECORD, files);
    expect(await files.listPartial()).toEqual([{ name: toPartsName("Other-MLC", "params_shard_1.bin"), bytes: 9 }]);
    expect([...(fake.caches.get("webllm/model")?.keys() ?? [])]).toEqual([other]);
    expect(fake.caches.get("webllm/config")?.size).toBe(0);
  });

  test("its library lies in another folder, and is none of them", async () => {
    fake.put("webllm/config", `${FOLDER}mlc-chat-config.json`);
    fake.put("webllm/wasm", LIBRARY);
    expect(await listCachedRequests(storage, RECORD)).toEqual([
      { cache: "webllm/config", url: `${FOLDER}mlc-chat-config.json` },
    ]);
  });
});

describe("a library that several models run on", () => {
  const OTHER = "Hermes-4B-q4f16_1-MLC";
  const library = { url: LIBRARY, records: [RECORD, OTHER] };
  const kept = () => [...(fake.caches.get("webllm/wasm")?.keys() ?? [])];
  beforeEach(() => {
    fake.put("webllm/wasm", LIBRARY);
    fake.put("webllm/wasm", "https://libraries.example/other.wasm");
  });

  test("goes with the last of them, and it alone", async () => {
    const files = createMemoryModelFiles();
    fake.put("webllm/model", `${FOLDER}tensor-cache.json`);
    fake.put("webllm/model", `${FOLDER.replace(RECORD, OTHER)}tensor-cache.json`);
    await deleteCachedFiles(storage, RECORD, files);
    await deleteSpareLibrary(storage, library, files);
    expect(kept()).toContain(LIBRARY);
    await deleteCachedFiles(storage, OTHER, files);
    await deleteSpareLibrary(storage, library, files);
    expect(kept()).toEqual(["https://libraries.example/other.wasm"]);
  });

  test("stays while one of them is half downloaded", async () => {
    const files = createMemoryModelFiles();
    await files.writePart(toPartsName(OTHER, "params_shard_0.bin"), 0, new Uint8Array(7));
    await deleteSpareLibrary(storage, library, files);
    expect(kept()).toContain(LIBRARY);
  });
});
