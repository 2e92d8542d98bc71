import type { Failure } from "../../protocol/failure.ts";
import type { EngineChoice } from "../../protocol/model.ts";
import { FIRST_BATCH_TOKENS } from "./batch-size.ts";

/** How llama.cpp is loaded. */
export interface EngineAttempt {
  /** Layers that the GPU computes; 0 for the processor alone. */
  readonly gpuLayers: number;
  /** Tokens computed in one step. */
  readonly batchTokens: number;
}

/** More than any model has. */
const ALL_LAYERS = 999;
const GPU_BATCH_TOKENS = 256;
/** wllama 3.8.1 aborts when the GPU needs more than 30 seconds for a step; a slow one does this many in time. */
const SMALL_GPU_BATCH_TOKENS = 32;
/** Faults that a model's file, or the user, is the cause of: another attempt would end the same way. */
const FINAL: ReadonlySet<Failure["code"]> = new Set([
  "cancelled",
  "model-corrupt",
  "model-missing",
  "model-unsupported",
]);

export const ON_PROCESSOR: EngineAttempt = { gpuLayers: 0, batchTokens: FIRST_BATCH_TOKENS };
export const ON_GPU: EngineAttempt = { gpuLayers: ALL_LAYERS, batchTokens: GPU_BATCH_TOKENS };

/**
 * Chooses the next attempt after one on the GPU failed: half of the layers where the memory was too small, smaller steps after
 * a crash, then the processor. Null where there is nothing left to try.
 */
export function toNextAttempt(failed: EngineAttempt, failure: Failure, layers: number): EngineAttempt | null {
  if (failed.gpuLayers === 0 || FINAL.has(failure.code)) return null;
  const half = Math.floor(layers / 2);
  if (failure.code === "out-of-memory")
    return half > 0 && failed.gpuLayers > half ? { ...failed, gpuLayers: half } : ON_PROCESSOR;
  const isLarge = failed.batchTokens > SMALL_GPU_BATCH_TOKENS;
  return isLarge ? { ...failed, batchTokens: SMALL_GPU_BATCH_TOKENS } : ON_PROCESSOR;
}

/** Says where it runs, in a sentence, if that is not where it was meant to; null if it is. */
export function describeFallback(
  { gpuLayers }: EngineAttempt,
  threads: number,
  isOffloaded: boolean,
): Pick<EngineChoice, "onGpu" | "reason"> | null {
  if (gpuLayers === ALL_LAYERS && isOffloaded) return null;
  if (gpuLayers > 0 && isOffloaded) {
    const reason = `llama.cpp runs ${gpuLayers} of its layers on the GPU and the rest on the processor: all of them did not fit.`;
    return { onGpu: true, reason };
  }
  const count = threads === 1 ? "one thread" : `${threads} threads`;
  return { onGpu: false, reason: `It runs on the processor with ${count}, because it failed on this device's GPU.` };
}
