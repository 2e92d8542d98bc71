import { afterEach, expect, test, vi } from "vitest";
import { createKeptPrompt, forgetKeptPrompt } from "./prompt-state.ts";

afterEach(() => vi.useRealTimers());

test.each([
  ["a load reads on without it", (caches: CacheStorage) => createKeptPrompt(caches, "starter", "one").read()],
  [
    "nothing is kept",
    (caches: CacheStorage) => createKeptPrompt(caches, "starter", "one").write({ text: "", state: new Uint8Array(1) }),
  ],
  ["the model is forgotten", (caches: CacheStorage) => forgetKeptPrompt(caches, "starter")],
])("where a crashed tab has left a cache without answers, it is thrown away, and %s", async (_case, use) => {
  vi.useFakeTimers();
  const silent = () => new Promise<never>(() => undefined);
  const deleted: string[] = [];
  const caches = {
    open: async () => ({ match: silent, put: silent, delete: silent }),
    delete: async (name: string) => deleted.push(name) > 0,
  } as unknown as CacheStorage;
  const used = use(caches);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await used).toBeFalsy();
  expect(deleted).toEqual(["alcove-read"]);
});
