import { afterEach, expect, it, vi } from "vitest";
import { createCanaryVerdicts } from "./canary-verdicts.ts";

afterEach(() => vi.useRealTimers());

function createScope(userAgent = "browser 1") {
  const kept = new Map<string, Response>();
  const cache = {
    match: async (url: string) => kept.get(url)?.clone(),
    put: async (url: string, response: Response) => void kept.set(url, response),
  };
  const open = { open: async () => cache } as unknown as CacheStorage;
  return { caches: open, navigator: { userAgent } as Navigator };
}

it("a verdict is kept for one form of one model on one adapter in one browser", async () => {
  const scope = createScope();
  await createCanaryVerdicts(scope, "nvidia ampere").keep("qwen webllm gpu", "wrong");
  expect(await createCanaryVerdicts(scope, "nvidia ampere").read("qwen webllm gpu")).toBe("wrong");
  expect(await createCanaryVerdicts(scope, "nvidia ampere").read("qwen webllm gpu-f32")).toBeNull();
  expect(await createCanaryVerdicts(scope, "intel xe").read("qwen webllm gpu")).toBeNull();
  const updated = { ...scope, navigator: { userAgent: "browser 2" } as Navigator };
  expect(await createCanaryVerdicts(updated, "nvidia ampere").read("qwen webllm gpu")).toBeNull();
});

it("a verdict is tried again after a month, and a cache that cannot be opened keeps nothing back", async () => {
  vi.useFakeTimers({ now: 0 });
  const verdicts = createCanaryVerdicts(createScope(), "nvidia");
  await verdicts.keep("m", "wrong");
  vi.setSystemTime(29 * 24 * 3_600_000);
  expect(await verdicts.read("m")).toBe("wrong");
  vi.setSystemTime(31 * 24 * 3_600_000);
  expect(await verdicts.read("m")).toBeNull();
  const closed = { open: async () => Promise.reject(new Error("no storage")) } as unknown as CacheStorage;
  const lost = createCanaryVerdicts({ ...createScope(), caches: closed }, "nvidia");
  await lost.keep("m", "wrong");
  expect(await lost.read("m")).toBeNull();
});
