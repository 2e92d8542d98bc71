import type { ChatCompletionMessageParam } from "@mlc-ai/web-llm";
import type { GenerateRequest, ModelClient, ModelEvent, ModelInfo } from "../../agent/ports/model-client.ts";
import type { ChatTemplate } from "../../formats/templates/chat-template.ts";
import { createDeferred } from "../../platform/deferred.ts";
import { resolvesWithin } from "../../platform/race-abort.ts";
import { defined } from "../../protocol/defined.ts";
import type { Failure, Result } from "../../protocol/failure.ts";
import type { ModelId } from "../../protocol/ids.ts";
import { ExclusiveGeneration } from "../generation/exclusive-generation.ts";
import type { GenerationStream } from "../generation/generation-stream.ts";
import { RestartableEngine } from "../generation/restartable-engine.ts";
import { dropStartToken } from "../gguf/start-token.ts";
import { runCompletion } from "./webllm-completion.ts";
import { type LoadedEngine, loadEngine, unloadEngine, type WebllmEnginePlan } from "./webllm-engine.ts";
import { addsStartToken, readTokenConfig } from "./webllm-stops.ts";

/** Everything needed to run a model on the GPU. */
export interface WebllmPlan extends WebllmEnginePlan, Pick<ModelInfo, "name" | "format" | "contextTokens" | "policy"> {
  readonly modelId: ModelId;
  readonly template: ChatTemplate;
}

const SETTLE_TIMEOUT_MS = 120_000;
const DISPOSE_TIMEOUT_MS = 2_000;

/** The conversation in the engine's KV cache, each message as it was computed. */
interface CachedConversation {
  /** Everything the engine was sent and has written. */
  readonly text: string;
  readonly messages: readonly ChatCompletionMessageParam[];
  /** The end of `text` that is not in the cache yet: it begins the next message. */
  readonly missing: string;
}

const NOTHING_CACHED: CachedConversation = { text: "", messages: [], missing: "" };

/**
 * Runs a model with WebLLM (0.2.86) on WebGPU, in the calling thread. Prompts are sent verbatim, each turn as one new
 * message, so that the KV cache of the earlier turns is reused.
 */
export class WebllmClient implements ModelClient {
  readonly info: ModelInfo;
  readonly #lost = createDeferred<Failure>();
  readonly lost: Promise<Failure> = this.#lost.promise;
  readonly #generation = new ExclusiveGeneration();
  readonly #engine: RestartableEngine<LoadedEngine>;
  #cached: CachedConversation = NOTHING_CACHED;
  #disposed = false;
  #loss: Failure | null = null;

  private constructor(plan: WebllmPlan, loaded: LoadedEngine) {
    this.#engine = new RestartableEngine(loaded, {
      load: (signal) => loadEngine(plan, signal),
      unload: (engine) => {
        this.#cached = NOTHING_CACHED;
        return unloadEngine(engine);
      },
      onStart: (engine) => this.#watch(engine),
      isLost: (engine) => engine.isLost(),
      settleTimeoutMs: SETTLE_TIMEOUT_MS,
    });
    this.info = {
      engine: "webllm",
      modelId: plan.modelId,
      ...(plan.name === undefined ? {} : { name: plan.name }),
      format: plan.format,
      template: plan.template,
      contextTokens: plan.contextTokens,
      constraint: "structural-tag",
      ...(loaded.isSound ? {} : { unsound: true }),
      ...defined({ policy: plan.policy }),
    };
  }

  /** Loads the model and computes one token, so that every part of it has run once. */
  static async load(plan: WebllmPlan, signal: AbortSignal): Promise<Result<WebllmClient>> {
    const loaded = await loadEngine(plan, signal);
    return loaded.ok ? { ok: true, value: new WebllmClient(plan, loaded.value) } : loaded;
  }

  generate(request: GenerateRequest): AsyncGenerator<ModelEvent, void, void> {
    return this.#generation.generate(request, {
      prepare: async (signal) => {
        // A request may reach a client that was disposed after its device was lost.
        if (this.#disposed) return { ok: false, failure: this.#loss ?? { code: "no-model" } };
        return this.#engine.prepare(signal);
      },
      begin: (loaded, asked, stream) => this.#begin(loaded, asked, stream),
    });
  }

  #begin(loaded: LoadedEngine, request: GenerateRequest, stream: GenerationStream): () => void {
    void loaded.device.lost.then(({ message }) => {
      stream.report({ type: "fault", failure: { code: "device-lost", detail: message } });
    });
    const { prompt } = request;
    const sent = addsStartToken(readTokenConfig(loaded.pipeline)) ? dropStartToken(prompt) : prompt;
    const messages = this.#toMessages(loaded, sent);
    const running = runCompletion(loaded, messages, request, stream);
    return () => {
      void loaded.engine.interruptGenerate();
      this.#engine.settled = running.then(async (end) => {
        if (end === "broken") await this.#engine.drop();
        else if (!stream.failed && end === "free") this.#remember(loaded, messages, sent, stream.raw);
        else this.#forget(loaded);
      });
    };
  }

  /** One new message where the prompt continues what is cached, else the whole prompt as one message. */
  #toMessages({ pipeline }: LoadedEngine, prompt: string): ChatCompletionMessageParam[] {
    const { text, messages, missing } = this.#cached;
    const rest = prompt.startsWith(text) ? missing + prompt.slice(text.length) : "";
    if (text !== "" && rest !== "") return [...messages, { role: "user", content: rest }];
    // Otherwise WebLLM would take a repeated prompt for a conversation to continue.
    pipeline.finishReason = "abort";
    return [{ role: "user", content: prompt }];
  }

  /**
   * Records what the KV cache holds now. After a reply cut by a limit or an abort, WebLLM would compute everything
   * again, because the last sampled token is not in its cache. So the reply is recorded without that token, here and in
   * WebLLM's own conversation, and the token's text begins the next message.
   */
  #remember(
    { pipeline }: LoadedEngine,
    messages: readonly ChatCompletionMessageParam[],
    prompt: string,
    raw: string,
  ): void {
    const toConversation = (content: string, missing: string): CachedConversation => ({
      text: prompt + raw,
      messages: [...messages, { role: "assistant", content }],
      missing,
    });
    this.#cached = toConversation(raw, "");
    if (pipeline.finishReason === "stop") return;
    const reply = pipeline.getConversationObject().messages.at(-1);
    const computed = pipeline.tokenizer.decode(Int32Array.from(pipeline.outputIds.slice(0, -1)));
    // Tokens computed after the abort, or bytes of an unfinished character, cannot be taken out of the cache.
    if (reply === undefined || !raw.startsWith(computed) || computed.endsWith("\uFFFD")) return;
    reply[2] = computed;
    pipeline.finishReason = "stop";
    this.#cached = toConversation(computed, raw.slice(computed.length));
  }

  #forget({ pipeline }: LoadedEngine): void {
    pipeline.finishReason = "abort";
    this.#cached = NOTHING_CACHED;
  }

  #watch(loaded: LoadedEngine): void {
    void loaded.device.lost.then(({ message }) => {
      // The device of an engine that was dropped is destroyed on purpose.
      if (this.#engine.current !== loaded) return;
      this.#loss = { code: "device-lost", detail: message };
      this.#lost.resolve(this.#loss);
    });
    this.#loss = null;
  }

  /** Counts with the model's own tokenizer; computes nothing. */
  async countTokens(text: string): Promise<number | null> {
    return this.#engine.current?.pipeline.tokenizer.encode(text).length ?? null;
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    void this.#engine.current?.engine.interruptGenerate();
    await resolvesWithin(this.#engine.settled, DISPOSE_TIMEOUT_MS);
    await this.#engine.drop();
  }
}
