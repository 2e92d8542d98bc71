import { describe, expect, test } from "vitest";
import { type ShareCache, storeShare, toSharedCacheName } from "./store-share.ts";

const SCOPE = "https://host.example/alcove/";

function createCache(): ShareCache & { readonly kept: Map<string, Response> } {
  const kept = new Map<string, Response>();
  return {
    kept,
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    put: async (url, response) => void kept.set(url, response),
    delete: async (url) => kept.delete(url),
  };
}

function toRequest(fields: Readonly<Record<string, string>>, files: readonly File[] = []) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of files) form.append("files", file);
  return { formData: async () => form };
}

describe("what another app shares", () => {
  test("is kept with its texts, each once, and its files by name", async () => {
    const cache = createCache();
    const request = toRequest({ title: "Ferry", text: "https://ferry.example", url: "https://ferry.example" }, [
      new File(["7:40"], "Fähre.txt", { type: "text/plain" }),
    ]);
    expect(await storeShare(cache, SCOPE, "a", request)).toBe(true);
    expect(await cache.kept.get(`${SCOPE}shared/a`)?.json()).toEqual({
      text: "Ferry\nhttps://ferry.example",
      files: 1,
    });
    const file = cache.kept.get(`${SCOPE}shared/a/0`);
    expect(await file?.text()).toBe("7:40");
    expect(decodeURIComponent(file?.headers.get("X-Name") ?? "")).toBe("Fähre.txt");
  });

  test("is not kept when it is empty or too large", async () => {
    const cache = createCache();
    expect(await storeShare(cache, SCOPE, "a", toRequest({ text: "  " }))).toBe(false);
    const huge = new File([new Uint8Array(60_000_001)], "huge.txt");
    expect(await storeShare(cache, SCOPE, "b", toRequest({}, [huge]))).toBe(false);
    expect(cache.kept.size).toBe(0);
  });

  test("does not pile up: only the newest few wait, with at most ten files", async () => {
    const cache = createCache();
    const files = Array.from({ length: 12 }, (_, index) => new File(["x"], `${index}.txt`));
    for (const id of ["a", "b", "c", "d", "e"]) await storeShare(cache, SCOPE, id, toRequest({ text: id }, files));
    const ids = new Set([...cache.kept.keys()].map((url) => url.slice(`${SCOPE}shared/`.length).split("/")[0]));
    expect([...ids]).toEqual(["c", "d", "e"]);
    expect(cache.kept.size).toBe(3 * 11);
  });

  test("waits in a cache of this app's place alone", () => {
    expect(toSharedCacheName(SCOPE)).not.toBe(toSharedCacheName("https://host.example/"));
  });
});
