import type { Clock } from "../agent/ports/run-deps.ts";
import { ENGINE_LOSSES, type Failure } from "../protocol/failure.ts";
import type { ModelId } from "../protocol/ids.ts";
import type { EngineId, ModelEntry, ModelState } from "../protocol/model.ts";

const FIRST_WAIT_MS = 30_000;
const GROWTH = 4;
const MAX_WAIT_MS = 30 * 60_000;

/**
 * How long to wait, in milliseconds, before a lost engine is started again: not at all after the first loss, then longer
 * and longer. A browser keeps the GPU from a page for two minutes after its second crash (Chromium 156).
 */
export function toRetryWait(losses: number): number {
  return losses <= 1 ? 0 : Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * GROWTH ** (losses - 2));
}

/** Failures that may not occur the next time. */
const TRANSIENT: ReadonlySet<Failure["code"]> = new Set([...ENGINE_LOSSES, "webgpu-missing"]);

/** Failures of the GPU that the CPU engine does not share. */
const GPU_ONLY: ReadonlySet<Failure["code"]> = new Set([...TRANSIENT, "model-unsupported"]);

/** A model and the engine that it was loaded with, or was tried with. */
export interface LoadTarget {
  readonly entry: ModelEntry;
  readonly engine: EngineId;
}

/** The state of a model that could not be loaded or lost its engine. */
export type FailedState = Extract<ModelState, { readonly type: "failed" }>;

/** Counts how often the engine was lost in a row, and when the model is loaded again: at once, then later and later. */
export type RetryPolicy = ReturnType<typeof createRetryPolicy>;

export function createRetryPolicy(clock: Pick<Clock, "wait" | "wallNow">) {
  let losses = 0;
  let waiting: AbortController | null = null;
  return {
    noteLoss: () => {
      losses += 1;
    },
    /** A load that fails after a loss counts as one more. */
    noteFailedLoad: () => {
      if (losses > 0) losses += 1;
    },
    /** Forgets the losses. */
    reset: () => {
      losses = 0;
    },
    /** The state after a failure: with the time of the next try, and with another engine to offer, if there is one. */
    toFailedState: (modelId: ModelId, failure: Failure, target: LoadTarget | null): FailedState => {
      const canFallBack =
        target?.engine === "webllm" &&
        target.entry.id === modelId &&
        target.entry.engines.includes("wllama") &&
        GPU_ONLY.has(failure.code) &&
        // The first loss is retried at once: there is nothing to ask the user yet.
        losses !== 1;
      const isRetried = losses > 0 && TRANSIENT.has(failure.code);
      return {
        type: "failed",
        modelId,
        failure,
        ...(canFallBack ? { fallback: "wllama" } : {}),
        ...(isRetried ? { retryAt: clock.wallNow() + toRetryWait(losses) } : {}),
      };
    },
    /** Resolves with true when it is time to try again, and with false if the wait was cancelled. */
    wait: async (): Promise<boolean> => {
      const controller = new AbortController();
      waiting = controller;
      await clock.wait(toRetryWait(losses), controller.signal);
      return !controller.signal.aborted;
    },
    cancel: () => waiting?.abort(),
  };
}
