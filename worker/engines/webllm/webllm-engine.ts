import type { InitProgressReport, MLCEngine, ModelRecord } from "@mlc-ai/web-llm";
import { createStallTimer, raceAbort, resolvesWithin } from "../../platform/race-abort.ts";
import { describeError } from "../../protocol/describe-error.ts";
import { type Failure, type FailureCode, failed, type Result } from "../../protocol/failure.ts";
import type { LoadProgress } from "../../protocol/model.ts";
import { decodeGrowing } from "./decode-growing.ts";
import { captureDevice } from "./webllm-device.ts";
import { type PrefillPipeline, type PrefillWatch, watchPrefill } from "./webllm-prefill.ts";
import { guardStops, readTokenConfig } from "./webllm-stops.ts";

/** Everything needed to load a model on the GPU. */
export interface WebllmEnginePlan {
  /** Where WebLLM finds the model's files and its library; its conversation template must add nothing. */
  readonly record: ModelRecord;
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Strings that end the model's turn where they are one token; see `guardStops`. */
  readonly stops?: readonly string[];
  /** The longest time without progress while loading, in milliseconds. */
  readonly stallTimeoutMs?: number;
}

const DEFAULT_STALL_TIMEOUT_MS = 180_000;
const UNLOAD_TIMEOUT_MS = 2_000;

/** The fields of WebLLM 0.2.86's pipeline that the client uses; private in its types. */
export interface Pipeline extends PrefillPipeline {
  readonly tokenizer: { encode(text: string): Int32Array; decode: (ids: Int32Array) => string };
  readonly outputIds: readonly number[];
  readonly filledKVCacheLength: number;
  finishReason?: "stop" | "length" | "abort" | "tool_calls" | undefined;
  /** Sees the logits before a token is chosen. */
  logitProcessor?: LogitProcessor | undefined;
  getMessage(): string;
  getCurRoundPrefillTotalTokens(): number;
  getCurRoundDecodingTotalTokens(): number;
  getCurRoundPrefillTotalTime(): number;
  getCurRoundDecodingTotalTime(): number;
  getConversationObject(): { readonly messages: [role: string, roleName: string, content: unknown][] };
}

interface LogitProcessor {
  processLogits(logits: Float32Array): Float32Array;
  processSampledToken(token: number): void;
  resetState(): void;
}

/** An engine with a model in it. */
export interface LoadedEngine {
  readonly engine: MLCEngine;
  readonly device: GPUDevice;
  readonly pipeline: Pipeline;
  readonly prefill: PrefillWatch;
  /** Whether the numbers of its first token were finite. */
  readonly isSound: boolean;
  /** True once the device was lost, also while the engine was idle. */
  isLost(): boolean;
}

/**
 * Resolves when the previous load, also a cancelled one, has its device or has ended: two loads at once would capture
 * each other's device.
 */
let previousLoad: Promise<unknown> = Promise.resolve();

/** Loads the model and computes one token, so that every part of it has run once. */
export async function loadEngine(plan: WebllmEnginePlan, signal: AbortSignal): Promise<Result<LoadedEngine>> {
  const [{ MLCEngine }] = await Promise.all([import("@mlc-ai/web-llm"), raceAbort(previousLoad, signal)]);
  if (signal.aborted) return failed("cancelled");
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
  let isSound = true;
  const finished: Promise<Failure | null> = engine
    .reload(plan.record.model_id)
    .finally(capture.release)
    .then(() => warmUp(engine, plan, signal))
    .then((warmedUp) => {
      isSound = warmedUp;
      return null;
    }, toFailure);
  previousLoad = Promise.race([finished, capture.taken]);
  // TVM destroys the device when a buffer cannot be allocated.
  const lost = capture.lost.then(
    ({ reason, message }): Failure => ({
      code: reason === "destroyed" ? "out-of-memory" : "device-lost",
      detail: message,
    }),
  );
  const timedOut = stalled.promise.then((): Failure => ({ code: "engine-timeout", detail: "loading stood still" }));
  const end = await raceAbort(Promise.race([finished, lost, timedOut]), signal);
  stalled.clear();
  const failure: Failure | null = end === "aborted" ? { code: "cancelled" } : end;
  const loaded = failure === null ? toLoadedEngine(engine, capture.device(), plan.record.model_id, isSound) : null;
  if (loaded !== null) return { ok: true, value: loaded };
  // Only destroying its device stops an upload or a compilation, and the device may not exist yet.
  void engine.unload().catch(() => undefined);
  void capture.taken.then((late) => late.destroy());
  // WebLLM's `reload` also resolves when it could not read the files.
  const unread: Failure = { code: "model-missing", detail: "the model's files could not be read" };
  return { ok: false, failure: failure ?? unread };
}

/** Null when WebLLM reports success without a model. */
function toLoadedEngine(
  engine: MLCEngine,
  device: GPUDevice | null,
  modelId: string,
  isSound: boolean,
): LoadedEngine | null {
  const pipeline = findPipeline(engine, modelId);
  if (device === null || pipeline === null) return null;
  const { tokenizer } = pipeline;
  tokenizer.decode = decodeGrowing(tokenizer.decode.bind(tokenizer));
  // WebLLM must not unload itself while the client handles the loss.
  Object.assign(engine, { deviceLostIsError: false });
  let isLost = false;
  void device.lost.then(() => {
    isLost = true;
  });
  return { engine, device, pipeline, prefill: watchPrefill(pipeline), isSound, isLost: () => isLost };
}

/**
 * Generates one constrained token: this builds the grammar's table of tokens and compiles the last shaders. Resolves to
 * whether its logits were finite.
 */
async function warmUp(engine: MLCEngine, plan: WebllmEnginePlan, signal: AbortSignal): Promise<boolean> {
  const pipeline = findPipeline(engine, plan.record.model_id);
  if (signal.aborted || pipeline === null) return true;
  const { tokenizer } = pipeline;
  guardStops({ tokenizer, getConfig: () => readTokenConfig(pipeline) }, plan.stops ?? []);
  plan.onProgress?.({ type: "warm-up", done: 0, total: 1, unit: "steps" });
  let isSound = true;
  pipeline.logitProcessor = {
    processLogits: (logits) => {
      isSound &&= hasFiniteLogits(logits);
      // An undefined score would choose a token that the grammar forbids.
      return isSound ? logits : logits.map((logit) => (Number.isNaN(logit) ? 0 : logit));
    },
    processSampledToken: () => undefined,
    resetState: () => undefined,
  };
  try {
    await engine.chat.completions.create({
      messages: [{ role: "user", content: "a" }],
      max_tokens: 1,
      response_format: { type: "grammar", grammar: "root ::= [a-z ]+" },
    });
  } finally {
    pipeline.logitProcessor = undefined;
  }
  await engine.resetChat();
  plan.onProgress?.({ type: "warm-up", done: 1, total: 1, unit: "steps" });
  return isSound;
}

/** Tokens that a grammar rules out are minus infinity; nothing else may be infinite, and nothing undefined. */
function hasFiniteLogits(logits: Float32Array): boolean {
  return logits.every((logit) => logit < Number.POSITIVE_INFINITY) && logits.some(Number.isFinite);
}

/** Unloads with a time limit, because WebLLM waits for the device's work and a lost device may never finish it. */
export async function unloadEngine({ engine, device }: LoadedEngine): Promise<void> {
  await resolvesWithin(
    engine.unload().catch(() => undefined),
    UNLOAD_TIMEOUT_MS,
  );
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

/** Recognises WebLLM's errors by their names and messages. */
export function toFailure(error: unknown): Failure {
  const name = error instanceof Error ? error.name : "";
  const detail = `${name === "" || name === "Error" ? "" : `${name}: `}${describeError(error)}`;
  return { code: FAULTS.find(([pattern]) => pattern.test(detail))?.[1] ?? "engine-crashed", detail };
}

/** WebLLM's errors by what their names and messages begin with or contain; the first that matches counts. */
const FAULTS: readonly (readonly [RegExp, FailureCode])[] = [
  [/^ContextWindowSizeExceededError: /, "context-full"],
  [/grammar ?matcher|invalid token id/i, "grammar-rejected"],
  [/^WebGPUNot(?:Available|Found)/, "webgpu-missing"],
  [/out of memory|allocat|createBuffer/i, "out-of-memory"],
  [/device (?:was|is) lost|DeviceLost|already been disposed|AbortError|OperationError/i, "device-lost"],
  [/FeatureSupport|ShaderF16|LinkError|Cannot find (?:global|required)/i, "model-unsupported"],
  [/fetch|network|Cache/i, "download-failed"],
];
