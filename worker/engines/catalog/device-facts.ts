import type { AdapterReport } from "../../protocol/device-plan.ts";

/** The hardware as this browser reports it. */
export interface DeviceFacts {
  /** Null when the page gets no GPU. */
  readonly adapter: AdapterFacts | null;
  /** Required for WebAssembly threads. */
  readonly crossOriginIsolated: boolean;
  /** Logical processor cores; 1 when unknown. */
  readonly cores: number;
  /** Whether WebAssembly may wait for promises (JSPI), which llama.cpp needs on the GPU. */
  readonly wasmWaits: boolean;
  /** Whether WebAssembly has 64-bit memory, which llama.cpp needs anywhere. */
  readonly wasmMemory64: boolean;
  /** The number of threads that was the fastest when measured; absent before. */
  readonly measuredThreads?: number;
}

/** A graphics adapter. */
export interface AdapterFacts extends AdapterReport {
  readonly maxWorkgroupBytes: number;
  readonly maxStorageBuffers: number;
}

const SOFTWARE_ADAPTERS = /swiftshader|llvmpipe|lavapipe|basic render|warp|software/i;

/** The header of a module, and a section with one memory of 64-bit addresses. */
const MODULE_WITH_MEMORY64 = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 5, 3, 1, 4, 1]);

/** Asks the browser; requests no device and changes nothing. */
export async function probeDevice(
  scope: Pick<typeof globalThis, "navigator" | "crossOriginIsolated">,
): Promise<DeviceFacts> {
  const { gpu, hardwareConcurrency } = scope.navigator;
  return {
    adapter: gpu === undefined ? null : await probeAdapter(gpu),
    crossOriginIsolated: scope.crossOriginIsolated,
    cores: hardwareConcurrency || 1,
    wasmWaits: "Suspending" in WebAssembly,
    wasmMemory64: WebAssembly.validate(MODULE_WITH_MEMORY64),
  };
}

/**
 * Probes the device once. Only a missing adapter is asked for again each time, because it may come back: after the GPU's
 * second crash, Chromium 156 blocks it for a page for two minutes.
 */
export function createDeviceProbe(scope: Parameters<typeof probeDevice>[0]): () => Promise<DeviceFacts> {
  let probing = probeDevice(scope);
  return async () => {
    const known = await probing;
    if (known.adapter !== null || scope.navigator.gpu === undefined) return known;
    probing = probeDevice(scope);
    return probing;
  };
}

async function probeAdapter(gpu: GPU): Promise<AdapterFacts | null> {
  // Some builds reject instead of returning null when the GPU process is gone.
  const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" }).catch(() => null);
  if (adapter === null) return null;
  const { vendor, architecture, device, description } = adapter.info;
  const name = [...new Set([vendor, architecture, device, description])].filter((part) => part !== "").join(" ");
  return {
    name: name === "" ? "an unnamed adapter" : name,
    software: adapter.info.isFallbackAdapter === true || SOFTWARE_ADAPTERS.test(name),
    shaderF16: adapter.features.has("shader-f16"),
    maxBufferBytes: adapter.limits.maxBufferSize,
    maxBindingBytes: adapter.limits.maxStorageBufferBindingSize,
    maxWorkgroupBytes: adapter.limits.maxComputeWorkgroupStorageSize,
    maxStorageBuffers: adapter.limits.maxStorageBuffersPerShaderStage,
  };
}

/** Memory and storage as this browser reports them; null where it does not. */
export interface MemoryFacts {
  /** Main memory, rounded and capped by the browser. */
  readonly memoryBytes: number | null;
  /** Storage left for this origin. */
  readonly freeBytes: number | null;
  /** The kind of device that the browser says it runs on, as far as its memory can be told from that. */
  readonly kind: "phone" | "mac" | "other";
}

const GIBIBYTE = 2 ** 30;

/** Asks for memory and storage. Free storage changes, so the result must not be cached. */
export async function probeMemory(scope: Pick<typeof globalThis, "navigator">): Promise<MemoryFacts> {
  // Only Chromium has it, also in workers (https://www.w3.org/TR/device-memory/).
  const { deviceMemory } = scope.navigator as { readonly deviceMemory?: number };
  const estimate = await scope.navigator.storage?.estimate?.().catch(() => null);
  const { quota, usage } = estimate ?? {};
  return {
    memoryBytes: deviceMemory === undefined ? null : deviceMemory * GIBIBYTE,
    freeBytes: quota === undefined ? null : Math.max(0, quota - (usage ?? 0)),
    kind: toDeviceKind(scope.navigator.userAgent),
  };
}

/** A tablet counts as a phone. An iPad calls itself a Mac unless it is asked for the page of a phone. */
function toDeviceKind(userAgent: string): MemoryFacts["kind"] {
  if (/Android|iPhone|iPad|Mobile/i.test(userAgent)) return "phone";
  return /Macintosh/.test(userAgent) ? "mac" : "other";
}
