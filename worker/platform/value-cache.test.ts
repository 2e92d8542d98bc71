import { afterEach, expect, test, vi } from "vitest";
import { createValueCache } from "./value-cache.ts";

afterEach(() => vi.useRealTimers());

const ADDRESS = "https://alcove.invalid/size";

function createScope() {
  const kept = new Map<string, Response>();
  const cache: Partial<Cache> = {
    match: async (key) => kept.get(String(key))?.clone(),
    put: async (key, response) => void kept.set(String(key), response),
  };
  return { kept, caches: { open: async () => cache as Cache } as unknown as CacheStorage };
}

test("a value is kept with its letters, and nothing of it in a body, behind which a crashed tab would leave the cache stuck", async () => {
  const scope = createScope();
  const cache = createValueCache(scope, "one");
  expect(await cache.read(ADDRESS)).toBeUndefined();
  await cache.write(ADDRESS, { size: 3, name: "größer 大" });
  expect(await cache.read(ADDRESS)).toEqual({ size: 3, name: "größer 大" });
  expect(scope.kept.get(ADDRESS)?.body).toBeNull();
});

test("what a version before kept as a body is read", async () => {
  const scope = createScope();
  scope.kept.set(ADDRESS, new Response('{"size":2}'));
  expect(await createValueCache(scope, "one").read(ADDRESS)).toEqual({ size: 2 });
});

test.each([
  ["there are no caches", {}],
  ["they are refused", { caches: { open: () => Promise.reject(new DOMException("full", "QuotaExceededError")) } }],
])("where %s, nothing is kept and nothing fails", async (_case, scope) => {
  const cache = createValueCache(scope as unknown as typeof globalThis, "one");
  await cache.write(ADDRESS, { size: 1 });
  expect(await cache.read(ADDRESS)).toBeUndefined();
});

test("a cache that never answers is waited for some seconds, and counts as one that cannot be read", async () => {
  vi.useFakeTimers();
  const silent = () => new Promise<never>(() => undefined);
  const caches = { open: async () => ({ match: silent, put: silent }) } as unknown as CacheStorage;
  const cache = createValueCache({ caches }, "one");
  const asked = Promise.all([cache.read(ADDRESS), cache.write(ADDRESS, {})]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await asked).toEqual([undefined, undefined]);
});
