import type { ModelId } from "./ids.ts";
import type { EngineId } from "./model.ts";

/**
 * Whether this device can run a model. `unsure`: the browser reveals too little to tell. `other-engine`: not with the
 * engine that the user set, but with another one.
 */
export type PlanVerdict = "fits" | "fits-short" | "processor" | "unsure" | "does-not-fit" | "other-engine";

/** The reason for the engine and the verdict; the page has a sentence for each. */
export type PlanCause =
  /** The GPU runs it. */
  | "gpu"
  /** llama.cpp runs it on the GPU. */
  | "llama-gpu"
  /** It runs on the CPU only. */
  | "processor-only"
  | "no-gpu"
  | "software-gpu"
  /** A limit of the adapter is below what the engine, or the model's largest tensor, needs. */
  | "gpu-limits"
  /** The user set the engine. */
  | "forced"
  | "script"
  | "server"
  /** The browser itself runs it. */
  | "browser"
  /** The browser lacks what llama.cpp needs. */
  | "old-wasm"
  /** No remaining engine can run it. */
  | "no-engine";

/** The reason for the verdict, beside the engine. */
export type PlanLimit =
  | "none"
  /** The memory is less than the model needs at its full context. */
  | "memory"
  /** The need exceeds the memory that the browser reports; browsers cap that figure. */
  | "memory-unknown"
  /** The browser's storage has no room for its files. */
  | "storage"
  /** A software GPU would take minutes for an answer. */
  | "speed"
  | "engine";

/** An estimate of loading a model, made before its first byte. Sizes are in bytes. */
export interface ModelPlan {
  readonly modelId: ModelId;
  readonly verdict: PlanVerdict;
  /** Null where nothing can run it. */
  readonly engine: EngineId | null;
  readonly cause: PlanCause;
  readonly limit: PlanLimit;
  /** For the verdict `other-engine`: the engine that could run it. */
  readonly otherEngine?: EngineId;
  /** The context window it would be loaded with, in tokens. */
  readonly contextTokens: number;
  /** Absent when the model's size is not known. */
  readonly weightBytes?: number;
  /** The KV cache at `contextTokens`. */
  readonly cacheBytes?: number;
  /** The context windows that it could be loaded with, shortest first; absent where there is no choice. */
  readonly contextChoices?: readonly ContextChoice[];
  /** All memory together: weights, cache, and what the engine itself takes. */
  readonly needBytes?: number;
  /** How fast it would write; absent while nothing was measured that tells. */
  readonly writing?: { readonly tokensPerSecond: number; readonly isMeasured: boolean };
  /** How long an answer takes; only for a model on the processor, where that is what decides. */
  readonly answer?: AnswerTime;
  /** Bytes that are still to be downloaded. */
  readonly downloadBytes?: number;
}

/** How long a common answer takes: its question read and its words written, in seconds. */
export interface AnswerTime {
  readonly seconds: number;
  /** The same where what stands before every question has not been read ahead. */
  readonly firstSeconds: number;
  /** `measured` with this very model, `told` from what others have done here, or `assumed` before anything was measured. */
  readonly basis: "measured" | "told" | "assumed";
}

/** A context window and the memory that the model takes with it. */
export interface ContextChoice {
  readonly contextTokens: number;
  readonly needBytes: number;
}

/** A graphics adapter, as far as the page tells of it. */
export interface AdapterReport {
  /** For display, for instance `google swiftshader`. */
  readonly name: string;
  /** Emulated by the processor. */
  readonly software: boolean;
  readonly shaderF16: boolean;
  readonly maxBufferBytes: number;
  readonly maxBindingBytes: number;
}

/** The browser's facts about the device, as far as they matter to models. */
export interface DeviceReport {
  readonly adapter: AdapterReport | null;
  /** The engine that the user set, in the settings or by the address. */
  readonly forced: EngineId | null;
  readonly cores: number;
  readonly threads: number;
  /** Main memory as the browser reports it, rounded and capped; null if it does not. */
  readonly memoryBytes: number | null;
  /** The part of it that a model may use. */
  readonly budgetBytes: number;
  /** Null if the browser does not report it. */
  readonly freeBytes: number | null;
  readonly plans: readonly ModelPlan[];
  readonly recommendation: Recommendation;
}

/** The class of a device, by the models that it can load. */
export type DeviceClass = "roomy-gpu" | "gpu" | "processor";

/** The strongest model that fits this device well. */
export interface Recommendation {
  readonly modelId: ModelId;
  readonly deviceClass: DeviceClass;
  /** The next best, one of each family, best first. */
  readonly runnersUp: readonly ModelId[];
}
