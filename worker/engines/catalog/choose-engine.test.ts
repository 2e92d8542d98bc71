import { describe, expect, test } from "vitest";
import { chooseEngine, chooseThreads } from "./choose-engine.ts";
import type { AdapterFacts, DeviceFacts } from "./device-facts.ts";
import { listCatalog } from "./model-catalog.ts";
import { STARTER_MODEL_ID } from "./starter-model.ts";

const GIBIBYTE = 2 ** 30;
const gpu: AdapterFacts = {
  name: "nvidia ampere",
  software: false,
  shaderF16: true,
  maxBufferBytes: GIBIBYTE,
  maxBindingBytes: GIBIBYTE,
  maxWorkgroupBytes: 32_768,
  maxStorageBuffers: 10,
};
const swiftShader: AdapterFacts = { ...gpu, name: "google swiftshader", software: true, shaderF16: false };
const both = { engines: ["webllm", "wllama"] } as const;

function toFacts(adapter: AdapterFacts | null, changes: Partial<DeviceFacts> = {}): DeviceFacts {
  return { adapter, crossOriginIsolated: true, cores: 8, wasmWaits: true, wasmMemory64: true, ...changes };
}

function reasonOf(answer: ReturnType<typeof chooseEngine>): string {
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
  return `${answer.value.engine}: ${answer.value.reason}`;
}

describe("chooseEngine", () => {
  test("a GPU is used where there is one", () => {
    expect(reasonOf(chooseEngine(both, toFacts(gpu), null))).toBe(
      "webllm: It runs on this device's GPU (nvidia ampere).",
    );
  });

  test.each([
    ["no adapter", null, "because this browser offers no GPU to web pages"],
    ["a software adapter", swiftShader, "because the only graphics adapter is a software one (google swiftshader)"],
    ["small buffers", { ...gpu, maxBufferBytes: 2 ** 27 }, "because the GPU's largest buffer is under 256 MB"],
    ["small bindings", { ...gpu, maxBindingBytes: 2 ** 26 }, "because the GPU binds less than 128 MB at once"],
    ["little workgroup memory", { ...gpu, maxWorkgroupBytes: 16_384 }, "workgroup memory is under 32 KB"],
    ["few bindings", { ...gpu, maxStorageBuffers: 8 }, "because the GPU binds fewer than 10 buffers at once"],
  ])("with %s the processor is used, and the sentence says why", (_case, adapter, cause) => {
    const reason = reasonOf(chooseEngine(both, toFacts(adapter), null));
    expect(reason).toMatch(/^wllama: It runs on the processor/);
    expect(reason).toContain(cause);
    expect(reason).toContain("with 7 threads.");
  });

  describe("for the starter model", () => {
    const starter = listCatalog({ scripts: false }).find(({ id }) => id === STARTER_MODEL_ID);
    const chooseForStarter = (adapter: AdapterFacts | null): string => {
      if (starter === undefined) throw new Error("the catalog has no starter model");
      return reasonOf(chooseEngine(starter, toFacts(adapter), null));
    };

    test("a hardware GPU is taken, through llama.cpp", () => {
      expect(chooseForStarter(gpu)).toBe("wllama: llama.cpp runs it on this device's GPU (nvidia ampere).");
    });

    test.each([
      ["without a GPU", null],
      ["on a software adapter", swiftShader],
      ["on a GPU without 16-bit arithmetic", { ...gpu, shaderF16: false }],
    ])("%s the processor is taken", (_case, adapter) => {
      expect(chooseForStarter(adapter)).toBe("wllama: It runs on the processor, with 7 threads.");
    });
  });

  test("a page that is not isolated computes with one thread and says so", () => {
    const facts = toFacts(null, { crossOriginIsolated: false });
    expect(reasonOf(chooseEngine(both, facts, null))).toContain("one thread, as the page is not cross-origin isolated");
  });

  test("a forced engine is taken, on a software adapter as well", () => {
    expect(reasonOf(chooseEngine(both, toFacts(swiftShader), "webllm"))).toContain("google swiftshader, a software");
    expect(reasonOf(chooseEngine(both, toFacts(gpu), "wllama"))).toMatch(/^wllama: You chose wllama/);
  });

  test("a forced engine that cannot run the model here is refused, not replaced", () => {
    expect(chooseEngine(both, toFacts(null), "webllm")).toMatchObject({ failure: { code: "webgpu-missing" } });
    expect(chooseEngine({ engines: ["wllama"] }, toFacts(gpu), "webllm")).toMatchObject({
      failure: { code: "model-unsupported" },
    });
  });

  test("a script runs as a script whatever was forced", () => {
    expect(reasonOf(chooseEngine({ engines: ["scripted"] }, toFacts(null), "webllm"))).toContain("script");
  });

  test("a model for the GPU alone runs on a software adapter with a warning, and without any not at all", () => {
    const alone = { engines: ["webllm"] } as const;
    expect(reasonOf(chooseEngine(alone, toFacts(swiftShader), null))).toContain("slowly");
    expect(chooseEngine(alone, toFacts(null), null)).toMatchObject({ failure: { code: "webgpu-missing" } });
    expect(chooseEngine(alone, toFacts({ ...gpu, maxStorageBuffers: 8 }), null)).toMatchObject({
      failure: { code: "model-unsupported" },
    });
  });
});

test("one core is left free where there is more than one, and no more than eight are used", () => {
  const count = (cores: number, crossOriginIsolated = true) => chooseThreads({ cores, crossOriginIsolated });
  expect([count(1), count(2), count(3), count(4), count(64), count(16, false)]).toEqual([1, 1, 2, 3, 8, 1]);
});
