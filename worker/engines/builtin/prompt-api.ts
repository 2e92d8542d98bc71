import type { BrowserModelState } from "../../protocol/browser-model.ts";

/**
 * The part of the web's Prompt API that is used here, as in the draft of the Web Machine Learning Community Group of 2026
 * (https://webmachinelearning.github.io/prompt-api/). Its `tools` are not: the browser would call them by itself, and nobody
 * would be asked.
 */
export interface PromptApi {
  availability(options: CoreOptions): Promise<BrowserModelState>;
  create(options: CreateOptions): Promise<PromptSession>;
  /** Only where a page may set temperature and topK. */
  params?(): Promise<unknown>;
}

/** A message of a session. `prefix` begins the answer that is asked for. */
export interface PromptMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
  readonly prefix?: boolean;
}

/** Options that decide whether a model can be had. */
export interface CoreOptions {
  readonly expectedInputs: readonly { readonly type: "text"; readonly languages: readonly string[] }[];
  readonly expectedOutputs: CoreOptions["expectedInputs"];
  readonly samplingMode?: "most-predictable";
  readonly temperature?: number;
  readonly topK?: number;
}

export interface CreateOptions extends CoreOptions {
  readonly initialPrompts?: readonly PromptMessage[];
  /** Also ends the session, when it fires later. */
  readonly signal?: AbortSignal;
  readonly monitor?: (monitor: {
    addEventListener(type: "downloadprogress", listener: (event: { readonly loaded: number }) => void): void;
  }) => void;
}

/** A conversation with the browser's model. The older names are those of browsers before the draft of 2026. */
export interface PromptSession {
  readonly contextWindow?: number;
  readonly contextUsage?: number;
  readonly inputQuota?: number;
  readonly inputUsage?: number;
  promptStreaming(
    input: readonly PromptMessage[],
    options: Pick<CreateOptions, "signal"> & {
      readonly responseConstraint?: object;
      readonly omitResponseConstraintInput?: true;
    },
  ): AsyncIterable<string>;
  append(input: readonly PromptMessage[], options: Pick<CreateOptions, "signal">): Promise<unknown>;
  measureContextUsage?(input: readonly PromptMessage[] | string): Promise<number>;
  measureInputUsage?(input: readonly PromptMessage[] | string): Promise<number>;
  clone(options: Pick<CreateOptions, "signal">): Promise<PromptSession>;
  destroy(): void;
  addEventListener(type: "contextoverflow" | "quotaoverflow", listener: () => void): void;
}
