import type { GenerateRequest, ModelClient, ModelEvent, ModelInfo } from "../../agent/ports/model-client.ts";
import type { OutputConstraint } from "../../formats/output-constraint.ts";
import type { ChatTemplate } from "../../formats/templates/chat-template.ts";
import { raceTime } from "../../platform/race-abort.ts";
import { defined } from "../../protocol/defined.ts";
import { describeError } from "../../protocol/describe-error.ts";
import { type Failure, failed, type Result } from "../../protocol/failure.ts";
import type { ModelId } from "../../protocol/ids.ts";
import { parseJsonObject } from "../../protocol/json.ts";
import type { FormatId, TurnUsage } from "../../protocol/model.ts";
import type { RemoteServer, ServerDialect } from "../../protocol/remote-server.ts";
import type { FinishReason } from "../../protocol/run-event.ts";
import { ExclusiveGeneration, NO_USAGE, type StreamEnd } from "../generation/exclusive-generation.ts";
import { StopFilter } from "../generation/stop-filter.ts";
import { llamaCppAdapter } from "./llama-cpp-adapter.ts";
import { createCallWriter } from "./native-calls.ts";
import { ollamaAdapter } from "./ollama-adapter.ts";
import { openaiAdapter } from "./openai-adapter.ts";
import { readLines, toPayload } from "./read-lines.ts";
import type { GenerationCall, ServerAdapter, ServerModel, StreamPiece } from "./server-dialect.ts";
import { createServerLink, hideKey, type ServerLink } from "./server-link.ts";

/** Everything needed to generate on a server. */
export interface RemotePlan {
  readonly modelId: ModelId;
  readonly server: RemoteServer;
  toTemplate(format: FormatId, chatTemplate: string | null): ChatTemplate;
  readonly fetch: typeof globalThis.fetch;
  /** The page's origin, which the server must allow. */
  readonly origin: string;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** How long the server may take to describe its model. */
  readonly probeTimeoutMs?: number;
  /** How long the server may be silent within an answer: reading a long prompt takes time. */
  readonly silenceTimeoutMs?: number;
}

const ADAPTERS: Readonly<Record<ServerDialect, ServerAdapter>> = {
  "llama.cpp": llamaCppAdapter,
  openai: openaiAdapter,
  ollama: ollamaAdapter,
};

const DEFAULT_PROBE_TIMEOUT_MS = 20_000;
const DEFAULT_SILENCE_TIMEOUT_MS = 300_000;
/** Characters and pieces for each token asked for, beyond which a server ignores `max_tokens`; a token can be a long word. */
const MAX_CHARACTERS_A_TOKEN = 64;
const MAX_PIECES_A_TOKEN = 4;
const MIN_LIMITED_TOKENS = 64;

/** Generates on the user's model server. Only its name and facts are stored here. */
export class RemoteClient implements ModelClient {
  readonly info: ModelInfo;
  readonly #plan: RemotePlan;
  readonly #adapter: ServerAdapter;
  readonly #link: ServerLink;
  readonly #model: ServerModel;
  readonly #generation = new ExclusiveGeneration();
  readonly #disposed = new AbortController();

  private constructor(plan: RemotePlan, adapter: ServerAdapter, link: ServerLink, model: ServerModel) {
    this.#plan = plan;
    this.#adapter = adapter;
    this.#link = link;
    this.#model = model;
    // The prompt is split into messages again, which is exact only for ChatML.
    const format = model.prompts === "chat" ? "chatml" : model.format;
    this.info = {
      engine: "remote",
      modelId: plan.modelId,
      ...(model.name === "" ? {} : { name: model.name }),
      format,
      template: plan.toTemplate(format, model.chatTemplate),
      contextTokens: model.contextTokens,
      constraint: model.constraint,
    };
  }

  /** Asks the server for its model; sends nothing of a conversation. */
  static async load(plan: RemotePlan, signal: AbortSignal): Promise<Result<RemoteClient>> {
    const adapter = ADAPTERS[plan.server.dialect];
    const link = createServerLink(plan.server, plan.fetch, plan.origin);
    const cancel = new AbortController();
    const model = await raceTime(adapter.probe(link, plan.server.model, cancel.signal), {
      milliseconds: plan.probeTimeoutMs ?? DEFAULT_PROBE_TIMEOUT_MS,
      late: () => failed("remote-unreachable", `${plan.server.url} gave no answer in time`),
      signal,
    });
    if (model === "aborted" || !model.ok) cancel.abort();
    if (model === "aborted") return failed("cancelled");
    return model.ok ? { ok: true, value: new RemoteClient(plan, adapter, link, model.value) } : model;
  }

  generate(request: GenerateRequest): AsyncGenerator<ModelEvent, void, void> {
    return this.#generation.generate(request, {
      prepare: async () => (this.#disposed.signal.aborted ? failed("no-model") : { ok: true, value: this.#link }),
      stream: (link, asked, constraint, notice) => {
        const temperature = this.#plan.server.temperature ?? asked.temperature;
        return this.#stream(link, { ...asked, temperature }, constraint, notice);
      },
    });
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: every way in which a stream can end stands in its order.
  async *#stream(
    link: ServerLink,
    request: GenerateRequest,
    constraint: OutputConstraint | null,
    notice?: string,
  ): AsyncGenerator<ModelEvent, StreamEnd, void> {
    const call = this.#adapter.toCall(this.#model, request, constraint);
    if (call === "constraint-rejected") return call;
    const cancel = new AbortController();
    const ended = AbortSignal.any([request.signal, this.#disposed.signal, cancel.signal]);
    const output = createOutput(request, call, this.#plan.now);
    try {
      const opened = await this.#beforeSilence(link.open(call, ended), request.signal);
      if (opened === "aborted") return yield* output.end("aborted", notice);
      if (!opened.ok) {
        if (constraint !== null && opened.failure.code === "grammar-rejected") return "constraint-rejected";
        if (opened.failure.code === "cancelled") return yield* output.end("aborted", notice);
        return yield* output.fail(opened.failure);
      }
      const { body } = opened.value;
      if (body === null) return yield* output.fail({ code: "remote-broken", detail: "the answer was empty" });
      const lines = readLines(body);
      for (;;) {
        const line = await this.#beforeSilence(toNextLine(lines), request.signal);
        if (line === "aborted") return yield* output.end("aborted", notice);
        if (!line.ok) {
          return request.signal.aborted ? yield* output.end("aborted", notice) : yield* output.fail(line.failure);
        }
        const payload = line.value === null ? null : toPayload(line.value);
        if (payload === "end" || line.value === null) {
          if (payload === "end" || output.isFinished()) return yield* output.end(null, notice);
          const detail = "the connection ended in the middle of the answer";
          return yield* output.fail({ code: "remote-broken", detail });
        }
        if (payload === null) continue;
        const piece = readPayload(this.#adapter, payload);
        if (piece.failure !== undefined) return yield* output.fail(this.#withoutKey(piece.failure));
        yield* output.take(piece);
        if (piece.last === true || output.isStopped() || output.isCut()) return yield* output.end(null, notice);
      }
    } finally {
      // A server that is still computing stops when the connection closes.
      cancel.abort();
    }
  }

  #withoutKey(failure: Failure): Failure {
    if (failure.detail === undefined) return failure;
    return { ...failure, detail: hideKey(failure.detail, this.#plan.server.apiKey) };
  }

  #beforeSilence<Value>(step: Promise<Result<Value>>, signal: AbortSignal): Promise<Result<Value> | "aborted"> {
    const milliseconds = this.#plan.silenceTimeoutMs ?? DEFAULT_SILENCE_TIMEOUT_MS;
    return raceTime(step, { milliseconds, late: () => failed("remote-unreachable", "the server fell silent"), signal });
  }

  async countTokens(text: string): Promise<number | null> {
    const call = this.#adapter.toCount(this.#model, text);
    if (call === null) return null;
    const counted = await this.#link.ask(call, this.#disposed.signal);
    return counted.ok ? this.#adapter.readCount(counted.value) : null;
  }

  async dispose(): Promise<void> {
    this.#disposed.abort();
  }
}

/** The next line; null at the end of the body. */
async function toNextLine(lines: AsyncGenerator<string, void, void>): Promise<Result<string | null>> {
  try {
    const { value } = await lines.next();
    return { ok: true, value: value ?? null };
  } catch (error) {
    return failed("remote-broken", `the connection was cut: ${describeError(error)}`);
  }
}

function readPayload(adapter: ServerAdapter, payload: string): StreamPiece {
  const value = parseJsonObject(payload);
  if (value !== null) return adapter.readPiece(value);
  return { failure: { code: "remote-broken", detail: `a piece of the answer is no JSON: ${payload.slice(0, 200)}` } };
}

/** Assembles an answer from its pieces. */
function createOutput(
  request: Pick<GenerateRequest, "stop" | "maxTokens">,
  { before = "", after = "", names = {} }: GenerationCall,
  now: () => number,
) {
  const filter = new StopFilter(request.stop);
  const calls = createCallWriter(names);
  const maxTokens = Math.max(request.maxTokens, MIN_LIMITED_TOKENS);
  const startedAt = now();
  let firstAt: number | null = null;
  let raw = "";
  let pieces = 0;
  let characters = 0;
  let isCut = false;
  let finishReason: FinishReason | null = null;
  let reported: Partial<TurnUsage> = {};
  let stop: string | undefined;
  const say = function* (text: string): Generator<ModelEvent, void, void> {
    if (text === "") return;
    raw += text;
    yield { type: "text-delta", text };
  };
  return {
    isFinished: () => finishReason !== null,
    isStopped: () => filter.stopped,
    /** True once the server has written far more than it was asked for. */
    isCut: () => isCut,
    *take(piece: StreamPiece): Generator<ModelEvent, void, void> {
      if (piece.progress !== undefined) yield { type: "prefill-progress", ...piece.progress };
      finishReason = piece.finishReason ?? finishReason;
      stop = piece.stop ?? stop;
      reported = { ...reported, ...piece.usage };
      const written = piece.text === undefined || piece.text === "" ? "" : calls.close() + piece.text;
      const text = written + calls.push(piece.calls ?? []);
      if (text === "") return;
      pieces += 1;
      characters += text.length;
      isCut = pieces > maxTokens * MAX_PIECES_A_TOKEN || characters > maxTokens * MAX_CHARACTERS_A_TOKEN;
      if (isCut) finishReason = "length";
      if (firstAt === null) {
        firstAt = now();
        yield* say(before);
      }
      yield* say(filter.push(text));
    },
    *end(reason: "aborted" | null, notice: string | undefined): Generator<ModelEvent, "ended", void> {
      const isWhole = reason === null;
      const isComplete = isWhole && finishReason !== "length" && !filter.stopped;
      if (isWhole && !filter.stopped)
        yield* say((isComplete ? filter.push(calls.close().trimEnd()) : "") + filter.end());
      if (isComplete && firstAt !== null) yield* say(after);
      const usage: TurnUsage = {
        ...NO_USAGE,
        completionTokens: pieces,
        prefillMs: Math.round((firstAt ?? now()) - startedAt),
        decodeMs: firstAt === null ? 0 : Math.round(now() - firstAt),
        ...reported,
      };
      const end = { type: "end", finishReason: reason ?? finishReason ?? "stop", raw, usage } as const;
      yield { ...end, ...defined({ notice, stop: filter.stop ?? stop }) };
      return "ended";
    },
    *fail(failure: Failure): Generator<ModelEvent, "ended", void> {
      yield { type: "failure", failure, raw };
      return "ended";
    },
  };
}
