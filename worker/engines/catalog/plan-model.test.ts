import { describe, expect, test } from "vitest";
import type { AdapterFacts } from "./device-facts.ts";
import { type CatalogModel, listCatalog } from "./model-catalog.ts";
import { fitsWideCache, type PlanFacts, planDevice, planModel } from "./plan-model.ts";
import { STARTER_MODEL_ID } from "./starter-model.ts";

const GIBIBYTE = 2 ** 30;
const gpu: AdapterFacts = {
  name: "nvidia ampere",
  software: false,
  shaderF16: true,
  maxBufferBytes: 2 * GIBIBYTE,
  maxBindingBytes: 2 * GIBIBYTE,
  maxWorkgroupBytes: 32_768,
  maxStorageBuffers: 10,
};
const software: AdapterFacts = { ...gpu, name: "google swiftshader", software: true, shaderF16: false };

function toFacts(adapter: AdapterFacts | null, gibibytes: number | null, rest: Partial<PlanFacts> = {}): PlanFacts {
  return {
    device: { adapter, crossOriginIsolated: true, cores: 8, wasmWaits: true, wasmMemory64: true },
    memoryBytes: gibibytes === null ? null : gibibytes * GIBIBYTE,
    freeBytes: 100e9,
    kind: "other",
    forced: null,
    ...rest,
  };
}

function find(id: string): CatalogModel {
  const model = listCatalog({ scripts: true, tiny: true }).find((each) => each.id === id);
  if (model === undefined) throw new Error(`no ${id}`);
  return model;
}

describe("a model's plan", () => {
  test("a model with room to spare fits on the GPU with its whole context", () => {
    expect(planModel(find("webllm:Qwen2.5-1.5B-Instruct"), toFacts(gpu, 8))).toMatchObject({
      verdict: "fits",
      engine: "webllm",
      cause: "gpu",
      limit: "none",
      contextTokens: 32_768,
    });
  });

  test("weights, cache and the engine's own part add up to what WebLLM's list says, with and without f16", () => {
    for (const model of listCatalog({ scripts: false })) {
      const { totalBytes } = model.weights ?? {};
      // A model that WebLLM has only with f16 says nothing about a device without.
      if (totalBytes === undefined || (model.source.type === "webllm-catalog" && model.source.f32 === null)) continue;
      const short: CatalogModel = { ...model, weights: { bytes: 0, ...model.weights, trainedTokens: 4096 } };
      const half = planModel(short, toFacts(gpu, 32)).needBytes ?? 0;
      const full = planModel(short, toFacts({ ...gpu, shaderF16: false }, 32)).needBytes ?? 0;
      // The list's figures for two models lie a few per cent below their weights and cache.
      for (const [need, said] of [
        [half, totalBytes.f16],
        [full, totalBytes.f32],
      ] as const) {
        expect(need, model.id).toBeGreaterThanOrEqual(said);
        expect(need, model.id).toBeLessThan(said * 1.08);
      }
    }
  });

  test("a model whose cache is too large at its whole context fits with 2048 tokens, and says the smaller need", () => {
    const model = find("webllm:SmolLM2-1.7B-Instruct");
    const plan = planModel(model, toFacts({ ...gpu, shaderF16: false }, 4));
    expect(plan).toMatchObject({ verdict: "fits-short", limit: "memory", contextTokens: 2048, engine: "webllm" });
    const wide = planModel(model, toFacts({ ...gpu, shaderF16: false }, 8));
    expect((wide.needBytes ?? 0) - (plan.needBytes ?? 0)).toBe((wide.cacheBytes ?? 0) - (plan.cacheBytes ?? 0));
    expect(plan.cacheBytes).toBe((wide.cacheBytes ?? 0) / 2);
  });

  test("more than the device's memory does not fit", () => {
    expect(planModel(find("webllm:Qwen2.5-7B-Instruct"), toFacts(gpu, 4))).toMatchObject({
      verdict: "does-not-fit",
      limit: "memory",
    });
  });

  test.each([
    ["says nothing of its memory", null],
    ["says the most that browsers say", 8],
  ])("where the browser %s, a large model is neither promised nor refused", (_case, memory) => {
    expect(
      planModel(find("webllm:Hermes-3-Llama-3.1-8B"), toFacts({ ...gpu, shaderF16: false }, memory)),
    ).toMatchObject({ verdict: "unsure", limit: "memory-unknown" });
  });

  test.each([
    ["the starter on a software adapter", STARTER_MODEL_ID, software, "processor-only"],
    [
      "a GGUF from the catalog, on a GPU without f16,",
      "gguf:Qwen3-0.6B",
      { ...gpu, shaderF16: false },
      "processor-only",
    ],
  ])("%s uses the processor, and says why", (_case, id, adapter, cause) => {
    expect(planModel(find(id), toFacts(adapter, 8))).toMatchObject({ verdict: "processor", engine: "wllama", cause });
  });

  test.each([
    ["no GPU", null, "no-gpu"],
    ["a software adapter", software, "software-gpu"],
    ["an adapter of small limits", { ...gpu, maxBindingBytes: 2 ** 26 }, "gpu-limits"],
  ])("with %s a model that has both forms uses the processor, and says why", (_case, adapter, cause) => {
    const model: CatalogModel = { ...find(STARTER_MODEL_ID), engines: ["webllm", "wllama"] };
    expect(planModel(model, toFacts(adapter, 8))).toMatchObject({ verdict: "processor", cause });
  });

  test.each([
    ["no GPU", null, "no-gpu", "engine"],
    ["a software adapter", software, "software-gpu", "speed"],
  ])("with %s a model for the GPU alone does not fit, and says why", (_case, adapter, cause, limit) => {
    expect(planModel(find("webllm:Qwen3-0.6B"), toFacts(adapter, 8))).toMatchObject({
      verdict: "does-not-fit",
      cause,
      limit,
    });
  });

  test("a software adapter is enough for the tiny model where the GPU is asked for", () => {
    const forced = toFacts(software, 8, { forced: "webllm" });
    expect(planModel(find("tiny"), forced)).toMatchObject({ verdict: "fits", engine: "webllm" });
  });

  test("an embedding that the GPU cannot bind at once does not fit; where there is a processor form, that is taken", () => {
    const narrow = { ...gpu, maxBindingBytes: 2 ** 27 };
    const large = find("webllm:Qwen2.5-7B-Instruct");
    expect(planModel(large, toFacts(narrow, 16))).toMatchObject({ verdict: "does-not-fit", limit: "engine" });
    const both: CatalogModel = {
      ...large,
      engines: ["webllm", "wllama"],
      weights: { bytes: 1e9, largestTensorBytes: 2 ** 28 },
    };
    expect(planModel(both, toFacts(narrow, 16))).toMatchObject({ verdict: "processor", cause: "gpu-limits" });
  });

  test("a download that the storage has no room for does not fit; what is here already counts for it", () => {
    const model = find("gguf:Qwen2.5-1.5B-Instruct");
    const facts = toFacts(null, 8, { freeBytes: 500e6 });
    expect(planModel(model, facts)).toMatchObject({ verdict: "does-not-fit", limit: "storage" });
    expect(planModel({ ...model, partialBytes: 800_000_000 }, facts).verdict).toBe("processor");
    expect(planModel({ ...model, stored: true }, facts).verdict).toBe("processor");
  });

  test("an engine that the user set is planned for, and one that cannot run the model is said so", () => {
    const forced = { forced: "webllm" } as const;
    expect(planModel(find("webllm:Qwen3-0.6B"), toFacts(gpu, 8, forced))).toMatchObject({
      engine: "webllm",
      cause: "forced",
      verdict: "fits",
    });
    expect(planModel(find("gguf:Qwen3-0.6B"), toFacts(gpu, 8, forced))).toMatchObject({
      verdict: "other-engine",
      cause: "no-engine",
      engine: null,
      otherEngine: "wllama",
    });
  });

  test("a set engine that cannot run a model says so of itself, and of all engines only where none can", () => {
    expect(planModel(find("webllm:Qwen3-0.6B"), toFacts(gpu, 8, { forced: "wllama" }))).toMatchObject({
      verdict: "other-engine",
      otherEngine: "webllm",
      limit: "none",
    });
    // Without a GPU another engine has what this one lacks, or there is none.
    const both: CatalogModel = { ...find(STARTER_MODEL_ID), engines: ["webllm", "wllama"] };
    expect(planModel(both, toFacts(null, 8, { forced: "webllm" }))).toMatchObject({
      verdict: "other-engine",
      otherEngine: "wllama",
      cause: "no-gpu",
    });
    expect(planModel(find("webllm:Qwen3-0.6B"), toFacts(null, 8, { forced: "wllama" }))).toMatchObject({
      verdict: "does-not-fit",
      limit: "engine",
    });
  });

  test("a processor has no room for what 32-bit WebAssembly cannot address, whatever the memory", () => {
    const model: CatalogModel = { ...find("gguf:Qwen3-0.6B"), weights: { bytes: 5e9 } };
    expect(planModel(model, toFacts(null, 8))).toMatchObject({ verdict: "does-not-fit", limit: "memory" });
  });

  test("a GGUF runs on the GPU through llama.cpp where the adapter has f16 and WebAssembly can wait", () => {
    const plan = planModel(find("gguf:SmolLM3-3B"), toFacts(gpu, 8));
    expect(plan).toMatchObject({ verdict: "fits", engine: "wllama", cause: "llama-gpu", limit: "none" });
    const facts = toFacts(gpu, 8);
    const device = { ...facts.device, wasmWaits: false };
    expect(planModel(find("gguf:SmolLM3-3B"), { ...facts, device }).cause).toBe("processor-only");
  });

  test("without 64-bit memory llama.cpp is promised nowhere", () => {
    const facts = toFacts(null, 8);
    const device = { ...facts.device, wasmMemory64: false };
    for (const id of [STARTER_MODEL_ID, "gguf:SmolLM3-3B"]) {
      expect(planModel(find(id), { ...facts, device })).toMatchObject({ verdict: "does-not-fit", cause: "old-wasm" });
    }
  });

  test.each([
    ["512 MB", 2 ** 29, "does-not-fit", "engine"],
    ["1 GB", 2 ** 30, "fits", "none"],
  ])("where the adapter binds %s at once, WebLLM gets what it asks for or 128 MB", (_case, bound, verdict, limit) => {
    const narrow = { ...gpu, maxBindingBytes: bound };
    expect(planModel(find("webllm:Qwen3-4B"), toFacts(narrow, 8))).toMatchObject({ verdict, limit });
  });

  test("a phone gets a model of at most 1 GB, whatever its memory", () => {
    const phone = toFacts(gpu, 8, { kind: "phone" });
    expect(planModel(find("webllm:Qwen3-4B"), phone)).toMatchObject({ verdict: "does-not-fit", limit: "memory" });
    for (const plan of planDevice(listCatalog({ scripts: false }), phone).plans) {
      if (plan.verdict === "fits" || plan.verdict === "processor") expect(plan.needBytes).toBeLessThanOrEqual(1e9);
    }
  });

  test("a longer context is taken where at most half of the model's memory goes, and as long as it was trained for", () => {
    const contextOn = (id: string, memory: number) => planModel(find(id), toFacts(gpu, memory)).contextTokens;
    expect([4, 8, 16, 32].map((memory) => contextOn("webllm:Qwen3-1.7B", memory))).toEqual([
      4096, 8192, 16_384, 32_768,
    ]);
    expect(contextOn("webllm:OLMo-2-0425-1B-Instruct", 32)).toBe(4096);
    const forced = toFacts(software, 32, { forced: "webllm" });
    expect(planModel(find("webllm:SmolLM2-360M-Instruct"), forced).contextTokens).toBe(4096);
  });

  test("a script always fits", () => {
    expect(planModel(find("scripted:calculator"), toFacts(null, null))).toMatchObject({
      verdict: "fits",
      cause: "script",
    });
  });
});

describe("the recommendation", () => {
  const models = listCatalog({ scripts: false });

  test("a model that was put beside the app comes first where it fits, however slowly it writes", () => {
    const ids = ["gguf:Qwen2.5-Coder-1.5B-Instruct", "gguf:Qwen2.5-Coder-0.5B-Instruct"];
    const withServed = models.map(
      (model): CatalogModel => (ids.includes(model.id) ? { ...model, served: true } : model),
    );
    const recommend = (facts: PlanFacts) => planDevice(withServed, facts).recommendation.modelId;
    expect(recommend(toFacts(gpu, 8))).toBe(ids[0]);
    expect(recommend(toFacts(null, 8))).toBe(ids[0]);
    expect(recommend(toFacts(null, 2))).toBe(ids[1]);
  });

  test.each([
    ["a roomy GPU with f16", gpu, 8, "roomy-gpu", "webllm:Qwen3-4B"],
    [
      "a roomy GPU without f16",
      { ...gpu, shaderF16: false },
      8,
      "roomy-gpu",
      "webllm:Ministral-3-3B-Instruct-2512-BF16",
    ],
    ["a GPU with little memory", gpu, 4, "gpu", "webllm:Qwen2.5-1.5B-Instruct"],
    ["a GPU of which the browser says nothing more", gpu, null, "gpu", "webllm:Qwen2.5-1.5B-Instruct"],
    ["a processor alone", null, 8, "processor", "gguf:Qwen2.5-1.5B-Instruct"],
    ["a processor with little memory", software, 2, "processor", "starter"],
  ] as const)("for %s", (_case, adapter, memory, deviceClass, modelId) => {
    expect(planDevice(models, toFacts(adapter, memory)).recommendation).toMatchObject({ modelId, deviceClass });
  });

  test("a full disk leaves the starter", () => {
    const report = planDevice(models, toFacts(gpu, 8, { freeBytes: 100_000_000 }));
    expect(report.recommendation.modelId).toBe(STARTER_MODEL_ID);
  });

  test("the runners-up are of other families, and none of them needs more than this device has to spare", () => {
    const { recommendation } = planDevice(models, toFacts(gpu, 8));
    const families = [recommendation.modelId, ...recommendation.runnersUp].map((id) => find(id).family);
    expect(recommendation.runnersUp.length).toBeGreaterThan(2);
    expect(new Set(families).size).toBe(families.length);
    for (const id of recommendation.runnersUp) expect(planModel(find(id), toFacts(gpu, 8)).limit).toBe("none");
  });

  test("a model with a licence that binds the user is never recommended", () => {
    const only = models.filter(({ id }) => id === "webllm:Qwen2.5-3B-Instruct" || id === STARTER_MODEL_ID);
    expect(planDevice(only, toFacts(gpu, 8)).recommendation.modelId).toBe(STARTER_MODEL_ID);
  });
});

describe("the context window that the user sets", () => {
  const id = "webllm:Qwen2.5-1.5B-Instruct";
  const toPlan = (contexts: PlanFacts["contexts"], gibibytes = 8) =>
    planModel(find(id), toFacts(gpu, gibibytes, { contexts: contexts ?? {} }));

  test("is chosen among those that fit, each with the memory that it costs", () => {
    const { contextChoices = [], contextTokens } = toPlan({});
    expect(contextChoices.map((choice) => choice.contextTokens)).toEqual([2048, 4096, 8192, 16_384, 32_768]);
    expect(contextTokens).toBe(32_768);
    const needs = contextChoices.map(({ needBytes }) => needBytes);
    expect(needs).toEqual([...needs].sort((left, right) => left - right));
  });

  test("takes the place of the one that suits the device, and its memory with it", () => {
    const plan = toPlan({ [id]: 2048 });
    expect(plan).toMatchObject({ contextTokens: 2048, verdict: "fits", limit: "none" });
    expect(plan.needBytes).toBe(plan.contextChoices?.[0]?.needBytes);
    expect(toPlan({ "webllm:Qwen3-4B": 2048 }).contextTokens).toBe(32_768);
  });

  test("is passed over where it does not fit or is none of the choices", () => {
    expect(toPlan({ [id]: 1000 }).contextTokens).toBe(32_768);
    const small = toPlan({ [id]: 32_768 }, 3);
    expect(small.contextTokens).toBeLessThan(32_768);
  });
});

describe("the KV cache of the processor", () => {
  const starter = find(STARTER_MODEL_ID);
  const needBytes = planModel(starter, toFacts(null, 8)).needBytes ?? 0;
  const cacheBytes = planModel(starter, toFacts(null, 8)).cacheBytes ?? 0;

  test("is wide where there is memory beyond the model's need", () => {
    expect(fitsWideCache(starter, { engine: "wllama" }, toFacts(null, 4))).toBe(true);
  });

  test("is not wide where only the need is met", () => {
    const gibibytes = (needBytes + cacheBytes) / 0.6 / GIBIBYTE;
    expect(fitsWideCache(starter, { engine: "wllama" }, toFacts(null, gibibytes))).toBe(false);
  });

  test("is not wide for the GPU, nor for a model whose cache is of unknown size", () => {
    expect(fitsWideCache(starter, { engine: "webllm" }, toFacts(gpu, 8))).toBe(false);
    expect(fitsWideCache(starter, { engine: "wllama", onGpu: true }, toFacts(gpu, 8))).toBe(false);
    const { weights: _weights, ...unknown } = starter;
    expect(fitsWideCache(unknown, { engine: "wllama" }, toFacts(null, 8))).toBe(false);
  });
});
