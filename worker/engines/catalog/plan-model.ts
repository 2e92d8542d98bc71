import { assertNever } from "../../protocol/assert-never.ts";
import type { DeviceClass, DeviceReport, ModelPlan, PlanCause, Recommendation } from "../../protocol/device-plan.ts";
import type { EngineId } from "../../protocol/model.ts";
import { chooseEngine, chooseThreads, findGpuObstacle } from "./choose-engine.ts";
import type { DeviceFacts, MemoryFacts } from "./device-facts.ts";
import { type CatalogModel, STARTER_MODEL_ID } from "./model-catalog.ts";

/** The facts that a plan is based on. */
export interface PlanFacts extends MemoryFacts {
  readonly device: DeviceFacts;
  /** The engine the user has set. */
  readonly forced: EngineId | null;
}

/** The share of main memory that a model may take; the system and the browser need the rest. */
const MEMORY_SHARE = 0.6;
/** Used where the browser does not report it: nearly every current device has at least this. */
const ASSUMED_MEMORY = 4 * 2 ** 30;
/** Browsers cap the reported memory; a device that reports this may have more (https://www.w3.org/TR/device-memory/). */
const CAPPED_MEMORY = 8 * 2 ** 30;
/** A 32-bit WebAssembly module addresses 4 GiB, and needs some of it for itself. */
const PROCESSOR_BYTES = 3.8e9;
const PROCESSOR_OVERHEAD = 200_000_000;
const SHORT_CONTEXT = 2048;
/** On a software adapter, a larger model takes minutes to answer. */
const MAX_SOFTWARE_BYTES = 200_000_000;
/** A device swaps when a model takes nearly all of its memory, so a recommended model must leave some free. */
const RECOMMENDED_SHARE = 0.7;

/** What loading a model would take here and whether it fits, with the reason. Pure. */
export function planModel(model: CatalogModel, facts: PlanFacts): ModelPlan {
  const plan = planAsSet(model, facts);
  if (facts.forced === null || plan.verdict !== "does-not-fit" || plan.limit !== "engine") return plan;
  const { engine, verdict } = planAsSet(model, { ...facts, forced: null });
  if (engine === null || verdict === "does-not-fit") return plan;
  return { ...plan, verdict: "other-engine", limit: "none", otherEngine: engine };
}

function planAsSet(model: CatalogModel, facts: PlanFacts): ModelPlan {
  const choice = chooseEngine(model, facts.device, facts.forced);
  const plan = choice.ok ? planOn(model, choice.value.engine, facts) : toImpossible(model, facts);
  const canFallBack = facts.forced === null && plan.engine === "webllm" && model.engines.includes("wllama");
  if (plan.verdict !== "does-not-fit" || plan.limit === "storage" || !canFallBack) return plan;
  const other = planOn(model, "wllama", facts);
  return other.verdict === "does-not-fit" ? plan : { ...other, cause: "gpu-limits" };
}

function toImpossible(model: CatalogModel, facts: PlanFacts): ModelPlan {
  const { adapter } = facts.device;
  const isForced = facts.forced !== null && !model.engines.includes(facts.forced);
  const cause = isForced ? "no-engine" : adapter === null ? "no-gpu" : adapter.software ? "software-gpu" : "gpu-limits";
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

function planOn(model: CatalogModel, engine: EngineId, facts: PlanFacts): ModelPlan {
  const cause = findCause(model, engine, facts);
  const toPlan = (contextTokens: number, rest: Pick<ModelPlan, "verdict" | "limit">): ModelPlan => ({
    modelId: model.id,
    engine,
    cause,
    contextTokens,
    ...toNeed(model, engine, contextTokens, facts),
    ...toDownload(model),
    ...rest,
  });
  const full = model.contextTokens;
  if (engine === "scripted" || engine === "remote") return toPlan(full, { verdict: "fits", limit: "none" });
  const obstacle = findObstacle(model, engine, facts);
  if (obstacle !== null) return toPlan(full, { verdict: "does-not-fit", limit: obstacle });

  const fits = engine === "wllama" ? "processor" : "fits";
  const budget = toBudget(engine, facts);
  if (fitsMemory(model, engine, full, facts, budget)) return toPlan(full, { verdict: fits, limit: "none" });
  if (full > SHORT_CONTEXT && fitsMemory(model, engine, SHORT_CONTEXT, facts, budget)) {
    return toPlan(SHORT_CONTEXT, { verdict: "fits-short", limit: "memory" });
  }
  const isVouched = facts.memoryBytes !== null && facts.memoryBytes < CAPPED_MEMORY;
  const exceedsAddresses = engine === "wllama" && !fitsMemory(model, engine, SHORT_CONTEXT, facts, PROCESSOR_BYTES);
  if (isVouched || exceedsAddresses) return toPlan(full, { verdict: "does-not-fit", limit: "memory" });
  return toPlan(full, { verdict: "unsure", limit: "memory-unknown" });
}

function findObstacle(
  model: CatalogModel,
  engine: EngineId,
  { device, freeBytes }: PlanFacts,
): "engine" | "speed" | "storage" | null {
  const { adapter } = device;
  const { weights } = model;
  if (engine === "webllm" && adapter !== null) {
    if ((weights?.largestTensorBytes ?? 0) > adapter.maxBindingBytes) return "engine";
    if (adapter.software && (weights?.bytes ?? 0) > MAX_SOFTWARE_BYTES) return "speed";
  }
  const { downloadBytes = 0 } = toDownload(model);
  return freeBytes !== null && downloadBytes > freeBytes ? "storage" : null;
}

function fitsMemory(model: CatalogModel, engine: EngineId, context: number, facts: PlanFacts, budget: number): boolean {
  const { needBytes } = toNeed(model, engine, context, facts);
  return needBytes === undefined || needBytes <= budget;
}

/** Bytes that a model may take on this device. */
function toBudget(engine: EngineId, { memoryBytes }: MemoryFacts): number {
  const share = (memoryBytes ?? ASSUMED_MEMORY) * MEMORY_SHARE;
  return engine === "wllama" ? Math.min(share, PROCESSOR_BYTES) : share;
}

/** Memory that this device can give a model beyond what it needs, in bytes; 0 where the need is unknown. */
export function findSpareBytes(model: CatalogModel, engine: EngineId, facts: PlanFacts): number {
  const { needBytes } = toNeed(model, engine, model.contextTokens, facts);
  return needBytes === undefined ? 0 : Math.max(0, toBudget(engine, facts) - needBytes);
}

function toNeed(
  { weights, source, contextTokens: full }: CatalogModel,
  engine: EngineId,
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

function findCause(model: CatalogModel, engine: EngineId, { device, forced }: PlanFacts): PlanCause {
  if (engine === "scripted") return "script";
  if (forced !== null) return "forced";
  switch (engine) {
    case "remote":
      return "server";
    case "webllm":
      return device.adapter?.software === true ? "software-gpu" : "gpu";
    case "wllama":
      if (!model.engines.includes("webllm")) return "processor-only";
      if (device.adapter === null) return "no-gpu";
      return device.adapter.software ? "software-gpu" : "gpu-limits";
    default:
      return assertNever(engine);
  }
}

/** Plans for all models, the facts behind them, and the recommended model. Pure. */
export function planDevice(models: readonly CatalogModel[], facts: PlanFacts): DeviceReport {
  const { device, memoryBytes, freeBytes } = facts;
  const { adapter } = device;
  const plans = models.map((model) => planModel(model, facts));
  return {
    adapter:
      adapter === null
        ? null
        : {
            name: adapter.name,
            software: adapter.software,
            shaderF16: adapter.shaderF16,
            maxBufferBytes: adapter.maxBufferBytes,
            maxBindingBytes: adapter.maxBindingBytes,
          },
    forced: facts.forced,
    cores: device.cores,
    threads: chooseThreads(device),
    memoryBytes,
    budgetBytes: toBudget("webllm", facts),
    freeBytes,
    plans,
    recommendation: recommendModel(models, plans, facts),
  };
}

/** The strongest model of the catalog that leaves enough memory free; the starter where there is none. */
export function recommendModel(
  models: readonly CatalogModel[],
  plans: readonly ModelPlan[],
  facts: PlanFacts,
): Recommendation {
  const byId = new Map(plans.map((plan) => [plan.modelId, plan]));
  const isComfortable = ({ id }: CatalogModel): boolean => {
    const plan = byId.get(id);
    if (plan === undefined || plan.engine === null) return false;
    if (plan.limit !== "none" || plan.cause === "software-gpu") return false;
    return (plan.needBytes ?? 0) <= toBudget(plan.engine, facts) * RECOMMENDED_SHARE;
  };
  const strengthOf = ({ strength = 0 }: CatalogModel): number => strength;
  const isOnGpu = ({ id }: CatalogModel): boolean => byId.get(id)?.engine === "webllm";
  const [best] = models
    .filter((model) => strengthOf(model) > 0 && isComfortable(model))
    // Of equally strong models, the one on the GPU is faster.
    .sort((left, right) => strengthOf(right) - strengthOf(left) || Number(isOnGpu(right)) - Number(isOnGpu(left)));
  return { modelId: best?.id ?? STARTER_MODEL_ID, deviceClass: toDeviceClass(facts) };
}

function toDeviceClass({ device, memoryBytes }: PlanFacts): DeviceClass {
  if (findGpuObstacle(device.adapter) !== null) return "processor";
  return memoryBytes !== null && memoryBytes >= CAPPED_MEMORY ? "roomy-gpu" : "gpu";
}
