import type { Failure } from "./failure.ts";
import type { ModelId } from "./ids.ts";

/** A sense of a model beside text. */
export interface Perception {
  readonly pictures: boolean;
  readonly sounds: boolean;
}

/** The engines behind the model port. */
export type EngineId = "webllm" | "wllama" | "scripted" | "remote" | "builtin";

/** The tool-call dialects; see `worker/formats`. */
export const FORMAT_IDS = [
  "chatml",
  "llama3",
  "mistral",
  "generic",
  "protocol",
  "command",
  "compact",
  "qwen3-coder",
  "pythonic",
  "gemma",
  "deepseek",
  "phi4",
  "glm",
  "kimi",
  "minimax",
  "granite",
] as const;
export type FormatId = (typeof FORMAT_IDS)[number];
/** The form of a turn: a dialect, or the form of the policy `staged`, whatever the model's dialect. */
export type FormId = FormatId | "staged";

/**
 * How a model is asked: `native` in its own dialect, `staged` with one constrained word before each turn, `tuned` in the
 * form that its adapter was trained on; see `TurnPolicy`.
 */
export const POLICY_IDS = ["native", "staged", "tuned"] as const;
export type PolicyId = (typeof POLICY_IDS)[number];

/** Facts of a model that a user sees before loading it. */
export interface ModelEntry {
  readonly id: ModelId;
  readonly title: string;
  /** The models that it is listed with; absent if it stands alone. */
  readonly family?: string;
  /** The engines that can run it, best first. */
  readonly engines: readonly EngineId[];
  readonly format: FormatId;
  /** Bytes to download; absent when not known before the download. */
  readonly downloadBytes?: number;
  /** Bytes of its weights as they are stored; absent when not known. */
  readonly weightBytes?: number;
  /** How it is asked, where the catalog knows. */
  readonly policy?: PolicyId;
  /** Bytes of GPU or main memory needed at the default context. */
  readonly memoryBytes?: number;
  /** Context window in tokens. */
  readonly contextTokens: number;
  readonly licence?: string;
  /** True when its files come from this app's own origin; false when from a model host on the internet. */
  readonly local: boolean;
  /** The host of a remote model: the user's questions are sent there. */
  readonly host?: string;
  /** True when it is stored in this browser already. */
  readonly stored?: boolean;
  /** True when a projector is stored with it, through which it sees pictures or hears sounds. */
  readonly perceives?: boolean;
  /** Bytes of an unfinished download that are kept here. */
  readonly partialBytes?: number;
  /** How well it calls tools by reputation; absent if unknown. Its eval score is measured. */
  readonly toolSkill?: ToolSkill;
  readonly note?: ModelNote;
  /** A language of the user's, as two letters, that the browser does not say its own model knows. */
  readonly unpromised?: string;
}

/** How well a model calls tools, from hardly to trained for it. */
export type ToolSkill = "little" | "some" | "good" | "trained";

/** A note on a model; the page has a sentence for each. */
export type ModelNote =
  | "starter"
  | "least-memory"
  | "thinks-first"
  | "always-thinks"
  | "writes-code"
  | "for-tests"
  | "imported"
  | "no-commerce"
  /** The model that the browser brings: there, to be downloaded by it, on its way, or of a browser that does not say where it runs. */
  | "browser-here"
  | "browser-to-fetch"
  | "browser-fetching"
  | "browser-unknown";

/** How far loading has come. */
export interface LoadProgress {
  readonly type: "download" | "verify" | "load" | "compile" | "warm-up";
  /** Bytes or steps done and in all; `total` is 0 while unknown. */
  readonly done: number;
  readonly total: number;
  readonly unit: "bytes" | "steps";
}

/** The engine that runs the model, and the reason in one sentence for the user. */
export interface EngineChoice {
  readonly engine: EngineId;
  /** True when llama.cpp (wllama) computes on the GPU. */
  readonly onGpu?: boolean;
  readonly reason: string;
  /** The context window that the user set for the model; absent: as long as the device has room for. */
  readonly contextTokens?: number;
  /** True when the user chose the engine, which is then never replaced. */
  readonly forced?: boolean;
  /** The fallback after a failed test on the GPU: the 32-bit form, the processor, or the GPU for want of another. */
  readonly failedTest?: "f32" | "processor" | "doubtful";
}

/** The state of the model. */
export type ModelState =
  | { readonly type: "none" }
  | {
      readonly type: "loading";
      readonly modelId: ModelId;
      readonly choice: EngineChoice;
      readonly progress: LoadProgress;
    }
  | {
      readonly type: "ready";
      readonly modelId: ModelId;
      readonly choice: EngineChoice;
      readonly format: FormatId;
      readonly contextTokens: number;
      /** True when it reasons first and can be told not to. */
      readonly thinkingSwitch?: boolean;
      /** Senses beside text; absent for models of text alone. */
      readonly perceives?: Perception;
    }
  | {
      readonly type: "failed";
      readonly modelId: ModelId;
      readonly failure: Failure;
      /** An engine that could replace the failed one, once the user agrees. */
      readonly fallback?: EngineId;
      /** When loading is retried automatically, in milliseconds since the epoch; absent if never. */
      readonly retryAt?: number;
    };

/** The download of a model beside the loaded one. */
export interface ModelDownload {
  readonly modelId: ModelId;
  readonly progress: LoadProgress;
  /** True while another tab downloads it. */
  readonly elsewhere?: true;
  /** Why it ended before its end; what has arrived is kept. */
  readonly failure?: Failure;
}

/** Tokens and time of one turn. */
export interface TurnUsage {
  /** Prompt tokens that had to be computed. */
  readonly promptTokens: number;
  /** Prompt tokens already in the KV cache. */
  readonly cachedTokens: number;
  readonly completionTokens: number;
  readonly prefillMs: number;
  readonly decodeMs: number;
}

/** Sampling settings; absent members take the model's or the task's default. */
export interface SamplingSettings {
  readonly temperature?: number;
  readonly topP?: number;
  /** Only so many of the likeliest tokens are candidates; 0 for all. */
  readonly topK?: number;
  /** Only tokens with this share of the likeliest one's probability are candidates. */
  readonly minP?: number;
  /** 1 for none. */
  readonly repetitionPenalty?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly seed?: number;
  readonly maxTokens?: number;
  /** The most tokens of a thought, in addition to those of the answer. */
  readonly maxThoughtTokens?: number;
}

/** Every value by which an engine chooses tokens. */
export type FullSampling = Required<Omit<SamplingSettings, "seed" | "maxTokens" | "maxThoughtTokens">>;

/** The sampling of one request, as it was sent. */
export interface SentSampling extends FullSampling {
  /** Absent where the likeliest token is always taken. */
  readonly seed?: number;
  readonly maxTokens: number;
  readonly maxThoughtTokens?: number;
}

/** A file the user picked: the browser's `File`, as far as the protocol needs it. */
export interface PickedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  slice(start?: number, end?: number): { arrayBuffer(): Promise<ArrayBuffer> };
}
