import { describe, expect, test } from "vitest";
import type { ModelLibrary } from "../../agent/ports/model-library.ts";
import { chatmlTemplate } from "../../formats/templates/chatml-template.ts";
import type { EngineId } from "../../protocol/model.ts";
import { addBrowserModel } from "../builtin/browser-model-library.ts";
import { chooseEngine } from "./choose-engine.ts";
import type { AdapterFacts } from "./device-facts.ts";
import { listCatalog } from "./model-catalog.ts";
import { type PlanFacts, planDevice } from "./plan-model.ts";

const MEBIBYTE = 2 ** 20;
const GIBIBYTE = 2 ** 30;
const MODELS = listCatalog({ scripts: false });

type Adapter = Partial<Omit<AdapterFacts, "name">>;

function toAdapter(name: string, changes: Adapter = {}): AdapterFacts {
  return {
    name,
    software: false,
    shaderF16: true,
    maxBufferBytes: 2 * GIBIBYTE,
    maxBindingBytes: 2 * GIBIBYTE,
    maxWorkgroupBytes: 32_768,
    maxStorageBuffers: 10,
    ...changes,
  };
}

const CHROME = { crossOriginIsolated: true, wasmWaits: true, wasmMemory64: true } as const;
/** Firefox before it had JSPI. */
const FIREFOX = { ...CHROME, wasmWaits: false } as const;
const SAFARI = { ...CHROME, wasmWaits: false, wasmMemory64: false } as const;

interface Device {
  readonly adapter: AdapterFacts | null;
  readonly gibibytes: number | null;
  readonly cores: number;
  readonly browser?: typeof CHROME | typeof FIREFOX | typeof SAFARI;
  readonly kind?: PlanFacts["kind"];
  readonly freeBytes?: number | null;
  readonly forced?: EngineId;
}

/** What a device gets: the recommended model, its engine, its context, and the sentence that says why there. */
type Expected = readonly [model: string, engine: string, context: number, reason: string];

const intel = toAdapter("intel gen-12lp");
const amd = toAdapter("amd rdna-2");
const apple = toAdapter("apple metal-3", { maxBufferBytes: 4 * GIBIBYTE, maxBindingBytes: 4 * GIBIBYTE });
const nvidia = toAdapter("nvidia ampere");
const adreno = toAdapter("qualcomm adreno-7xx", { maxBufferBytes: GIBIBYTE, maxBindingBytes: 512 * MEBIBYTE });
const mali = toAdapter("arm valhall", { maxBufferBytes: 256 * MEBIBYTE, maxBindingBytes: 128 * MEBIBYTE });
const swiftShader = toAdapter("google swiftshader", { software: true, shaderF16: false });
const intel32 = toAdapter("intel gen-9", { shaderF16: false });
const old = toAdapter("intel gen-7", {
  maxBufferBytes: 256 * MEBIBYTE,
  maxBindingBytes: 128 * MEBIBYTE,
  shaderF16: false,
});
const nvidia32 = toAdapter("nvidia pascal", { shaderF16: false });
const lavapipe = toAdapter("mesa llvmpipe", { software: true });
const onGpu = ({ name }: AdapterFacts): string => `It runs on this device's GPU (${name}).`;
const onProcessor = (threads: number): string => `It runs on the processor, with ${threads} threads.`;

const DEVICES: readonly (readonly [name: string, device: Device, ...expected: Expected])[] = [
  [
    "Windows, 8 GB, Intel iGPU, Chrome",
    { adapter: intel, gibibytes: 8, cores: 8 },
    "Qwen3 4B",
    "webllm",
    4096,
    onGpu(intel),
  ],
  [
    "Windows, 16 GB, Intel iGPU, Chrome of 2026",
    { adapter: intel, gibibytes: 16, cores: 12 },
    "Qwen3 4B",
    "webllm",
    8192,
    onGpu(intel),
  ],
  [
    "Windows, 4 GB, Intel iGPU, Chrome",
    { adapter: intel, gibibytes: 4, cores: 4 },
    "Qwen2.5 1.5B",
    "webllm",
    4096,
    onGpu(intel),
  ],
  [
    "Windows, 8 GB, Intel iGPU without f16",
    { adapter: intel32, gibibytes: 8, cores: 8 },
    "Ministral 3 3B",
    "webllm",
    4096,
    onGpu(intel32),
  ],
  ["Windows, 16 GB, AMD iGPU", { adapter: amd, gibibytes: 16, cores: 16 }, "Qwen3 8B", "webllm", 4096, onGpu(amd)],
  [
    "Windows, 32 GB, RTX 4090, Chrome of 2026",
    { adapter: nvidia, gibibytes: 32, cores: 24 },
    "Qwen3 8B",
    "webllm",
    32768,
    onGpu(nvidia),
  ],
  [
    "Windows, RTX 4090, Chrome of 2025 (says 8 GB)",
    { adapter: nvidia, gibibytes: 8, cores: 24 },
    "Qwen3 4B",
    "webllm",
    4096,
    onGpu(nvidia),
  ],
  [
    "Windows, RTX 3060, 16 GB",
    { adapter: nvidia, gibibytes: 16, cores: 16 },
    "Qwen3 8B",
    "webllm",
    4096,
    onGpu(nvidia),
  ],
  [
    "Windows, old GPU that binds 128 MB",
    { adapter: old, gibibytes: 8, cores: 4 },
    "Qwen2.5 1.5B",
    "webllm",
    8192,
    onGpu(old),
  ],
  [
    "Windows, GPU without f16, 16 GB",
    { adapter: nvidia32, gibibytes: 16, cores: 8 },
    "Qwen3 8B",
    "webllm",
    4096,
    onGpu(nvidia32),
  ],
  [
    "Windows, 8 GB, Firefox with WebGPU",
    { adapter: nvidia, gibibytes: null, cores: 8, browser: FIREFOX },
    "Qwen2.5 1.5B",
    "webllm",
    4096,
    onGpu(nvidia),
  ],
  [
    "Windows, RTX 4090, Firefox",
    { adapter: nvidia, gibibytes: null, cores: 24, browser: FIREFOX },
    "Qwen2.5 1.5B",
    "webllm",
    4096,
    onGpu(nvidia),
  ],
  [
    "Windows, Firefox without WebGPU",
    { adapter: null, gibibytes: null, cores: 8, browser: FIREFOX },
    "Qwen2.5 1.5B",
    "wllama",
    4096,
    onProcessor(7),
  ],
  ["Windows, no GPU, 8 GB", { adapter: null, gibibytes: 8, cores: 8 }, "Qwen2.5 1.5B", "wllama", 4096, onProcessor(7)],
  [
    "Windows, no GPU, 2 GB",
    { adapter: null, gibibytes: 2, cores: 2 },
    "SmolLM2 135M",
    "wllama",
    4096,
    "It runs on the processor, with one thread.",
  ],
  [
    "Windows, no GPU, 16 GB, 16 cores",
    { adapter: null, gibibytes: 16, cores: 16 },
    "Qwen2.5 1.5B",
    "wllama",
    4096,
    onProcessor(8),
  ],
  [
    "MacBook Air M1, 8 GB, Chrome",
    { adapter: apple, gibibytes: 8, cores: 8, kind: "mac" },
    "Qwen3 4B",
    "webllm",
    4096,
    onGpu(apple),
  ],
  [
    "MacBook Pro M3, 16 GB, Chrome of 2026",
    { adapter: apple, gibibytes: 16, cores: 12, kind: "mac" },
    "Qwen3 8B",
    "webllm",
    4096,
    onGpu(apple),
  ],
  [
    "MacBook Pro M4 Max, 32 GB or more, Chrome of 2026",
    { adapter: apple, gibibytes: 32, cores: 16, kind: "mac" },
    "Qwen3 8B",
    "webllm",
    32768,
    onGpu(apple),
  ],
  [
    "MacBook Air M1, Safari 26",
    { adapter: apple, gibibytes: null, cores: 8, browser: SAFARI, kind: "mac" },
    "Qwen3 4B",
    "webllm",
    4096,
    onGpu(apple),
  ],
  [
    "MacBook Air M1, Firefox",
    { adapter: apple, gibibytes: null, cores: 8, browser: FIREFOX, kind: "mac" },
    "Qwen3 4B",
    "webllm",
    4096,
    onGpu(apple),
  ],
  [
    "Mac, Safari 18 without WebGPU",
    { adapter: null, gibibytes: null, cores: 8, browser: SAFARI, kind: "mac" },
    "SmolLM2 135M",
    "none",
    4096,
    "this browser's WebAssembly lacks 64-bit memory, which llama.cpp needs",
  ],
  [
    "iPhone 15, Safari 26",
    { adapter: apple, gibibytes: null, cores: 6, browser: SAFARI, kind: "phone" },
    "SmolLM2 360M",
    "webllm",
    4096,
    onGpu(apple),
  ],
  [
    "iPhone, Safari without WebGPU",
    { adapter: null, gibibytes: null, cores: 6, browser: SAFARI, kind: "phone" },
    "SmolLM2 135M",
    "none",
    4096,
    "this browser's WebAssembly lacks 64-bit memory, which llama.cpp needs",
  ],
  [
    "iPad, Safari 26, asks for the phone's page",
    { adapter: apple, gibibytes: null, cores: 8, browser: SAFARI, kind: "phone" },
    "SmolLM2 360M",
    "webllm",
    4096,
    onGpu(apple),
  ],
  [
    "Pixel 8, 8 GB, Chrome",
    { adapter: mali, gibibytes: 8, cores: 9, kind: "phone" },
    "SmolLM2 360M",
    "webllm",
    4096,
    onGpu(mali),
  ],
  [
    "Galaxy S24, 8 GB, Chrome",
    { adapter: adreno, gibibytes: 8, cores: 8, kind: "phone" },
    "SmolLM2 360M",
    "webllm",
    4096,
    onGpu(adreno),
  ],
  [
    "Android, 4 GB, Adreno",
    { adapter: adreno, gibibytes: 4, cores: 8, kind: "phone" },
    "SmolLM2 360M",
    "webllm",
    4096,
    onGpu(adreno),
  ],
  [
    "Android, 2 GB, no WebGPU",
    { adapter: null, gibibytes: 2, cores: 8, kind: "phone" },
    "SmolLM2 135M",
    "wllama",
    4096,
    "It runs on the processor, with 7 threads.",
  ],
  ["Chromebook, 4 GB, Intel", { adapter: intel, gibibytes: 4, cores: 4 }, "Qwen2.5 1.5B", "webllm", 4096, onGpu(intel)],
  ["Chromebook, 8 GB, Mali", { adapter: mali, gibibytes: 8, cores: 8 }, "Qwen2.5 1.5B", "webllm", 32768, onGpu(mali)],
  [
    "Linux, SwiftShader, 8 GB",
    { adapter: swiftShader, gibibytes: 8, cores: 2 },
    "Qwen2.5 1.5B",
    "wllama",
    4096,
    "It runs on the processor, with one thread.",
  ],
  [
    "Linux, lavapipe, 16 GB",
    { adapter: lavapipe, gibibytes: 16, cores: 8 },
    "Qwen2.5 1.5B",
    "wllama",
    4096,
    onProcessor(7),
  ],
  ["Linux, AMD, 32 GB", { adapter: amd, gibibytes: 32, cores: 16 }, "Qwen3 8B", "webllm", 32768, onGpu(amd)],
  [
    "A full disk",
    { adapter: nvidia, gibibytes: 8, cores: 8, freeBytes: 50e6 },
    "SmolLM2 135M",
    "wllama",
    4096,
    `llama.cpp runs it on this device's GPU (${nvidia.name}).`,
  ],
  [
    "Surface with a Snapdragon, 16 GB, Chrome",
    { adapter: adreno, gibibytes: 16, cores: 12 },
    "Phi 3.5 mini",
    "webllm",
    4096,
    onGpu(adreno),
  ],
  [
    "Mac Studio, 64 GB, Chrome of 2026",
    { adapter: apple, gibibytes: 32, cores: 24, kind: "mac" },
    "Qwen3 8B",
    "webllm",
    32768,
    onGpu(apple),
  ],
  [
    "Windows, 16 GB, Intel iGPU, Firefox",
    { adapter: intel, gibibytes: null, cores: 12, browser: FIREFOX },
    "Qwen2.5 1.5B",
    "webllm",
    4096,
    onGpu(intel),
  ],
  [
    "Linux server, no GPU, 32 GB, 32 cores",
    { adapter: null, gibibytes: 32, cores: 32 },
    "Qwen2.5 1.5B",
    "wllama",
    4096,
    onProcessor(8),
  ],
  [
    "Raspberry Pi 5, 8 GB, no GPU",
    { adapter: null, gibibytes: 8, cores: 4 },
    "Qwen2.5 1.5B",
    "wllama",
    4096,
    onProcessor(3),
  ],
  [
    "Android tablet, 12 GB, Mali",
    { adapter: mali, gibibytes: 8, cores: 8, kind: "phone" },
    "SmolLM2 360M",
    "webllm",
    4096,
    onGpu(mali),
  ],
  [
    "The engine set to the processor, RTX 3060",
    { adapter: nvidia, gibibytes: 16, cores: 16, forced: "wllama" },
    "Qwen2.5 1.5B",
    "wllama",
    4096,
    "You chose wllama, which runs on the processor with 8 threads.",
  ],
];

function toFacts({ adapter, gibibytes, cores, browser = CHROME, kind = "other", ...rest }: Device): PlanFacts {
  const { freeBytes = 200e9, forced = null } = rest;
  const memoryBytes = gibibytes === null ? null : gibibytes * GIBIBYTE;
  return { device: { adapter, cores, ...browser }, memoryBytes, freeBytes, kind, forced };
}

describe("what each device gets", () => {
  test.each(DEVICES)("%s", (_name, device, title, engine, context, reason) => {
    const facts = toFacts(device);
    const { recommendation, plans } = planDevice(MODELS, facts);
    const model = MODELS.find(({ id }) => id === recommendation.modelId);
    const plan = plans.find(({ modelId }) => modelId === recommendation.modelId);
    const choice = model === undefined ? null : chooseEngine(model, facts.device, facts.forced);
    const said =
      choice === null ? "" : choice.ok ? choice.value.reason : (choice.failure.detail ?? choice.failure.code);
    expect([model?.title, plan?.engine ?? "none", plan?.contextTokens, said]).toEqual([title, engine, context, reason]);
  });
});

/** Seconds of a common answer, which a recommended model keeps to wherever its speed is known. */
const MAX_SECONDS = 30;

describe("what each device is told", () => {
  test.each(DEVICES)("of an answer's time: %s", (_name, device) => {
    const { recommendation, plans } = planDevice(MODELS, toFacts(device));
    const plan = plans.find(({ modelId }) => modelId === recommendation.modelId);
    const model = MODELS.find(({ id }) => id === recommendation.modelId);
    if (plan?.verdict === "processor") expect(plan.answer).toBeDefined();
    // Where nothing else is left it is the starter, which says of itself that it is tiny.
    if (model?.note !== "starter") expect(plan?.answer?.seconds ?? 0).toBeLessThanOrEqual(MAX_SECONDS);
  });

  test.each(DEVICES)("of a browser's own model: %s", async (_name, device) => {
    const facts = toFacts(device);
    const report = planDevice(MODELS, facts);
    const hasOwn = device.kind !== "phone" && (device.browser ?? CHROME) === CHROME;
    const availability = hasOwn ? "available" : "unavailable";
    const api = {
      availability: async () => availability,
      create: async () => Promise.reject(new Error("not asked")),
    } as const;
    const plan = async (isChrome: boolean) => {
      const library = { plan: async () => report } as unknown as ModelLibrary;
      const own = { api, title: "own", languages: ["en"], isChrome, toTemplate: () => chatmlTemplate };
      return (await addBrowserModel(library, own).plan(facts.forced)).recommendation;
    };
    const first = report.recommendation.modelId;
    const chosen = await plan(true);
    const isFirst = hasOwn && facts.forced === null;
    expect(chosen.modelId).toBe(isFirst ? "browser" : first);
    if (isFirst) expect(chosen.runnersUp[0]).toBe(first);
    expect((await plan(false)).modelId).toBe(first);
  });

  test("is told to at least forty devices", () => {
    expect(DEVICES.length).toBeGreaterThanOrEqual(40);
  });
});
