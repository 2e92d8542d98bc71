import type { Failure } from "./failure.ts";
import type { ModelId } from "./ids.ts";

/** The engines behind the model port. */
export type EngineId = "webllm" | "wllama" | "scripted" | "remote";

/** The tool-call dialects; see `worker/formats`. */
export type FormatId =
  | "chatml"
  | "llama3"
  | "mistral"
  | "generic"
  | "protocol"
  | "command"
  | "qwen3-coder"
  | "pythonic"
  | "gemma"
  | "deepseek"
  | "phi4"
  | "glm"
  | "kimi"
  | "minimax"
  | "granite";

/** What a user sees of a model before loading it. */
export interface ModelEntry {
  readonly id: ModelId;
  readonly title: string;
  /** The engines that can run it, best first. */
  readonly engines: readonly EngineId[];
  readonly format: FormatId;
  /** Bytes to download; absent when not known before the download. */
  readonly downloadBytes?: number;
  /** Bytes of GPU or main memory needed at the default context. */
  readonly memoryBytes?: number;
  /** Context window in tokens. */
  readonly contextTokens: number;
  readonly licence?: string;
  /** True when its files come from this app's own origin; false when from a model host on the internet. */
  readonly local: boolean;
  /** The host that answers in place of this device: the user's questions go there. */
  readonly host?: string;
  /** True when it is stored in this browser already. */
  readonly stored?: boolean;
  /** Bytes of an unfinished download that are kept here. */
  readonly partialBytes?: number;
  /** How well it is known to call tools; absent when nobody knows. Its gym score says it by measure. */
  readonly toolSkill?: ToolSkill;
  readonly note?: ModelNote;
}

/** How well a model calls tools, from hardly to trained for it. */
export type ToolSkill = "little" | "some" | "good" | "trained";

/** A remark on a model; the page has a sentence for each. */
export type ModelNote = "starter" | "least-memory" | "thinks-first" | "for-tests" | "imported" | "no-commerce";

/** How far loading has come. */
export interface LoadProgress {
  readonly type: "download" | "verify" | "convert" | "load" | "compile" | "warm-up";
  /** Bytes or steps done and in all; `total` is 0 while unknown. */
  readonly done: number;
  readonly total: number;
  readonly unit: "bytes" | "steps";
}

/** Which engine runs the model and why, in one sentence for the user. */
export interface EngineChoice {
  readonly engine: EngineId;
  readonly reason: string;
}

/** Where the model stands. */
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
    }
  | {
      readonly type: "failed";
      readonly modelId: ModelId;
      readonly failure: Failure;
      /** An engine that could go on in place of the one that failed, once the user agrees. */
      readonly fallback?: EngineId;
      /** When it is tried again without being asked, in milliseconds since 1970; absent: not at all. */
      readonly retryAt?: number;
    };

/** Tokens and time of one turn. */
export interface TurnUsage {
  /** Tokens of the prompt that had to be computed. */
  readonly promptTokens: number;
  /** Tokens of the prompt that the KV cache already held. */
  readonly cachedTokens: number;
  readonly completionTokens: number;
  readonly prefillMs: number;
  readonly decodeMs: number;
}

/** Sampling settings; absent members take the model's or the task's default. */
export interface SamplingSettings {
  readonly temperature?: number;
  readonly topP?: number;
  readonly seed?: number;
  readonly maxTokens?: number;
}

/** A file the user picked: the browser's `File`, as far as the protocol needs it. */
export interface PickedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  slice(start?: number, end?: number): { arrayBuffer(): Promise<ArrayBuffer> };
}
