import { Wllama, type WllamaLogger } from "@wllama/wllama/esm/index.js";
import { MAX_MEDIA_TOKENS } from "../../formats/media-mark.ts";
import { raceTime } from "../../platform/race-abort.ts";
import { defined } from "../../protocol/defined.ts";
import { describeError } from "../../protocol/describe-error.ts";
import { type Failure, failed, type Result } from "../../protocol/failure.ts";
import type { Perception } from "../../protocol/model.ts";
import type { SlicedFile } from "../files/store-file.ts";
import { FIRST_BATCH_TOKENS } from "./batch-size.ts";
import { openEngineBinary } from "./fast-kernels.ts";
import { type KeptPrompt, putBackPrompt } from "./prompt-state.ts";
import { computeWith, SOUND_THREADS } from "./sound-threads.ts";

/** Everything needed to load a GGUF file. */
export interface EnginePlan {
  /** The model's file, or its parts in order. Read piece by piece, never copied as a whole. */
  readonly files: readonly SlicedFile[];
  readonly contextTokens: number;
  /** Threads to compute with; more than one takes effect only on a cross-origin isolated page. */
  readonly threads: number;
  /** Tokens computed in one step. */
  readonly batchTokens?: number;
  /** The model's projector (mmproj): what turns pictures or sounds into tokens. */
  readonly projector?: SlicedFile | undefined;
  /** Layers that the GPU computes; absent or 0 for none. */
  readonly gpuLayers?: number;
  /** Keeps the beginnings of two kinds of prompts, see `GenerateRequest.beside`. */
  readonly plainWords?: true;
  /** The KV cache may take twice the memory of llama.cpp's usual one: the processor then writes faster. */
  readonly wideCache?: boolean;
  /** Absolute address of `wllama.wasm`. */
  readonly wasmUrl: string;
  /** Absolute address of our matrix products for it, see `openEngineBinary`. */
  readonly kernelsUrl?: string;
  /** Keeps the beginning that prompts share from one load to the next; only what the processor reads. */
  readonly keptPrompt?: KeptPrompt;
  readonly loadTimeoutMs?: number;
}

/**
 * Keys and values in 32 bits, which WebAssembly's SIMD reads as they are: it looks each 16-bit number up in a table, and its
 * attention in one pass takes them one by one. Behind 500 tokens the starter writes 1.8 times as fast, and reads the same
 * (`npm run bench -- attention`).
 */
const WIDE_CACHE = { cache_type_k: "f32", cache_type_v: "f32", flash_attn: false } as const;
const DEFAULT_LOAD_TIMEOUT_MS = 180_000;
const MAX_LOG_LINES = 12;

/** An engine with a model in it. */
export interface LoadedEngine {
  readonly wllama: Wllama;
  readonly contextTokens: number;
  /** True when the engine itself puts the start token before every prompt. */
  readonly addsStartToken: boolean;
  /** True when the GPU holds layers of the model. */
  readonly isOffloaded: boolean;
  /** Present if the model has a projector for pictures or sounds. */
  readonly perceives?: Perception;
  /** Present if what it reads can be kept. */
  readonly keptPrompt?: KeptPrompt;
  /** See `ModelInfo`. */
  readonly hasRead?: string;
  /** The last lines of its error log. */
  complaints(): string;
}

/** Starts a separate engine with a model in it; `parameters` override the usual ones. */
export async function loadEngine(
  plan: EnginePlan,
  signal: AbortSignal,
  parameters: Parameters<Wllama["loadModel"]>[1] = {},
): Promise<Result<LoadedEngine>> {
  const log: string[] = [];
  let isOffloaded = false;
  const logger = createLogger(log, (line) => {
    if (/offloaded [1-9]\d*\/\d+ layers/.test(line)) isOffloaded = true;
  });
  if (plan.files.some((file) => file.size === 0)) return failed("model-corrupt", "the file is empty");
  // Checked first, because wllama 3.8.1 waits for ever and throws uncatchably when its file cannot be fetched.
  const binary = await openEngineBinary(plan.wasmUrl, plan.kernelsUrl).catch(describeError);
  if (typeof binary === "string") return failed("engine-crashed", binary);
  const wllama = new Wllama({ default: binary.url }, { logger });
  // By default it fetches another build from a public host where this browser lacks a feature.
  wllama.setCompat(null);
  const complaints = (): string => log.join("\n");
  const failure = await loadModel(wllama, plan, signal, parameters, complaints).finally(binary.release);
  if (failure === null) {
    const { contextTokens, keptPrompt, gpuLayers = 0 } = plan;
    const canKeep = binary.isLinked && gpuLayers === 0 && keptPrompt !== undefined;
    const hasRead = canKeep ? ((await putBackPrompt(wllama, keptPrompt)) ?? undefined) : undefined;
    return {
      ok: true,
      value: {
        wllama,
        contextTokens,
        addsStartToken: wllama.mustAddBosToken(),
        isOffloaded,
        complaints,
        ...(canKeep ? { keptPrompt } : {}),
        ...defined({ hasRead }),
        ...(plan.projector === undefined ? {} : { perceives: readPerception(wllama) }),
      },
    };
  }
  await wllama.exit().catch(() => undefined);
  return { ok: false, failure };
}

function readPerception(wllama: Wllama): Perception {
  const sounds = wllama.supportInputModality("audio") && wllama.getNumThreads() >= SOUND_THREADS;
  return { pictures: wllama.supportInputModality("image"), sounds };
}

async function loadModel(
  wllama: Wllama,
  plan: EnginePlan,
  signal: AbortSignal,
  parameters: Parameters<Wllama["loadModel"]>[1],
  complaints: () => string,
): Promise<Failure | null> {
  // wllama 3.8.1 reads files only by `size` and `slice(...).arrayBuffer()`, in this thread.
  const projectors = plan.projector === undefined ? [] : [plan.projector];
  const files = [...plan.files, ...projectors] as readonly unknown[] as Blob[];
  const { batchTokens: wished = FIRST_BATCH_TOKENS } = plan;
  // A picture's tokens see each other, so they are computed in one step.
  const batchTokens = plan.projector === undefined ? wished : Math.max(wished, MAX_MEDIA_TOKENS);
  if (plan.projector !== undefined) computeWith(wllama, plan.threads);
  const loading = wllama.loadModel(files, {
    n_ctx: plan.contextTokens,
    // Those that compute are never free for a sound.
    n_threads: plan.threads + (plan.projector === undefined ? 0 : SOUND_THREADS - 1),
    n_batch: batchTokens,
    n_ubatch: batchTokens,
    n_parallel: plan.plainWords === true ? 2 : 1,
    n_gpu_layers: plan.gpuLayers ?? 0,
    warmup: false,
    ...(plan.wideCache === true && (plan.gpuLayers ?? 0) === 0 ? WIDE_CACHE : {}),
    ...(plan.projector === undefined ? {} : { image_max_tokens: MAX_MEDIA_TOKENS }),
    ...parameters,
  });
  const finished = loading.then(
    () => null,
    (error: unknown) => toLoadFailure(joinLines(describeError(error), complaints()), plan),
  );
  // A content policy that forbids its wasm or its worker leaves loading pending for ever.
  const end = await raceTime<Failure | null>(finished, {
    milliseconds: plan.loadTimeoutMs ?? DEFAULT_LOAD_TIMEOUT_MS,
    late: () => ({ code: "engine-timeout", detail: joinLines("loading did not end in time", complaints()) }),
    signal,
  });
  if (end === "aborted") return { code: "cancelled" };
  if (end !== null) return end;

  // wllama 3.8.1 also resolves for a file that it could not read.
  const context = wllama.getLoadedContextInfo();
  const { success } = context as { readonly success?: unknown };
  return success === true && context.n_vocab > 0 ? null : toLoadFailure(complaints(), plan);
}

function toLoadFailure(detail: string, { gpuLayers = 0 }: EnginePlan): Failure {
  if (/unknown model architecture|unsupported|not supported/i.test(detail))
    return { code: "model-unsupported", detail };
  if (/insufficient memory|out of memory|failed to allocate|bad_alloc|Cannot enlarge memory/i.test(detail)) {
    return { code: "out-of-memory", detail };
  }
  if (gpuLayers > 0 && /abort|webgpu|device|unreachable/i.test(detail)) return { code: "engine-crashed", detail };
  return { code: "model-corrupt", detail };
}

function createLogger(lines: string[], onLine: (line: string) => void): WllamaLogger {
  const note = (...parts: readonly unknown[]): void => onLine(parts.map(String).join(" "));
  const record = (...parts: readonly unknown[]): void => {
    const line = parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(" ");
    if (line.trim() === "") return;
    lines.push(line.trim().slice(0, 500));
    if (lines.length > MAX_LOG_LINES) lines.shift();
  };
  return { debug: note, log: note, warn: note, error: record };
}

export function joinLines(...lines: readonly string[]): string {
  return lines.filter((line) => line !== "").join("\n");
}
