import { describe, expect, test } from "vitest";
import type { ModelClient } from "../../agent/ports/model-client.ts";
import { createModel } from "../../agent/run/run-agent.fixture.ts";
import type { TurnUsage } from "../../protocol/model.ts";
import { toAnswerTime } from "./answer-time.ts";
import type { AdapterFacts } from "./device-facts.ts";
import { addRate, createRateMeasurement, findReadingRate, findWritingRate } from "./device-rates.ts";
import { listCatalog } from "./model-catalog.ts";
import { type PlanFacts, planDevice } from "./plan-model.ts";

const GIGABYTE = 1e9;
const SMALL = { id: "small", weights: { bytes: 0.1 * GIGABYTE } };
const LARGE = { id: "large", weights: { bytes: 2 * GIGABYTE } };
const PROCESSOR = { engine: "wllama" } as const;
const GPU_WAY = { engine: "webllm" } as const;

const usage = (completionTokens: number, decodeMs: number): TurnUsage => ({
  promptTokens: 10,
  cachedTokens: 0,
  completionTokens,
  prefillMs: 5,
  decodeMs,
});

/** A cache in memory. */
function createCaches(): Pick<CacheStorage, "open"> {
  const kept = new Map<string, Response>();
  const cache: Partial<Cache> = {
    match: async (key) => kept.get(String(key))?.clone(),
    put: async (key, response) => void kept.set(String(key), response),
  };
  return { open: async () => cache as Cache };
}

function createMeasurement(caches = createCaches()) {
  return createRateMeasurement({ caches: caches as CacheStorage, navigator: {} as WorkerNavigator & Navigator });
}

describe("how fast a model writes here", () => {
  test("is known of a model that has written, and told of a larger one by its weights", async () => {
    const rates = createMeasurement();
    await rates.note(SMALL, PROCESSOR, usage(100, 2000));
    const known = await rates.read();
    expect(findWritingRate(SMALL, PROCESSOR, known)).toEqual({ tokensPerSecond: 50, isMeasured: true });
    expect(findWritingRate(LARGE, PROCESSOR, known)).toEqual({ tokensPerSecond: 2.5, isMeasured: false });
    expect(findWritingRate(LARGE, GPU_WAY, known)).toBeNull();
    // Too few tokens of a prompt are over before the clock is sure.
    expect(known.readings).toBeUndefined();
  });

  test("is not told from a few tokens, of a script, or before anything was measured", async () => {
    const rates = createMeasurement();
    await rates.note(SMALL, PROCESSOR, usage(5, 100));
    await rates.note(SMALL, { engine: "scripted" }, usage(100, 100));
    expect(await rates.read()).toEqual({ models: {} });
    expect(findWritingRate(SMALL, PROCESSOR, undefined)).toBeNull();
  });

  test("of a small model says too little of a GPU that was not measured", () => {
    const after = addRate({ models: {} }, SMALL, GPU_WAY, 60);
    expect(findWritingRate(LARGE, GPU_WAY, after)).toBeNull();
    // A GPU that reads 100 GB a second.
    const measured = { ...after, gpuReading: 100 * GIGABYTE };
    expect(findWritingRate(LARGE, GPU_WAY, measured)?.tokensPerSecond).toBeCloseTo(20);
    expect(findWritingRate(LARGE, { engine: "wllama", onGpu: true }, measured)?.tokensPerSecond).toBeCloseTo(20);
  });

  test("of a mixture of experts is not told by its weights, most of which it leaves alone", () => {
    const mixture = { id: "experts", weights: { bytes: 12 * GIGABYTE, mixture: true } } as const;
    expect(findWritingRate(mixture, GPU_WAY, { models: {}, gpuReading: 100 * GIGABYTE })).toBeNull();
  });

  test("one slow turn does not overturn what is known", () => {
    const once = addRate({ models: {} }, SMALL, PROCESSOR, 50);
    const twice = addRate(once, SMALL, PROCESSOR, 10);
    expect(findWritingRate(SMALL, PROCESSOR, twice)?.tokensPerSecond).toBeCloseTo(38);
  });

  test("what is stored and is no rate is passed over", async () => {
    const caches = createCaches();
    const cache = await caches.open("alcove-device");
    await cache.put(
      "https://alcove.invalid/rates-2",
      new Response('{"processor":"fast","gpu":-1,"models":{"a":2,"b":null}}'),
    );
    expect(await createMeasurement(caches).read()).toEqual({ models: { a: 2 } });
  });
});

describe("a model that never wrote here", () => {
  const createCounting = () => {
    const prompts: string[] = [];
    const client: Pick<ModelClient, "info" | "generate"> = {
      info: createModel([]).info,
      async *generate({ prompt }) {
        prompts.push(prompt);
        yield { type: "end", finishReason: "length", raw: "1, 2, 3", usage: { ...usage(12, 600), promptTokens: 30 } };
      },
    };
    return { prompts, client };
  };

  test("counts once after its load, so that plans are measured before the first answer", async () => {
    const rates = createMeasurement();
    const { client, prompts } = createCounting();
    await rates.measureModel(SMALL, PROCESSOR, client);
    expect(findWritingRate(SMALL, PROCESSOR, await rates.read())).toEqual({ tokensPerSecond: 20, isMeasured: true });
    expect(toAnswerTime(LARGE, await rates.read(), 2)?.basis).toBe("told");
    await rates.measureModel(SMALL, PROCESSOR, client);
    expect(prompts).toHaveLength(1);
  });

  test("is not asked on the GPU, which is measured without it", async () => {
    const { client, prompts } = createCounting();
    await createMeasurement().measureModel(SMALL, GPU_WAY, client);
    expect(prompts).toEqual([]);
  });
});

describe("how fast a model reads here", () => {
  test("is known of a model that has read on the processor, and told of a larger one by its weights", async () => {
    const caches = createCaches();
    const rates = createMeasurement(caches);
    await rates.note(SMALL, PROCESSOR, { ...usage(2, 50), promptTokens: 200, prefillMs: 2000 });
    await rates.note(SMALL, GPU_WAY, { ...usage(2, 50), promptTokens: 200, prefillMs: 20 });
    const known = await createMeasurement(caches).read();
    expect(known.models).toEqual({});
    expect(findReadingRate(SMALL, known)).toEqual({ tokensPerSecond: 100, isMeasured: true });
    expect(findReadingRate(LARGE, known)).toEqual({ tokensPerSecond: 5, isMeasured: false });
    expect(findReadingRate(LARGE, undefined)).toBeNull();
  });
});

describe("the time of an answer on the processor", () => {
  const MODEL = { id: "qwen", weights: { bytes: 1.1e9 } };

  test("counts the question read and the words written at the measured rates, and the prefix for the first", () => {
    const rates = { models: { "processor qwen": 5 }, readings: { qwen: 10 } };
    expect(toAnswerTime(MODEL, rates, 2)).toEqual({ seconds: 10, firstSeconds: 100, basis: "measured" });
  });

  test("is told from what other models have done, and from writing alone where nothing was read", () => {
    const rates = { models: {}, processor: 5.5e9 };
    const told = toAnswerTime(MODEL, rates, 2);
    expect(told?.basis).toBe("told");
    expect(told?.seconds).toBeCloseTo(10);
    expect(toAnswerTime(MODEL, { ...rates, processorReading: 22e9 }, 2)?.seconds).toBeCloseTo(8);
  });

  test("is assumed by the threads before anything was measured, and unknown without a size", () => {
    const assumed = toAnswerTime(MODEL, undefined, 2);
    expect(assumed?.basis).toBe("assumed");
    expect(assumed?.seconds).toBeCloseTo(5);
    expect(toAnswerTime(MODEL, undefined, 4)?.seconds).toBeCloseTo(2.5);
    expect(toAnswerTime(MODEL, undefined, 16)?.seconds).toBeCloseTo(2.5);
    expect(toAnswerTime({ id: "x" }, undefined, 4)).toBeNull();
  });
});

describe("the recommendation", () => {
  const adapter: AdapterFacts = {
    name: "nvidia ampere",
    software: false,
    shaderF16: true,
    maxBufferBytes: 2 ** 31,
    maxBindingBytes: 2 ** 31,
    maxWorkgroupBytes: 32_768,
    maxStorageBuffers: 10,
  };
  const recommend = (facts: Partial<PlanFacts>, on: AdapterFacts | null = adapter) =>
    planDevice(listCatalog({ scripts: false }), {
      device: { adapter: on, crossOriginIsolated: true, cores: 8, wasmWaits: true, wasmMemory64: true },
      memoryBytes: 16 * 2 ** 30,
      freeBytes: 100e9,
      kind: "other",
      forced: null,
      ...facts,
    });

  test("prefers a model that answers quickly over one that only fits", () => {
    expect(recommend({}).recommendation.modelId).toBe("webllm:Qwen3-8B");
    const slow = recommend({ rates: { models: {}, gpuReading: 50 * GIGABYTE } });
    expect(slow.recommendation.modelId).toBe("webllm:Qwen3-4B");
    const plan = slow.plans.find(({ modelId }) => modelId === "webllm:Qwen3-4B");
    expect(plan?.writing?.tokensPerSecond).toBeGreaterThan(8);
    const crawling = recommend({ rates: { models: {}, gpuReading: 5 * GIGABYTE } });
    expect(crawling.plans.find(({ modelId }) => modelId === crawling.recommendation.modelId)?.weightBytes).toBeLessThan(
      0.3e9,
    );
  });

  test("is no model that takes longer than 30 seconds for an answer on the processor, however strong", () => {
    const { plans, recommendation } = recommend({ rates: { models: {}, processor: 1 * GIGABYTE } }, null);
    const tooSlow = plans.find(({ modelId }) => modelId === "gguf:Qwen2.5-1.5B-Instruct");
    expect(tooSlow?.answer?.seconds).toBeGreaterThan(30);
    expect([recommendation.modelId, ...recommendation.runnersUp]).not.toContain("gguf:Qwen2.5-1.5B-Instruct");
  });

  test("knows a fast processor from a slow one", () => {
    const fast = recommend({ rates: { models: {}, processor: 40 * GIGABYTE } }, null);
    const slow = recommend({ rates: { models: {}, processor: 1.2 * GIGABYTE } }, null);
    const find = ({ plans, recommendation }: typeof fast) =>
      plans.find(({ modelId }) => modelId === recommendation.modelId);
    expect(find(fast)?.weightBytes).toBeGreaterThan(1.2e9);
    expect(find(slow)?.weightBytes).toBeLessThan(0.8e9);
    for (const report of [fast, slow]) expect(find(report)?.answer?.seconds).toBeLessThanOrEqual(30);
  });
});
