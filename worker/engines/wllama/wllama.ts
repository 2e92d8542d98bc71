import { type AskedWay, pickAskedWay } from "../../agent/ports/asked-way.ts";
import type { GenerateRequest, ModelClient, ModelEvent, ModelInfo } from "../../agent/ports/model-client.ts";
import { recogniseFormat } from "../../formats/recognition/recognise-format.ts";
import type { ChatTemplate } from "../../formats/templates/chat-template.ts";
import { defined } from "../../protocol/defined.ts";
import { describeError } from "../../protocol/describe-error.ts";
import type { Failure, Result } from "../../protocol/failure.ts";
import type { ModelId } from "../../protocol/ids.ts";
import type { FormatId, TurnUsage } from "../../protocol/model.ts";
import type { FinishReason } from "../../protocol/run-event.ts";
import { ExclusiveGeneration, NO_USAGE } from "../generation/exclusive-generation.ts";
import type { GenerationStream } from "../generation/generation-stream.ts";
import { fromLlamaProgress, fromLlamaTimings, toLlamaFields } from "../generation/llama-fields.ts";
import { RestartableEngine } from "../generation/restartable-engine.ts";
import { chooseBatchTokens } from "./batch-size.ts";
import { completeWithMedia, type StreamedCompletion } from "./complete-with-media.ts";
import { describeFallback, type EngineAttempt, ON_GPU, ON_PROCESSOR, toNextAttempt } from "./gpu-attempt.ts";
import { keepPrompt } from "./prompt-state.ts";
import { type EnginePlan, joinLines, type LoadedEngine, loadEngine } from "./wllama-engine.ts";

/** Everything needed to run a GGUF file. */
export interface WllamaPlan extends EnginePlan, AskedWay, Pick<ModelInfo, "name"> {
  readonly modelId: ModelId;
  /** Absent: the dialect is guessed from the file's own chat template. */
  readonly format?: FormatId;
  /** `chatTemplate` is the file's own template text; null where it has none. */
  toTemplate(format: FormatId, chatTemplate: string | null): ChatTemplate;
  /** The GPU computes, and the processor where that fails. */
  readonly onGpu?: boolean;
  /** Layers of the model; only needed with `onGpu`. */
  readonly layers?: number;
}

const SETTLE_TIMEOUT_MS = 20_000;

/** The attempts left for models that failed on the GPU, for as long as this worker lives. */
const laterAttempts = new Map<ModelId, EngineAttempt>();

/** Runs a GGUF file with llama.cpp in WebAssembly (wllama 3.8.1), on the processor or on the GPU. */
export class WllamaClient implements ModelClient {
  readonly info: ModelInfo;
  readonly #generation = new ExclusiveGeneration();
  readonly #engine: RestartableEngine<LoadedEngine>;
  #fillerTokens: number | null = null;
  readonly #plan: WllamaPlan;
  #attempt: EngineAttempt;

  private constructor(plan: WllamaPlan, attempt: EngineAttempt, engine: LoadedEngine) {
    this.#plan = plan;
    this.#attempt = attempt;
    this.#engine = new RestartableEngine(engine, {
      load: (signal) => loadEngine({ ...plan, ...this.#attempt }, signal),
      unload: ({ wllama }) => wllama.exit().catch(() => undefined),
      settleTimeoutMs: SETTLE_TIMEOUT_MS,
    });
    const fallback = plan.onGpu === true ? describeFallback(attempt, plan.threads, engine.isOffloaded) : null;
    const chatTemplate = engine.wllama.getChatTemplate();
    const format = plan.format ?? recogniseFormat({ chatTemplate });
    this.info = {
      engine: "wllama",
      modelId: plan.modelId,
      ...(plan.name === undefined ? {} : { name: plan.name }),
      format,
      template: plan.toTemplate(format, chatTemplate),
      contextTokens: engine.contextTokens,
      constraint: "gbnf",
      keepsBeginning: true,
      ...(fallback === null ? {} : { fallback }),
      ...pickAskedWay(plan),
      ...defined({ perceives: engine.perceives, hasRead: engine.hasRead }),
    };
  }

  /** Loads the model. A broken file, or one that is no model, is a failure with the end of the engine's log. */
  static async load(plan: WllamaPlan, signal: AbortSignal): Promise<Result<WllamaClient>> {
    let attempt = plan.onGpu === true ? (laterAttempts.get(plan.modelId) ?? ON_GPU) : ON_PROCESSOR;
    for (;;) {
      const loaded = await loadEngine({ ...plan, ...attempt }, signal);
      if (loaded.ok) return { ok: true, value: new WllamaClient(plan, attempt, loaded.value) };
      const next = toNextAttempt(attempt, loaded.failure, plan.layers ?? 0);
      if (next === null) return loaded;
      attempt = next;
      laterAttempts.set(plan.modelId, next);
    }
  }

  generate(request: GenerateRequest): AsyncGenerator<ModelEvent, void, void> {
    return this.#generation.generate(request, {
      prepare: (signal) => this.#engine.prepare(signal),
      begin: (engine, asked, stream) => {
        const running = runCompletion(engine, asked, stream, (error) => this.#toFailure(error, engine));
        return () => {
          this.#engine.settled = this.#settle(engine, running, asked);
        };
      },
    });
  }

  /** Waits for the engine to stop. After a slow stop it is dropped, to be loaded again with smaller steps. */
  async #settle(engine: LoadedEngine, running: Promise<TurnUsage>, request: GenerateRequest): Promise<void> {
    const begin = performance.now();
    const { promptTokens, cachedTokens } = await running;
    if (request.keep === true && engine.keptPrompt !== undefined) {
      const prompt = { text: request.prompt, tokens: promptTokens + cachedTokens };
      return await keepPrompt(engine.wllama, engine.keptPrompt, prompt);
    }
    const batchTokens = chooseBatchTokens(this.#attempt.batchTokens, performance.now() - begin);
    if (batchTokens === this.#attempt.batchTokens) return;
    this.#attempt = { ...this.#attempt, batchTokens };
    if (this.#engine.current === engine) await this.#engine.drop();
  }

  #toFailure(error: unknown, engine: LoadedEngine): Failure {
    const message = describeError(error);
    if (/exceeds? the available context|context size/i.test(message)) return { code: "context-full", detail: message };
    if (/grammar|initialize samplers/i.test(message)) return { code: "grammar-rejected", detail: message };
    if (isCrash(error)) {
      // A dead WebAssembly instance never answers again: the next generation loads a new one.
      void this.#engine.drop();
      const memory = /memory|alloc/i.test(message);
      const code = memory ? "out-of-memory" : "engine-crashed";
      const failure: Failure = { code, detail: joinLines(message, engine.complaints()) };
      const next = toNextAttempt(this.#attempt, failure, this.#plan.layers ?? 0);
      // The host loads the model again after a crash.
      if (next !== null) laterAttempts.set(this.#plan.modelId, next);
      return failure;
    }
    return { code: "internal", detail: message };
  }

  /**
   * wllama 3.8.1 has no tokenizer call, but it rejects a prompt too large for the context with its exact size before
   * anything is computed. So the text is counted together with a filler that is too large by itself. Exact except for
   * tokens that would span the border between the two.
   */
  async countTokens(text: string): Promise<number | null> {
    const engine = this.#engine.current;
    if (engine === null) return null;
    return this.#generation.run(async () => {
      await this.#engine.settled;
      const filler = "\n\n".concat(" a".repeat(engine.contextTokens + 16));
      this.#fillerTokens ??= await countOversized(engine, filler);
      const total = await countOversized(engine, text + filler);
      return total === null || this.#fillerTokens === null ? null : Math.max(0, total - this.#fillerTokens);
    });
  }

  async dispose(): Promise<void> {
    await this.#engine.drop();
  }
}

/** The request of a generation as wllama 3.8.1 passes it on to llama.cpp, with fields that its types leave out. */
export function toFields({ addsStartToken }: Pick<LoadedEngine, "addsStartToken">, request: GenerateRequest) {
  return {
    max_tokens: request.maxTokens,
    ...toLlamaFields(request, addsStartToken),
    ...(request.beside === true ? { id_slot: 1 } : {}),
    ...toBias(request),
    stream_options: { include_usage: true },
  };
}

/** The field for a word made likelier: the server takes texts as keys, the package types tokens alone. */
function toBias({ bias }: GenerateRequest): object {
  return bias === undefined ? {} : { logit_bias: { [bias.word]: bias.value } };
}

/** Runs one completion to its end and reports every step. Resolves when the engine is idle again, with what it cost; never rejects. */
async function runCompletion(
  engine: LoadedEngine,
  request: GenerateRequest,
  { report, signal }: GenerationStream,
  toFailure: (error: unknown) => Failure,
): Promise<TurnUsage> {
  const fields = toFields(engine, request);
  const { media = [] } = request;
  let finishReason: FinishReason = "stop";
  let usage: TurnUsage = NO_USAGE;
  try {
    const options: StreamedCompletion & typeof fields = {
      ...fields,
      stream: true,
      abortSignal: signal,
      onData: (chunk) => {
        const progress = chunk.prompt_progress;
        if (progress !== undefined && progress.processed > progress.cache) {
          report({ type: "progress", ...fromLlamaProgress(progress) });
        }
        const choice = chunk.choices[0];
        if (choice !== undefined && choice.text !== "") report({ type: "text", text: choice.text });
        if (choice?.finish_reason === "length") finishReason = "length";
        if (chunk.timings !== undefined) usage = fromLlamaTimings(chunk.timings);
      },
    };
    await (media.length === 0 ? engine.wllama.createCompletion(options) : completeWithMedia(engine, options, media));
    report({ type: "done", finishReason, usage });
  } catch (error) {
    if (!signal.aborted) report({ type: "fault", failure: toFailure(error) });
  }
  return usage;
}

async function countOversized(engine: LoadedEngine, prompt: string): Promise<number | null> {
  try {
    await engine.wllama.createCompletion({ prompt, max_tokens: 1 });
    return null;
  } catch (error) {
    const size = /request \((\d+) tokens\)/.exec(describeError(error))?.[1];
    return size === undefined ? null : Number(size);
  }
}

function isCrash(error: unknown): boolean {
  if (error instanceof WebAssembly.RuntimeError) return true;
  return (
    error instanceof Error &&
    (error.name === "RuntimeError" || /typed array length|ABORT|unreachable/.test(error.message))
  );
}
