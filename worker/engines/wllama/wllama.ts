import { Wllama, type WllamaLogger } from "@wllama/wllama/esm/index.js";
import type { GenerateRequest, ModelClient, ModelEvent, ModelInfo } from "../../agent/ports/model-client.ts";
import type { OutputConstraint } from "../../formats/grammar/output-constraint.ts";
import type { ChatTemplate } from "../../formats/templates/chat-template.ts";
import type { Failure, Result } from "../../protocol/failure.ts";
import type { ModelId } from "../../protocol/ids.ts";
import type { FormatId, TurnUsage } from "../../protocol/model.ts";
import type { FinishReason } from "../../protocol/run-event.ts";
import { guessFormat } from "../catalog/model-catalog.ts";
import { GenerationGate, NO_USAGE, type StreamEnd } from "../generation/exclusive-generation.ts";
import { EngineSteps } from "../generation/generation-stream.ts";
import { createTimeout, raceAbort } from "../generation/race-abort.ts";
import { dropStartToken } from "../gguf/start-token.ts";

/** What it takes to load a GGUF file. */
export interface EnginePlan {
  /** The model's file, or its parts in order. Read piece by piece, never copied as a whole. */
  readonly files: readonly Blob[];
  readonly contextTokens: number;
  /** Threads to compute with; more than one has an effect only on a cross-origin isolated page. */
  readonly threads: number;
  /** Absolute address of `wllama.wasm`. */
  readonly wasmUrl: string;
  readonly loadTimeoutMs?: number;
}

/** What it takes to run a GGUF file on the processor. */
export interface WllamaPlan extends EnginePlan {
  readonly modelId: ModelId;
  /** Absent: the dialect is recognised by the file's own chat template. */
  readonly format?: FormatId;
  /** `chatTemplate` is the file's own template text, where it has one. */
  toTemplate(format: FormatId, chatTemplate: string | null): ChatTemplate;
  /** See `ModelInfo.guided`. */
  readonly guided?: boolean;
}

/**
 * Tokens computed in one step. The engine hears an abort only between steps: 16 take under a second at 17 tokens/s
 * and cost a tenth of the speed of whole prompts (measured: 15.3 against 17.2 tokens/s on one core, 22.2 against 24.5
 * on two).
 */
const BATCH_TOKENS = 16;
const DEFAULT_LOAD_TIMEOUT_MS = 180_000;
/** How long the engine may take to notice an abort before it is ended and loaded again. */
const SETTLE_TIMEOUT_MS = 20_000;
const KEPT_LOG_LINES = 12;

/** The server fields that wllama 3.8.1 passes on to llama.cpp and its types leave out. */
interface CompletionFields {
  readonly prompt: string;
  readonly max_tokens: number;
  readonly temperature: number;
  readonly top_p: number;
  readonly top_k: number;
  readonly stop: string[];
  readonly seed?: number;
  readonly cache_prompt: boolean;
  readonly grammar?: string;
  readonly grammar_lazy?: boolean;
  readonly grammar_triggers?: readonly { readonly type: number; readonly value: string }[];
  readonly preserved_tokens?: readonly string[];
  readonly return_progress: boolean;
  readonly stream_options: { readonly include_usage: boolean };
}

/** llama.cpp's number for a trigger that is a word. */
const WORD_TRIGGER = 1;

/** Runs a GGUF file with llama.cpp in WebAssembly (wllama 3.8.1), on the processor alone. */
export class WllamaClient implements ModelClient {
  readonly info: ModelInfo;
  readonly #plan: WllamaPlan;
  readonly #gate = new GenerationGate();
  #engine: LoadedEngine | null;
  /** Resolves when the engine has let go of the generation before. */
  #settled: Promise<void> = Promise.resolve();
  #fillerTokens: number | null = null;

  private constructor(plan: WllamaPlan, engine: LoadedEngine) {
    this.#plan = plan;
    this.#engine = engine;
    const chatTemplate = engine.wllama.getChatTemplate();
    const format = plan.format ?? guessFormat(chatTemplate);
    this.info = {
      engine: "wllama",
      modelId: plan.modelId,
      format,
      template: plan.toTemplate(format, chatTemplate),
      contextTokens: engine.contextTokens,
      constraint: "gbnf",
      ...(plan.guided === true ? { guided: true } : {}),
    };
  }

  /** Loads the model. A file that is no model, or a broken one, is a failure with the engine's own last words. */
  static async load(plan: WllamaPlan, signal: AbortSignal): Promise<Result<WllamaClient>> {
    const loaded = await loadEngine(plan, signal);
    return loaded.ok ? { ok: true, value: new WllamaClient(plan, loaded.value) } : loaded;
  }

  generate(request: GenerateRequest): AsyncGenerator<ModelEvent, void, void> {
    return this.#gate.generate(request, {
      prepare: (signal) => this.#prepare(signal),
      stream: (engine, ...rest) => this.#stream(engine, ...rest),
    });
  }

  async *#stream(
    engine: LoadedEngine,
    request: GenerateRequest,
    constraint: OutputConstraint | null,
    notice?: string,
  ): AsyncGenerator<ModelEvent, StreamEnd, void> {
    const steps = new EngineSteps(request.signal);
    this.#settled = runCompletion(engine, toFields(engine, request, constraint), steps, (error) =>
      this.#toFailure(error, engine),
    );
    try {
      return yield* steps.play(constraint !== null, notice);
    } finally {
      steps.close();
    }
  }

  /** Waits for the engine to be free, and starts it again if it died or does not let go. */
  async #prepare(signal: AbortSignal): Promise<Result<LoadedEngine>> {
    const timeout = createTimeout(SETTLE_TIMEOUT_MS);
    const settled = await Promise.race([this.#settled.then(() => true), timeout.promise.then(() => false)]);
    timeout.clear();
    if (!settled) await this.#drop();
    if (this.#engine !== null) return { ok: true, value: this.#engine };
    const loaded = await loadEngine(this.#plan, signal);
    if (loaded.ok) this.#engine = loaded.value;
    return loaded;
  }

  async #drop(): Promise<void> {
    const engine = this.#engine;
    this.#engine = null;
    this.#settled = Promise.resolve();
    await engine?.wllama.exit().catch(() => undefined);
  }

  #toFailure(error: unknown, engine: LoadedEngine): Failure {
    const message = toMessage(error);
    if (/exceeds? the available context|context size/i.test(message)) return { code: "context-full", detail: message };
    if (isGrammarFault(error)) return { code: "grammar-rejected", detail: message };
    if (isCrash(error)) {
      // A dead WebAssembly instance answers nothing any more: the next generation loads a new one.
      void this.#drop();
      const memory = /memory|alloc/i.test(message);
      return { code: memory ? "out-of-memory" : "engine-crashed", detail: joinLines(message, engine.complaints()) };
    }
    return { code: "internal", detail: message };
  }

  /**
   * wllama 3.8.1 has no tokenizer call, but a prompt too large for the context is refused with its exact size before
   * anything is computed. So the text is counted together with a filler that is too large by itself. Exact up to the
   * seam between the two.
   */
  async countTokens(text: string): Promise<number | null> {
    const engine = this.#engine;
    if (engine === null) return null;
    return this.#gate.run(async () => {
      await this.#settled;
      const filler = "\n\n".concat(" a".repeat(engine.contextTokens + 16));
      this.#fillerTokens ??= await countOversized(engine, filler);
      const total = await countOversized(engine, text + filler);
      return total === null || this.#fillerTokens === null ? null : Math.max(0, total - this.#fillerTokens);
    });
  }

  async dispose(): Promise<void> {
    await this.#drop();
  }
}

/** An engine with a model in it, and the last things it complained of. */
export interface LoadedEngine {
  readonly wllama: Wllama;
  readonly contextTokens: number;
  /** True when the engine puts the start token before every prompt by itself. */
  readonly addsStartToken: boolean;
  complaints(): string;
}

/** Starts an engine of its own with a model in it; `parameters` go before the usual ones. */
export async function loadEngine(
  plan: EnginePlan,
  signal: AbortSignal,
  parameters: Parameters<Wllama["loadModel"]>[1] = {},
): Promise<Result<LoadedEngine>> {
  const log: string[] = [];
  const wllama = new Wllama({ default: plan.wasmUrl }, { logger: createLogger(log) });
  // Its default fetches another build from a public host where this browser lacks a feature.
  wllama.setCompat(null);
  const complaints = (): string => log.join("\n");
  const fail = async (failure: Failure): Promise<Result<never>> => {
    await wllama.exit().catch(() => undefined);
    return { ok: false, failure };
  };
  if (plan.files.some((file) => file.size === 0)) return fail({ code: "model-corrupt", detail: "the file is empty" });

  const missing = await findMissingWasm(plan.wasmUrl);
  if (missing !== null) return fail({ code: "engine-crashed", detail: missing });

  const timeout = createTimeout(plan.loadTimeoutMs ?? DEFAULT_LOAD_TIMEOUT_MS);
  // A policy that forbids its wasm or its worker leaves loading pending for ever.
  const loading = wllama.loadModel([...plan.files], {
    n_ctx: plan.contextTokens,
    n_threads: plan.threads,
    n_batch: BATCH_TOKENS,
    n_ubatch: BATCH_TOKENS,
    n_parallel: 1,
    n_gpu_layers: 0,
    warmup: false,
    ...parameters,
  });
  const finished = loading.then(
    () => ({ type: "loaded" }) as const,
    (error: unknown) => ({ type: "fault", error }) as const,
  );
  const timedOut = timeout.promise.then(() => ({ type: "timed-out" }) as const);
  const end = await raceAbort(Promise.race([finished, timedOut]), signal);
  timeout.clear();
  if (end === "aborted") return fail({ code: "cancelled" });
  if (end.type === "timed-out") {
    return fail({ code: "engine-timeout", detail: joinLines("loading did not end in time", complaints()) });
  }
  if (end.type === "fault") return fail(toLoadFailure(joinLines(toMessage(end.error), complaints())));

  // wllama 3.8.1 resolves for a file that it could not read as well.
  const context = wllama.getLoadedContextInfo();
  const { success } = context as { readonly success?: unknown };
  if (success !== true || !(context.n_vocab > 0)) return fail(toLoadFailure(complaints()));
  const engine: LoadedEngine = {
    wllama,
    contextTokens: plan.contextTokens,
    addsStartToken: wllama.mustAddBosToken(),
    complaints,
  };
  return { ok: true, value: engine };
}

/** wllama 3.8.1 itself waits for ever, and throws where nobody can catch it, when its file cannot be had. */
async function findMissingWasm(url: string): Promise<string | null> {
  try {
    const response = await fetch(url);
    await response.body?.cancel();
    return response.ok ? null : `${url} answered ${response.status}`;
  } catch (error) {
    return `${url} could not be fetched: ${toMessage(error)}`;
  }
}

function toLoadFailure(detail: string): Failure {
  if (/unknown model architecture|unsupported|not supported/i.test(detail))
    return { code: "model-unsupported", detail };
  if (/insufficient memory|out of memory|failed to allocate|bad_alloc|Cannot enlarge memory/i.test(detail)) {
    return { code: "out-of-memory", detail };
  }
  return { code: "model-corrupt", detail };
}

function toFields(
  engine: LoadedEngine,
  request: GenerateRequest,
  constraint: OutputConstraint | null,
): CompletionFields {
  return {
    prompt: engine.addsStartToken ? dropStartToken(request.prompt) : request.prompt,
    max_tokens: request.maxTokens,
    temperature: request.temperature,
    top_p: request.topP ?? (request.temperature === 0 ? 1 : 0.95),
    top_k: request.temperature === 0 ? 1 : 40,
    stop: [...request.stop],
    ...(request.seed === undefined ? {} : { seed: request.seed }),
    cache_prompt: true,
    ...(constraint === null ? {} : toGrammarFields(constraint)),
    return_progress: true,
    stream_options: { include_usage: true },
  };
}

function toGrammarFields({ gbnf }: OutputConstraint): Partial<CompletionFields> {
  if (gbnf.triggers.length === 0) return { grammar: gbnf.grammar };
  return {
    grammar: gbnf.grammar,
    grammar_lazy: true,
    grammar_triggers: gbnf.triggers.map((value) => ({ type: WORD_TRIGGER, value })),
    // A trigger that is a token of its own in this vocabulary must be written out, or nothing could match it.
    preserved_tokens: gbnf.triggers,
  };
}

/** Runs one completion to its end and reports every step. Resolves when the engine is free again; never rejects. */
async function runCompletion(
  engine: LoadedEngine,
  fields: CompletionFields,
  { report, signal }: EngineSteps,
  toFailure: (error: unknown) => Failure,
): Promise<void> {
  let finishReason: FinishReason = "stop";
  let usage: TurnUsage = NO_USAGE;
  try {
    await engine.wllama.createCompletion({
      ...fields,
      stream: true,
      abortSignal: signal,
      onData: (chunk) => {
        const progress = chunk.prompt_progress;
        if (progress !== undefined && progress.processed > progress.cache) {
          const { processed, cache, total } = progress;
          report({ type: "progress", done: processed - cache, total: total - cache });
        }
        const choice = chunk.choices[0];
        if (choice !== undefined && choice.text !== "") report({ type: "text", text: choice.text });
        if (choice?.finish_reason === "length") finishReason = "length";
        if (chunk.timings !== undefined) usage = toUsage(chunk.timings);
      },
    });
    report({ type: "done", finishReason, usage });
  } catch (error) {
    if (!signal.aborted) report({ type: "fault", failure: toFailure(error) });
  }
}

function toUsage(timings: {
  readonly cache_n: number;
  readonly prompt_n: number;
  readonly prompt_ms: number;
  readonly predicted_n: number;
  readonly predicted_ms: number;
}): TurnUsage {
  return {
    promptTokens: timings.prompt_n,
    cachedTokens: timings.cache_n,
    completionTokens: timings.predicted_n,
    prefillMs: Math.round(timings.prompt_ms),
    decodeMs: Math.round(timings.predicted_ms),
  };
}

async function countOversized(engine: LoadedEngine, prompt: string): Promise<number | null> {
  try {
    await engine.wllama.createCompletion({ prompt, max_tokens: 1 });
    return null;
  } catch (error) {
    const size = /request \((\d+) tokens\)/.exec(toMessage(error))?.[1];
    return size === undefined ? null : Number(size);
  }
}

function createLogger(lines: string[]): WllamaLogger {
  const ignore = (): void => undefined;
  const keep = (...parts: readonly unknown[]): void => {
    const line = parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(" ");
    if (line.trim() === "") return;
    lines.push(line.trim().slice(0, 500));
    if (lines.length > KEPT_LOG_LINES) lines.shift();
  };
  return { debug: ignore, log: ignore, warn: ignore, error: keep };
}

function isGrammarFault(error: unknown): boolean {
  return /grammar|initialize samplers/i.test(toMessage(error));
}

function isCrash(error: unknown): boolean {
  if (error instanceof WebAssembly.RuntimeError) return true;
  return (
    error instanceof Error &&
    (error.name === "RuntimeError" || /typed array length|ABORT|unreachable/.test(error.message))
  );
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function joinLines(...lines: readonly string[]): string {
  return lines.filter((line) => line !== "").join("\n");
}
