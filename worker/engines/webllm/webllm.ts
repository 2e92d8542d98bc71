import type {
  ChatCompletionMessageParam,
  ChatCompletionRequestStreaming,
  InitProgressReport,
  MLCEngine,
  ModelRecord,
} from "@mlc-ai/web-llm";
import type { GenerateRequest, ModelClient, ModelEvent, ModelInfo } from "../../agent/ports/model-client.ts";
import type { OutputConstraint } from "../../formats/grammar/output-constraint.ts";
import type { ChatTemplate } from "../../formats/templates/chat-template.ts";
import type { Failure, Result } from "../../protocol/failure.ts";
import type { ModelId } from "../../protocol/ids.ts";
import type { FormatId, LoadProgress, TurnUsage } from "../../protocol/model.ts";
import type { FinishReason } from "../../protocol/run-event.ts";
import { GenerationGate, type StreamEnd } from "../generation/exclusive-generation.ts";
import { EngineSteps } from "../generation/generation-stream.ts";
import { createStallTimer, createTimeout, raceAbort } from "../generation/race-abort.ts";
import { StopFilter } from "../generation/stop-filter.ts";
import { captureDevice } from "./webllm-device.ts";
import { type PrefillPipeline, PrefillStopped, type PrefillWatch, watchPrefill } from "./webllm-prefill.ts";

/** What it takes to run a model on the GPU. */
export interface WebllmPlan {
  readonly modelId: ModelId;
  /** Where WebLLM finds the model's files and its library; its template must render nothing of its own. */
  readonly record: ModelRecord;
  readonly format: FormatId;
  readonly template: ChatTemplate;
  readonly contextTokens: number;
  /** See `ModelInfo.guided`. */
  readonly guided?: boolean;
  readonly onProgress?: (progress: LoadProgress) => void;
  /** The longest time in which loading may show no progress. */
  readonly stallTimeoutMs?: number;
}

const DEFAULT_STALL_TIMEOUT_MS = 180_000;
/** How long the engine may take to notice an abort before it is ended and loaded again. */
const SETTLE_TIMEOUT_MS = 120_000;
const DISPOSE_TIMEOUT_MS = 2_000;
/** WebLLM's generator of random numbers takes seeds below this. */
const SEED_MODULUS = 2 ** 31 - 1;

/**
 * The fields of WebLLM 0.2.86's pipeline (private in its types) that it takes to go on after a reply that was cut: see
 * `WebllmClient.#keep`.
 */
interface Pipeline extends PrefillPipeline {
  readonly tokenizer: { encode(text: string): Int32Array; decode(ids: Int32Array): string };
  readonly outputIds: readonly number[];
  readonly filledKVCacheLength: number;
  finishReason?: "stop" | "length" | "abort" | "tool_calls" | undefined;
  getMessage(): string;
  getCurRoundPrefillTotalTokens(): number;
  getCurRoundDecodingTotalTokens(): number;
  getCurRoundPrefillTotalTime(): number;
  getCurRoundDecodingTotalTime(): number;
  getConversationObject(): { readonly messages: [role: string, roleName: string, content: unknown][] };
}

/** An engine with a model in it. */
interface LoadedEngine {
  readonly engine: MLCEngine;
  readonly device: GPUDevice;
  readonly pipeline: Pipeline;
  readonly prefill: PrefillWatch;
  /** The device went, maybe while nothing was asked of it. */
  isLost(): boolean;
}

/** What the engine has been told and has said, each piece as it lies in its cache. */
interface Held {
  readonly text: string;
  readonly messages: readonly ChatCompletionMessageParam[];
  /** The end of `text` that is not in the cache yet: it begins the next message. */
  readonly missing: string;
}

const NOTHING_HELD: Held = { text: "", messages: [], missing: "" };

/**
 * Runs a model with WebLLM (0.2.86) on WebGPU, in the thread it is made in. Prompts go in as they are, each turn as one
 * new message, so that the cache of the turns before is used again.
 */
export class WebllmClient implements ModelClient {
  readonly info: ModelInfo;
  readonly lost: Promise<Failure>;
  readonly #plan: WebllmPlan;
  readonly #gate = new GenerationGate();
  #loaded: LoadedEngine | null;
  #held: Held = NOTHING_HELD;
  /** Resolves when the engine has let go of the generation before. */
  #settled: Promise<void> = Promise.resolve();
  #disposed = false;
  #reportLoss: (failure: Failure) => void = () => undefined;
  #loss: Failure | null = null;

  private constructor(plan: WebllmPlan, loaded: LoadedEngine) {
    this.#plan = plan;
    this.#loaded = loaded;
    this.lost = new Promise((resolve) => {
      this.#reportLoss = resolve;
    });
    this.#watch(loaded);
    this.info = {
      engine: "webllm",
      modelId: plan.modelId,
      format: plan.format,
      template: plan.template,
      contextTokens: plan.contextTokens,
      constraint: "structural-tag",
      ...(plan.guided === true ? { guided: true } : {}),
    };
  }

  /** Loads the model and computes one token, so that every part of it has run once. */
  static async load(plan: WebllmPlan, signal: AbortSignal): Promise<Result<WebllmClient>> {
    const loaded = await loadEngine(plan, signal);
    return loaded.ok ? { ok: true, value: new WebllmClient(plan, loaded.value) } : loaded;
  }

  generate(request: GenerateRequest): AsyncGenerator<ModelEvent, void, void> {
    return this.#gate.generate(request, {
      prepare: (signal) => this.#prepare(signal),
      stream: (loaded, ...rest) => this.#stream(loaded, ...rest),
    });
  }

  async *#stream(
    loaded: LoadedEngine,
    request: GenerateRequest,
    constraint: OutputConstraint | null,
    notice?: string,
  ): AsyncGenerator<ModelEvent, StreamEnd, void> {
    const steps = new EngineSteps(request.signal);
    void loaded.device.lost.then(({ message }) => {
      steps.report({ type: "fault", failure: { code: "device-lost", detail: message } });
    });
    const messages = this.#toMessages(loaded, request.prompt);
    const running = runCompletion(loaded, messages, request, constraint, steps);
    try {
      return yield* steps.play(constraint !== null, notice);
    } finally {
      steps.close();
      void loaded.engine.interruptGenerate();
      this.#settled = running.then(async (end) => {
        if (end === "broken") await this.#drop();
        else if (!steps.failed && end === "free") this.#keep(loaded, messages, request.prompt, steps.raw);
        else this.#forget(loaded);
      });
    }
  }

  /** One new message where the prompt goes on from what is held, else the whole prompt as one. */
  #toMessages({ pipeline }: LoadedEngine, prompt: string): ChatCompletionMessageParam[] {
    const { text, messages, missing } = this.#held;
    const rest = prompt.startsWith(text) ? missing + prompt.slice(text.length) : "";
    if (text !== "" && rest !== "") return [...messages, { role: "user", content: rest }];
    // Else a prompt that was sent before would look like a conversation to go on with.
    pipeline.finishReason = "abort";
    return [{ role: "user", content: prompt }];
  }

  /**
   * Notes what the engine's cache holds now. WebLLM computes everything anew after a reply that was cut by a limit or
   * an abort, as the last token that it sampled is not in its cache. So the reply is noted without that token, in its
   * conversation as well as here, and the token's text begins the next message.
   */
  #keep(
    { pipeline }: LoadedEngine,
    messages: readonly ChatCompletionMessageParam[],
    prompt: string,
    raw: string,
  ): void {
    const toHeld = (content: string, missing: string): Held => ({
      text: prompt + raw,
      messages: [...messages, { role: "assistant", content }],
      missing,
    });
    this.#held = toHeld(raw, "");
    if (pipeline.finishReason === "stop") return;
    const reply = pipeline.getConversationObject().messages.at(-1);
    const cached = pipeline.tokenizer.decode(Int32Array.from(pipeline.outputIds.slice(0, -1)));
    // What was computed beyond the abort, and the pieces of a character that is not whole, cannot be taken back.
    if (reply === undefined || !raw.startsWith(cached) || cached.endsWith("\uFFFD")) return;
    reply[2] = cached;
    pipeline.finishReason = "stop";
    this.#held = toHeld(cached, raw.slice(cached.length));
  }

  #forget({ pipeline }: LoadedEngine): void {
    pipeline.finishReason = "abort";
    this.#held = NOTHING_HELD;
  }

  /** Waits for the engine to be free, and starts it again if it died or does not let go. */
  async #prepare(signal: AbortSignal): Promise<Result<LoadedEngine>> {
    // A question may have come to an engine that was let go for its loss.
    if (this.#disposed) return { ok: false, failure: this.#loss ?? { code: "no-model" } };
    const timeout = createTimeout(SETTLE_TIMEOUT_MS);
    const settled = await Promise.race([this.#settled.then(() => true), timeout.promise.then(() => false)]);
    timeout.clear();
    if (!settled || this.#loaded?.isLost() === true) await this.#drop();
    if (this.#loaded !== null) return { ok: true, value: this.#loaded };
    const loaded = await loadEngine(this.#plan, signal);
    if (loaded.ok) {
      this.#loaded = loaded.value;
      this.#loss = null;
      this.#watch(loaded.value);
    }
    return loaded;
  }

  #watch(loaded: LoadedEngine): void {
    void loaded.device.lost.then(({ message }) => {
      // One that was let go is destroyed by its owner.
      if (this.#loaded !== loaded) return;
      this.#loss = { code: "device-lost", detail: message };
      this.#reportLoss(this.#loss);
    });
  }

  async #drop(): Promise<void> {
    const loaded = this.#loaded;
    this.#loaded = null;
    this.#held = NOTHING_HELD;
    this.#settled = Promise.resolve();
    if (loaded !== null) await unloadEngine(loaded.engine, loaded.device);
  }

  /** By the model's own tokenizer; computes nothing. */
  async countTokens(text: string): Promise<number | null> {
    return this.#loaded?.pipeline.tokenizer.encode(text).length ?? null;
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    void this.#loaded?.engine.interruptGenerate();
    const timeout = createTimeout(DISPOSE_TIMEOUT_MS);
    await Promise.race([this.#settled, timeout.promise]);
    timeout.clear();
    await this.#drop();
  }
}

/** Resolves when the load before, a cancelled one included, has its device or has ended: else two would mix them up. */
let loadBefore: Promise<unknown> = Promise.resolve();

async function loadEngine(plan: WebllmPlan, signal: AbortSignal): Promise<Result<LoadedEngine>> {
  const [{ MLCEngine }] = await Promise.all([import("@mlc-ai/web-llm"), raceAbort(loadBefore, signal)]);
  if (signal.aborted) return { ok: false, failure: { code: "cancelled" } };
  const stalled = createStallTimer(plan.stallTimeoutMs ?? DEFAULT_STALL_TIMEOUT_MS);
  const engine = new MLCEngine({
    appConfig: { model_list: [plan.record], cacheBackend: "cache" },
    logLevel: "SILENT",
    initProgressCallback: (report) => {
      stalled.restart();
      if (!signal.aborted) plan.onProgress?.(toProgress(report));
    },
  });
  const capture = captureDevice();
  const loading = engine
    .reload(plan.record.model_id)
    .finally(capture.release)
    .then(() => warmUp(engine, plan, signal));
  const finished = loading.then(
    () => ({ type: "loaded" }) as const,
    (error: unknown) => ({ type: "fault", failure: toFailure(error) }) as const,
  );
  loadBefore = Promise.race([finished, capture.taken]);
  const lost = capture.lost.then(
    // A buffer that cannot be had makes TVM destroy the device.
    ({ reason, message }) =>
      ({
        type: "fault",
        failure: { code: reason === "destroyed" ? "out-of-memory" : "device-lost", detail: message },
      }) as const,
  );
  const timedOut = stalled.promise.then(
    () => ({ type: "fault", failure: { code: "engine-timeout", detail: "loading stood still" } }) as const,
  );
  const end = await raceAbort(Promise.race([finished, lost, timedOut]), signal);
  stalled.clear();
  const device = capture.device();
  const pipeline = findPipeline(engine, plan.record.model_id);
  if (end !== "aborted" && end.type === "loaded" && device !== null && pipeline !== null) {
    // Else WebLLM would unload itself in the middle of what the client does about a loss.
    Object.assign(engine, { deviceLostIsError: false });
    let isLost = false;
    void device.lost.then(() => {
      isLost = true;
    });
    return { ok: true, value: { engine, device, pipeline, prefill: watchPrefill(pipeline), isLost: () => isLost } };
  }
  // Nothing can stop an upload or a compilation but the end of its device, which it may not have yet.
  void engine.unload().catch(() => undefined);
  void capture.taken.then((late) => late.destroy());
  if (end === "aborted") return { ok: false, failure: { code: "cancelled" } };
  if (end.type === "fault") return { ok: false, failure: end.failure };
  // It resolves for files that it could not read as well.
  return { ok: false, failure: { code: "model-missing", detail: "the model's files could not be read" } };
}

/** The first use of a constraint makes a table of all tokens, the first forward pass compiles what is left: both happen here. */
async function warmUp(engine: MLCEngine, plan: WebllmPlan, signal: AbortSignal): Promise<void> {
  if (signal.aborted || findPipeline(engine, plan.record.model_id) === null) return;
  plan.onProgress?.({ type: "warm-up", done: 0, total: 1, unit: "steps" });
  await engine.chat.completions.create({
    messages: [{ role: "user", content: "a" }],
    max_tokens: 1,
    response_format: { type: "grammar", grammar: "root ::= [a-z ]+" },
  });
  await engine.resetChat();
  plan.onProgress?.({ type: "warm-up", done: 1, total: 1, unit: "steps" });
}

/** WebLLM waits for the device to have done its work, which one that is lost may never say. */
async function unloadEngine(engine: MLCEngine, device: GPUDevice): Promise<void> {
  const timeout = createTimeout(DISPOSE_TIMEOUT_MS);
  await Promise.race([engine.unload().catch(() => undefined), timeout.promise]);
  timeout.clear();
  device.destroy();
}

function findPipeline(engine: MLCEngine, modelId: string): Pipeline | null {
  const { loadedModelIdToPipeline } = engine as unknown as {
    readonly loadedModelIdToPipeline: ReadonlyMap<string, Pipeline>;
  };
  return loadedModelIdToPipeline.get(modelId) ?? null;
}

function toProgress({ text }: InitProgressReport): LoadProgress {
  const [, done = "0", total = "0"] = /\[(\d+)\/(\d+)\]/.exec(text) ?? [];
  const steps = { done: Number(done), total: Number(total), unit: "steps" } as const;
  if (/^Fetching/i.test(text)) return { type: "download", ...steps };
  if (/shader/i.test(text)) return { type: "compile", ...steps };
  return { type: "load", ...steps };
}

function toRequestBody(
  messages: ChatCompletionMessageParam[],
  request: GenerateRequest,
  constraint: OutputConstraint | null,
): ChatCompletionRequestStreaming {
  const format = { type: "structural_tag", structural_tag: constraint?.structuralTag } as unknown;
  return {
    messages,
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: request.maxTokens,
    temperature: request.temperature,
    top_p: request.topP ?? (request.temperature === 0 ? 1 : 0.95),
    ...(request.seed === undefined ? {} : { seed: toSeed(request.seed) }),
    ...(constraint === null
      ? {}
      : { response_format: format as NonNullable<ChatCompletionRequestStreaming["response_format"]> }),
  };
}

function toSeed(seed: number): number {
  return (Math.abs(Math.trunc(seed)) % (SEED_MODULUS - 1)) + 1;
}

/**
 * Runs one completion to its end and reports every step. Resolves when the engine is free again, `cut` when that was in
 * the middle of the prompt, or `broken` when it cannot be trusted any more; never rejects.
 */
async function runCompletion(
  { engine, pipeline, prefill }: LoadedEngine,
  messages: ChatCompletionMessageParam[],
  request: GenerateRequest,
  constraint: OutputConstraint | null,
  { report, signal }: EngineSteps,
): Promise<"free" | "cut" | "broken"> {
  const filter = new StopFilter(request.stop);
  let sent = "";
  const send = (text: string): void => {
    // A random model writes bytes that make no character: what ends in them may still change.
    if (!text.startsWith(sent)) return;
    const passed = filter.push(text.slice(sent.length));
    sent = text;
    if (passed !== "") report({ type: "text", text: passed });
  };
  const total = countNewTokens(pipeline, messages);
  prefill.follow(
    (done) => report({ type: "progress", done, total: Math.max(done, total) }),
    () => signal.aborted,
  );
  try {
    let finishReason: FinishReason = "stop";
    let completionTokens = 0;
    for await (const chunk of await engine.chat.completions.create(toRequestBody(messages, request, constraint))) {
      if (signal.aborted || filter.stopped) break;
      if (chunk.choices[0]?.finish_reason === "length") finishReason = "length";
      completionTokens = chunk.usage?.completion_tokens ?? completionTokens + chunk.choices.length;
      send(pipeline.getMessage().replace(/\uFFFD+$/, ""));
    }
    if (signal.aborted) return "free";
    if (!filter.stopped) {
      send(pipeline.getMessage());
      const rest = filter.end();
      if (rest !== "") report({ type: "text", text: rest });
    }
    report({ type: "done", finishReason, usage: readUsage(pipeline, completionTokens) });
    return "free";
  } catch (error) {
    if (error instanceof PrefillStopped) return "cut";
    const failure = toFailure(error);
    report({ type: "fault", failure });
    const isWhole = failure.code === "context-full" || failure.code === "grammar-rejected";
    return isWhole ? "free" : "broken";
  } finally {
    prefill.release();
  }
}

/** Of the messages, WebLLM computes the last alone where it holds those before. */
function countNewTokens({ tokenizer }: Pipeline, messages: readonly ChatCompletionMessageParam[]): number {
  const content = messages.at(-1)?.content;
  return typeof content === "string" ? tokenizer.encode(content).length : 0;
}

function readUsage(pipeline: Pipeline, completionTokens: number): TurnUsage {
  const promptTokens = pipeline.getCurRoundPrefillTotalTokens();
  return {
    promptTokens,
    cachedTokens: pipeline.filledKVCacheLength - promptTokens - pipeline.getCurRoundDecodingTotalTokens(),
    completionTokens,
    prefillMs: Math.round(pipeline.getCurRoundPrefillTotalTime() * 1000),
    decodeMs: Math.round(pipeline.getCurRoundDecodingTotalTime() * 1000),
  };
}

function toFailure(error: unknown): Failure {
  const name = error instanceof Error ? error.name : "";
  const detail = `${name === "" || name === "Error" ? "" : `${name}: `}${error instanceof Error ? error.message : String(error)}`;
  if (name === "ContextWindowSizeExceededError") return { code: "context-full", detail };
  if (name === "GrammarMatcherInitError" || /grammar matcher|GrammarMatcher|invalid token id/i.test(detail)) {
    return { code: "grammar-rejected", detail };
  }
  if (/WebGPUNotAvailable|WebGPUNotFound/.test(name)) return { code: "webgpu-missing", detail };
  if (/out of memory|allocat|createBuffer/i.test(detail)) return { code: "out-of-memory", detail };
  if (/device (?:was|is) lost|DeviceLost|already been disposed|AbortError|OperationError/i.test(detail)) {
    return { code: "device-lost", detail };
  }
  if (/FeatureSupport|ShaderF16|LinkError|Cannot find (?:global|required)/i.test(detail)) {
    return { code: "model-unsupported", detail };
  }
  if (/fetch|network|Cache/i.test(detail)) return { code: "download-failed", detail };
  return { code: "engine-crashed", detail };
}
