import { assertNever } from "../../protocol/assert-never.ts";
import { defined } from "../../protocol/defined.ts";
import type {
  AdapterReport,
  ContextChoice,
  DeviceClass,
  DeviceReport,
  ModelPlan,
  PlanCause,
  Recommendation,
} from "../../protocol/device-plan.ts";
import type { ModelId } from "../../protocol/ids.ts";
import type { EngineId } from "../../protocol/model.ts";
import { isTooLong, toAnswerTime } from "./answer-time.ts";
import { chooseEngine, chooseThreads, findGpuObstacle } from "./choose-engine.ts";
import type { AdapterFacts, DeviceFacts, MemoryFacts } from "./device-facts.ts";
import { type DeviceRates, type EngineWay, findWritingRate } from "./device-rates.ts";
import type { CatalogModel } from "./model-catalog.ts";
import { STARTER_MODEL_ID } from "./starter-model.ts";

/** The facts that a plan is based on. */
export interface PlanFacts extends MemoryFacts {
  readonly device: DeviceFacts;
  /** The engine the user has set. */
  readonly forced: EngineId | null;
  /** The context windows that the user set, by model. */
  readonly contexts?: Readonly<Record<ModelId, number>>;
  /** Its measured speed; absent before it was measured. */
  readonly rates?: DeviceRates;
}

/** The share of main memory that a model may take; the system and the browser need the rest. */
const MEMORY_SHARE = 0.6;
/** Used where the browser does not report it: nearly every current device has at least this. */
const ASSUMED_MEMORY = 4 * 2 ** 30;
/** Every Mac with a GPU of Apple's has at least this. */
const ASSUMED_MAC_MEMORY = 8 * 2 ** 30;
/** A phone ends a page that takes much more, whatever its memory (https://github.com/mlc-ai/web-llm/issues/753). */
const MAX_PHONE_BYTES = 1e9;
/**
 * Browsers cap what they report: Chromium at 8 GiB, since 2026 at 32 GiB on desktops. A device that reports a cap may have
 * more (https://www.w3.org/TR/device-memory/).
 */
const CAPS = [8 * 2 ** 30, 32 * 2 ** 30];
const ROOMY_MEMORY = 8 * 2 ** 30;
/** Limits that WebLLM 0.2.86 asks of an adapter, and those it falls back to where the adapter has less (`detectGPUDevice`). */
const WEBLLM_LIMITS = { wanted: 2 ** 30, binding: 2 ** 27, buffer: 2 ** 28 };
/** Longer contexts than the entry's own, longest first. */
const LONG_CONTEXTS = [32_768, 16_384, 8192];
/** A longer context must leave this share of a model's memory to other tabs. */
const LONG_CONTEXT_SHARE = 0.5;
/** A 32-bit WebAssembly module addresses 4 GiB, and needs some of it for itself. */
const PROCESSOR_BYTES = 3.8e9;
const PROCESSOR_OVERHEAD = 200_000_000;
const SHORT_CONTEXT = 2048;
/** Bytes of scores for a token of context: 4 for each of 128 tokens of a step and each of at most 32 heads. */
const SCORE_BYTES = 4 * 128 * 32;
/** On a software adapter, a larger model takes minutes to answer. */
const MAX_SOFTWARE_BYTES = 200_000_000;
/** A device swaps when a model takes nearly all of its memory, so a recommended model must leave some free. */
const RECOMMENDED_SHARE = 0.7;
const MAX_RUNNERS_UP = 4;
/** Makers of GPUs that read from main memory, and the weights with which one still writes about ten tokens a second. */
const SHARED_MEMORY_GPU = /^(intel|arm|qualcomm|img)/i;
const MAX_RECOMMENDED_SHARED_BYTES = 3e9;
/** A processor reads all weights for each token, so a recommended model of more would answer too slowly. */
const MAX_RECOMMENDED_PROCESSOR_BYTES = 1.2e9;
/** Where the speed of a GPU is known, a recommended model writes somewhat faster than people read: six tokens a second. */
const MIN_RECOMMENDED_RATE = 8;

/** Plans a model's loading: what it would take here and whether it fits, with the reason. Pure. */
export function planModel(model: CatalogModel, facts: PlanFacts): ModelPlan {
  const plan = planAsSet(model, facts);
  if (facts.forced === null || plan.verdict !== "does-not-fit" || plan.limit !== "engine") return plan;
  const { engine, verdict, limit } = planAsSet(model, { ...facts, forced: null });
  if (engine === null) return plan;
  if (verdict === "does-not-fit") return { ...plan, limit };
  return { ...plan, verdict: "other-engine", limit: "none", otherEngine: engine };
}

function planAsSet(model: CatalogModel, facts: PlanFacts): ModelPlan {
  const choice = chooseEngine(model, facts.device, facts.forced);
  const plan = choice.ok ? planOn(model, choice.value, facts) : toImpossible(model, facts);
  const isLlamaFree = model.engines.includes("wllama") && facts.device.wasmMemory64;
  const canFallBack = facts.forced === null && plan.cause !== "processor-only" && isLlamaFree;
  if (plan.verdict !== "does-not-fit" || plan.limit === "storage" || !canFallBack) return plan;
  const other = planOn(model, { engine: "wllama" }, facts);
  return other.verdict === "does-not-fit" ? plan : { ...other, cause: "gpu-limits" };
}

function toImpossible(model: CatalogModel, facts: PlanFacts): ModelPlan {
  const isForced = facts.forced !== null && !model.engines.includes(facts.forced);
  const needsMemory64 = model.engines.includes("wllama") && !facts.device.wasmMemory64;
  const cause = isForced ? "no-engine" : needsMemory64 ? "old-wasm" : toGpuCause(facts.device);
  return {
    modelId: model.id,
    verdict: "does-not-fit",
    engine: null,
    cause,
    limit: "engine",
    contextTokens: model.contextTokens,
    ...toDownload(model),
  };
}

function planOn(model: CatalogModel, way: EngineWay, facts: PlanFacts): ModelPlan {
  const plan = planUnset(model, way, facts);
  const isRunnable = plan.verdict !== "does-not-fit" && plan.verdict !== "unsure";
  const choices = isRunnable ? listContexts(model, way, facts) : [];
  const wished = choices.find(({ contextTokens }) => contextTokens === facts.contexts?.[model.id]);
  const offered = choices.length > 1 ? { ...plan, contextChoices: choices } : plan;
  if (wished === undefined) return offered;
  const { contextTokens } = wished;
  const verdict = isOnProcessor(way) ? "processor" : "fits";
  return { ...offered, contextTokens, ...toNeed(model, way, contextTokens, facts), verdict, limit: "none" };
}

/** The context windows that fit this device, also with little room to spare. */
function listContexts(model: CatalogModel, way: EngineWay, facts: PlanFacts): readonly ContextChoice[] {
  const { contextTokens: full, weights } = model;
  const longest = Math.max(full, weights?.trainedTokens ?? 0);
  const sizes = [SHORT_CONTEXT, full, ...LONG_CONTEXTS].filter((tokens) => tokens <= longest);
  return [...new Set(sizes)]
    .sort((left, right) => left - right)
    .filter((tokens) => fitsBinding(model, way, tokens, facts))
    .flatMap((contextTokens) => {
      const { needBytes, cacheBytes } = toNeed(model, way, contextTokens, facts);
      const isFitting = needBytes !== undefined && cacheBytes !== undefined && needBytes <= toBudget(way, facts);
      return isFitting ? [{ contextTokens, needBytes }] : [];
    });
}

/** Whether the engine can bind the keys and values of a layer at once. */
function fitsBinding(model: CatalogModel, way: EngineWay, tokens: number, facts: PlanFacts): boolean {
  const { layers } = model.weights?.cache ?? { layers: 1 };
  if (isOnProcessor(way)) return true;
  return (toNeed(model, way, tokens, facts).cacheBytes ?? 0) / layers <= toBindingLimit(way, facts);
}

/** The plan with the context window that suits the device. */
function planUnset(model: CatalogModel, way: EngineWay, facts: PlanFacts): ModelPlan {
  const { engine } = way;
  const cause = findCause(model, way, facts);
  const toPlan = (contextTokens: number, rest: Pick<ModelPlan, "verdict" | "limit">): ModelPlan => ({
    modelId: model.id,
    engine,
    cause,
    contextTokens,
    ...toNeed(model, way, contextTokens, facts),
    ...toDownload(model),
    ...defined({
      writing: findWritingRate(model, way, facts.rates) ?? undefined,
      answer: isOnProcessor(way)
        ? (toAnswerTime(model, facts.rates, chooseThreads(facts.device)) ?? undefined)
        : undefined,
    }),
    ...rest,
  });
  const full = model.contextTokens;
  if (engine === "scripted" || engine === "remote") return toPlan(full, { verdict: "fits", limit: "none" });
  const obstacle = findObstacle(model, way, facts);
  if (obstacle !== null) return toPlan(full, { verdict: "does-not-fit", limit: obstacle });

  const fits = isOnProcessor(way) ? "processor" : "fits";
  const budget = toBudget(way, facts);
  const long = findLongContext(model, way, facts);
  if (long !== null) return toPlan(long, { verdict: fits, limit: "none" });
  if (fitsMemory(model, way, full, facts, budget)) return toPlan(full, { verdict: fits, limit: "none" });
  if (full > SHORT_CONTEXT && fitsMemory(model, way, SHORT_CONTEXT, facts, budget)) {
    return toPlan(SHORT_CONTEXT, { verdict: "fits-short", limit: "memory" });
  }
  const { memoryBytes, kind } = facts;
  const isVouched = kind === "phone" || (memoryBytes !== null && !CAPS.includes(memoryBytes));
  const exceedsAddresses = isOnProcessor(way) && !fitsMemory(model, way, SHORT_CONTEXT, facts, PROCESSOR_BYTES);
  if (isVouched || exceedsAddresses) return toPlan(full, { verdict: "does-not-fit", limit: "memory" });
  return toPlan(full, { verdict: "unsure", limit: "memory-unknown" });
}

/** A context longer than the entry's own, for which the model was trained and the device has room to spare; else null. */
function findLongContext(model: CatalogModel, way: EngineWay, facts: PlanFacts): number | null {
  const { trainedTokens = 0, cache } = model.weights ?? {};
  // A processor, also one that imitates a GPU, would read so much for minutes.
  if (isOnProcessor(way) || facts.device.adapter?.software === true || cache === undefined) return null;
  const spare = toBudget(way, facts) * LONG_CONTEXT_SHARE;
  const fits = (tokens: number): boolean =>
    tokens > model.contextTokens &&
    tokens <= trainedTokens &&
    fitsBinding(model, way, tokens, facts) &&
    fitsMemory(model, way, tokens, facts, spare);
  return LONG_CONTEXTS.find(fits) ?? null;
}

/** The most bytes that the engine may bind at once; 0 without an adapter. */
function toBindingLimit({ engine }: EngineWay, { device: { adapter } }: PlanFacts): number {
  if (adapter === null) return 0;
  const { maxBindingBytes, maxBufferBytes } = adapter;
  if (engine !== "webllm") return Math.min(maxBindingBytes, maxBufferBytes);
  const { wanted, binding, buffer } = WEBLLM_LIMITS;
  return Math.min(maxBindingBytes >= wanted ? wanted : binding, maxBufferBytes >= wanted ? wanted : buffer);
}

function findObstacle(
  model: CatalogModel,
  { engine }: EngineWay,
  facts: PlanFacts,
): "engine" | "speed" | "storage" | null {
  const { device, freeBytes } = facts;
  const { adapter } = device;
  const { weights, source } = model;
  if (engine === "webllm" && adapter !== null) {
    if (adapter.software && (weights?.bytes ?? 0) > MAX_SOFTWARE_BYTES) return "speed";
    if (source.type === "webllm-catalog" && source.f32 === null && !adapter.shaderF16) return "engine";
    if ((weights?.largestTensorBytes ?? 0) > toBindingLimit({ engine }, facts)) return "engine";
  }
  const { downloadBytes = 0 } = toDownload(model);
  return freeBytes !== null && downloadBytes > freeBytes ? "storage" : null;
}

function fitsMemory(model: CatalogModel, way: EngineWay, context: number, facts: PlanFacts, budget: number): boolean {
  const { needBytes } = toNeed(model, way, context, facts);
  return needBytes === undefined || needBytes <= budget;
}

/** Bytes that a model may take on this device. */
function toBudget(way: EngineWay, { memoryBytes, kind }: MemoryFacts): number {
  const assumed = kind === "mac" ? ASSUMED_MAC_MEMORY : ASSUMED_MEMORY;
  const share = (memoryBytes ?? assumed) * MEMORY_SHARE;
  const bytes = isOnProcessor(way) ? Math.min(share, PROCESSOR_BYTES) : share;
  return kind === "phone" ? Math.min(bytes, MAX_PHONE_BYTES) : bytes;
}

function isOnProcessor({ engine, onGpu }: EngineWay): boolean {
  return engine === "wllama" && onGpu !== true;
}

/** True where the memory beyond a model's need suffices for a KV cache of 32 bits on the processor, see `EnginePlan`. Pure. */
export function fitsWideCache(model: CatalogModel, way: EngineWay, facts: PlanFacts): boolean {
  const { needBytes, cacheBytes } = toNeed(model, way, model.contextTokens, facts);
  if (!isOnProcessor(way) || needBytes === undefined || cacheBytes === undefined) return false;
  // Twice the usual cache of 16 bits, and the scores of a step.
  return needBytes + cacheBytes + model.contextTokens * SCORE_BYTES <= toBudget(way, facts);
}

function toNeed(
  { weights, source, contextTokens: full }: CatalogModel,
  { engine }: EngineWay,
  context: number,
  { device }: PlanFacts,
): Pick<ModelPlan, "weightBytes" | "cacheBytes" | "needBytes"> {
  if (weights === undefined) return {};
  const { bytes: weightBytes, cache, totalBytes } = weights;
  const half = source.type === "webllm-catalog" && device.adapter?.shaderF16 === true;
  // llama.cpp stores the KV cache in 16 bits, the app's own WebLLM libraries in 32.
  const valueBytes = engine === "wllama" || half ? 2 : 4;
  const tokenBytes = cache === undefined ? 0 : cache.layers * cache.heads * cache.headSize * 2 * valueBytes;
  const cacheBytes = tokenBytes * context;
  const total = half ? totalBytes?.f16 : totalBytes?.f32;
  const workBytes = total === undefined ? PROCESSOR_OVERHEAD : Math.max(0, total - weightBytes - tokenBytes * full);
  const known = cache === undefined ? { weightBytes } : { weightBytes, cacheBytes };
  return { ...known, needBytes: weightBytes + cacheBytes + workBytes };
}

function toDownload({ stored, downloadBytes, partialBytes = 0 }: CatalogModel): Pick<ModelPlan, "downloadBytes"> {
  if (stored === true || downloadBytes === undefined) return {};
  return { downloadBytes: Math.max(0, downloadBytes - partialBytes) };
}

function toGpuCause({ adapter }: DeviceFacts): PlanCause {
  if (adapter === null) return "no-gpu";
  return adapter.software ? "software-gpu" : "gpu-limits";
}

function findCause(model: CatalogModel, { engine, onGpu }: EngineWay, { device, forced }: PlanFacts): PlanCause {
  if (engine === "scripted") return "script";
  if (forced !== null) return "forced";
  switch (engine) {
    case "remote":
      return "server";
    case "builtin":
      return "browser";
    case "webllm":
      return device.adapter?.software === true ? "software-gpu" : "gpu";
    case "wllama":
      if (onGpu === true) return "llama-gpu";
      if (!model.engines.includes("webllm")) return "processor-only";
      return toGpuCause(device);
    default:
      return assertNever(engine);
  }
}

function toReport({ maxWorkgroupBytes: _, maxStorageBuffers: __, ...report }: AdapterFacts): AdapterReport {
  return report;
}

/** Plans for all models, the facts behind them, and the recommended model. Pure. */
export function planDevice(models: readonly CatalogModel[], facts: PlanFacts): DeviceReport {
  const { device, memoryBytes, freeBytes } = facts;
  const plans = models.map((model) => planModel(model, facts));
  return {
    adapter: device.adapter && toReport(device.adapter),
    forced: facts.forced,
    cores: device.cores,
    threads: chooseThreads(device),
    memoryBytes,
    budgetBytes: toBudget({ engine: "webllm" }, facts),
    freeBytes,
    plans,
    recommendation: recommendModel(models, plans, facts),
  };
}

/**
 * The strongest model of the catalog that leaves enough memory free; the starter where there is none. One that was put
 * beside the app comes before all others: it was chosen for those who use it, and nothing leaves this origin for it.
 */
export function recommendModel(
  models: readonly CatalogModel[],
  plans: readonly ModelPlan[],
  facts: PlanFacts,
): Recommendation {
  const byId = new Map(plans.map((plan) => [plan.modelId, plan]));
  const isComfortable = ({ id, weights, served }: CatalogModel): boolean => {
    const plan = byId.get(id);
    if (plan === undefined || plan.engine === null) return false;
    if (isTooSlow(plan)) return false;
    if (served === true) return plan.limit === "none";
    if (plan.writing === undefined && isTooHeavy(plan, weights, facts)) return false;
    if (plan.limit !== "none" || plan.cause === "software-gpu") return false;
    const way = { engine: plan.engine, onGpu: plan.cause === "llama-gpu" };
    return (plan.needBytes ?? 0) <= toBudget(way, facts) * RECOMMENDED_SHARE;
  };
  const strengthOf = ({ strength = 0, served }: CatalogModel): number => (served ? Math.max(1, strength) : strength);
  const isServed = ({ served }: CatalogModel): number => (served ? 1 : 0);
  const rankOf = ({ id }: CatalogModel): number => {
    const plan = byId.get(id);
    return plan?.engine === "webllm" ? 2 : plan?.cause === "llama-gpu" ? 1 : 0;
  };
  const ranked = models
    .filter((model) => strengthOf(model) > 0 && isComfortable(model))
    // One on the GPU answers much sooner than a somewhat stronger one on the processor, and WebLLM is the older hand there.
    .sort(
      (left, right) =>
        isServed(right) - isServed(left) || rankOf(right) - rankOf(left) || strengthOf(right) - strengthOf(left),
    );
  const families = new Map(ranked.toReversed().map((model) => [model.family ?? model.id, model.id]));
  const [best] = ranked;
  const firsts = ranked.filter((model) => families.get(model.family ?? model.id) === model.id && model !== best);
  return {
    modelId: best?.id ?? STARTER_MODEL_ID,
    deviceClass: toDeviceClass(facts),
    runnersUp: firsts.slice(0, MAX_RUNNERS_UP).map(({ id }) => id),
  };
}

function isTooSlow({ answer, writing }: ModelPlan): boolean {
  if (answer !== undefined) return isTooLong(answer);
  return writing !== undefined && writing.tokensPerSecond < MIN_RECOMMENDED_RATE;
}

/** Whether a model would probably write too slowly, where nothing was measured. */
function isTooHeavy({ engine, cause }: ModelPlan, weights: CatalogModel["weights"], { device }: PlanFacts): boolean {
  const bytes = weights?.bytes ?? 0;
  if (engine === "wllama" && cause !== "llama-gpu") return bytes > MAX_RECOMMENDED_PROCESSOR_BYTES;
  return SHARED_MEMORY_GPU.test(device.adapter?.name ?? "") && bytes > MAX_RECOMMENDED_SHARED_BYTES;
}

function toDeviceClass({ device, memoryBytes, kind }: PlanFacts): DeviceClass {
  if (findGpuObstacle(device.adapter) !== null) return "processor";
  return memoryBytes !== null && memoryBytes >= ROOMY_MEMORY && kind !== "phone" ? "roomy-gpu" : "gpu";
}
