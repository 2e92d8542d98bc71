import { failed, type Result } from "../../protocol/failure.ts";
import type { EngineChoice, EngineId, ModelEntry } from "../../protocol/model.ts";
import type { AdapterFacts, DeviceFacts } from "./device-facts.ts";

/** The least that WebLLM 0.2.86 needs of an adapter (`detectGPUDevice` in its runtime), and what is said of one with less. */
const WEBLLM_NEEDS = [
  ["maxBufferBytes", 256 * 1024 * 1024, "the GPU's largest buffer is under 256 MB"],
  ["maxBindingBytes", 128 * 1024 * 1024, "the GPU binds less than 128 MB at once"],
  ["maxWorkgroupBytes", 32 * 1024, "the GPU's workgroup memory is under 32 KB"],
  ["maxStorageBuffers", 10, "the GPU binds fewer than 10 buffers at once"],
] as const;

const NO_MEMORY64 = "this browser's WebAssembly lacks 64-bit memory, which llama.cpp needs";

/** With models of the size a processor can run, more threads wait for each other more than they compute. */
export const MAX_THREADS = 8;

/**
 * Decides which engine runs a model on this device, with the reason in one sentence. A forced engine is used or
 * refused, never replaced; scripts always run as scripts. Pure.
 */
export function chooseEngine(
  entry: Pick<ModelEntry, "engines">,
  facts: DeviceFacts,
  forced: EngineId | null,
): Result<EngineChoice> {
  if (entry.engines.includes("scripted")) return choose("scripted", "This is a written script, not a model.");
  if (forced !== null) return force(entry, facts, forced);

  const obstacle = findGpuObstacle(facts.adapter);
  const isForGpu = entry.engines.includes("webllm");
  const name = facts.adapter?.name ?? "";
  if (isForGpu && obstacle === null) return choose("webllm", `It runs on this device's GPU (${name}).`);
  if (entry.engines.includes("wllama")) {
    if (canRunLlamaOnGpu(facts)) {
      return choose("wllama", `llama.cpp runs it on this device's GPU (${name}).`, { onGpu: true });
    }
    if (facts.wasmMemory64) {
      const cause = isForGpu ? ` because ${obstacle}` : "";
      return choose("wllama", `It runs on the processor${cause}, with ${describeThreads(facts)}.`);
    }
    return failed("model-unsupported", NO_MEMORY64);
  }
  if (entry.engines.includes("remote")) return choose("remote", "It runs on the server that you have set.");
  const { adapter } = facts;
  if (adapter === null) return failed("webgpu-missing", obstacle ?? "");
  if (adapter.software) {
    return choose(
      "webllm",
      `It runs on a software adapter (${adapter.name}), slowly: it has no form for the processor.`,
    );
  }
  return failed("model-unsupported", obstacle ?? "");
}

function force(entry: Pick<ModelEntry, "engines">, facts: DeviceFacts, forced: EngineId): Result<EngineChoice> {
  if (!entry.engines.includes(forced)) {
    return failed(
      "model-unsupported",
      `the model runs with ${entry.engines.join(" or ")}, and ${forced} was asked for`,
    );
  }
  if (forced === "wllama" && !facts.wasmMemory64) return failed("model-unsupported", NO_MEMORY64);
  if (forced !== "webllm") {
    const place = forced === "wllama" ? `, which runs on the processor with ${describeThreads(facts)}` : "";
    return choose(forced, `You chose ${forced}${place}.`, { forced: true });
  }
  if (facts.adapter === null) return failed("webgpu-missing", "webllm was asked for, and there is no adapter");
  const software = facts.adapter.software ? ", a software adapter: expect it to be slow" : "";
  return choose("webllm", `You chose webllm, which runs on ${facts.adapter.name}${software}.`, { forced: true });
}

/**
 * Whether llama.cpp (wllama 3.8.1) can compute on the GPU: its kernels use 16-bit arithmetic, and it waits for the GPU
 * inside WebAssembly. Without the former it computes on the processor and says nothing.
 */
export function canRunLlamaOnGpu({ adapter, wasmWaits, wasmMemory64 }: DeviceFacts): boolean {
  return adapter?.shaderF16 === true && findGpuObstacle(adapter) === null && wasmWaits && wasmMemory64;
}

function choose(engine: EngineId, reason: string, rest: Partial<EngineChoice> = {}): Result<EngineChoice> {
  return { ok: true, value: { engine, reason, ...rest } };
}

/** Why WebLLM should not or cannot run here, as the end of a sentence; null when it can. */
export function findGpuObstacle(adapter: AdapterFacts | null): string | null {
  if (adapter === null) return "this browser offers no GPU to web pages";
  if (adapter.software) return `the only graphics adapter is a software one (${adapter.name})`;
  return WEBLLM_NEEDS.find(([limit, least]) => adapter[limit] < least)?.[2] ?? null;
}

/**
 * Threads for an engine on the processor: as measured on this device, else all cores but one. llama.cpp's threads wait for
 * each other in a busy loop, so a thread that shares its core slows down all of them: on two cores, two threads were 1.5
 * times as fast when idle (24.5 against 17.2 tokens/s of prompt, 19.3 against 11.7 of answer) and at most half as fast
 * under load (9.6 and 6.0).
 */
export function chooseThreads(facts: Pick<DeviceFacts, "cores" | "crossOriginIsolated" | "measuredThreads">): number {
  if (!facts.crossOriginIsolated) return 1;
  if (facts.measuredThreads !== undefined) return facts.measuredThreads;
  return Math.min(MAX_THREADS, Math.max(1, facts.cores - 1));
}

function describeThreads(facts: DeviceFacts): string {
  const threads = chooseThreads(facts);
  if (threads > 1) return `${threads} threads`;
  return facts.crossOriginIsolated ? "one thread" : "one thread, as the page is not cross-origin isolated";
}
