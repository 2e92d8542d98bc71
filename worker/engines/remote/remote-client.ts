import type { GenerateRequest, ModelClient, ModelEvent, ModelInfo } from "../../agent/ports/model-client.ts";
import type { OutputConstraint } from "../../formats/grammar/output-constraint.ts";
import type { ChatTemplate } from "../../formats/templates/chat-template.ts";
import { assertNever } from "../../protocol/assert-never.ts";
import type { Failure, Result } from "../../protocol/failure.ts";
import type { ModelId } from "../../protocol/ids.ts";
import type { FormatId, TurnUsage } from "../../protocol/model.ts";
import type { RemoteServer, ServerDialect } from "../../protocol/remote-server.ts";
import type { FinishReason } from "../../protocol/run-event.ts";
import { GenerationGate, NO_USAGE, type StreamEnd } from "../generation/exclusive-generation.ts";
import { createTimeout, raceAbort } from "../generation/race-abort.ts";
import { StopFilter } from "../generation/stop-filter.ts";
import { llamaCppAdapter } from "./llama-cpp-adapter.ts";
import { ollamaAdapter } from "./ollama-adapter.ts";
import { openaiAdapter } from "./openai-adapter.ts";
import { readLines, toPayload } from "./read-lines.ts";
import type { GenerationCall, ServerAdapter, ServerModel, StreamPiece } from "./server-dialect.ts";
import { createServerLink, isObject, type ServerLink } from "./server-link.ts";

/** What it takes to let a server answer. */
export interface RemotePlan {
  readonly modelId: ModelId;
  readonly server: RemoteServer;
  toTemplate(format: FormatId, chatTemplate: string | null): ChatTemplate;
  readonly fetch: typeof globalThis.fetch;
  /** The page's origin, which the server must allow. */
  readonly origin: string;
  /** Milliseconds of a clock that does not go back. */
  now(): number;
  /** How long the server may take to say what it has. */
  readonly probeTimeoutMs?: number;
  /** How long it may say nothing in the middle of an answer: reading a long prompt takes time. */
  readonly silenceTimeoutMs?: number;
}

const DEFAULT_PROBE_TIMEOUT_MS = 20_000;
const DEFAULT_SILENCE_TIMEOUT_MS = 300_000;

/** Lets a model server of the user's answer. Nothing is kept here but its name and facts. */
export class RemoteClient implements ModelClient {
  readonly info: ModelInfo;
  readonly #plan: RemotePlan;
  readonly #adapter: ServerAdapter;
  readonly #link: ServerLink;
  readonly #model: ServerModel;
  readonly #gate = new GenerationGate();
  readonly #gone = new AbortController();

  private constructor(plan: RemotePlan, adapter: ServerAdapter, link: ServerLink, model: ServerModel) {
    this.#plan = plan;
    this.#adapter = adapter;
    this.#link = link;
    this.#model = model;
    // Messages are taken out of the prompt again, which is exact for ChatML alone.
    const format = model.prompts === "chat" ? "chatml" : model.format;
    this.info = {
      engine: "remote",
      modelId: plan.modelId,
      format,
      template: plan.toTemplate(format, model.chatTemplate),
      contextTokens: model.contextTokens,
      constraint: model.constraint,
    };
  }

  /** Asks the server what it has; nothing of a conversation goes out. */
  static async load(plan: RemotePlan, signal: AbortSignal): Promise<Result<RemoteClient>> {
    const adapter = findAdapter(plan.server.dialect);
    const link = createServerLink(plan.server, plan.fetch, plan.origin);
    const cancel = new AbortController();
    const timeout = createTimeout(plan.probeTimeoutMs ?? DEFAULT_PROBE_TIMEOUT_MS);
    const tooLate = timeout.promise.then((): Result<never> => {
      const detail = `${plan.server.url} gave no answer in time`;
      return { ok: false, failure: { code: "remote-unreachable", detail } };
    });
    const probing = adapter.probe(link, plan.server.model, cancel.signal);
    const model = await raceAbort(Promise.race([probing, tooLate]), signal);
    timeout.clear();
    if (model === "aborted" || !model.ok) cancel.abort();
    if (model === "aborted") return { ok: false, failure: { code: "cancelled" } };
    return model.ok ? { ok: true, value: new RemoteClient(plan, adapter, link, model.value) } : model;
  }

  generate(request: GenerateRequest): AsyncGenerator<ModelEvent, void, void> {
    return this.#gate.generate(request, {
      prepare: async () =>
        this.#gone.signal.aborted ? { ok: false, failure: { code: "no-model" } } : { ok: true, value: this.#link },
      stream: (link, asked, constraint, notice) => {
        const temperature = this.#plan.server.temperature ?? asked.temperature;
        return this.#stream(link, { ...asked, temperature }, constraint, notice);
      },
    });
  }

  async *#stream(
    link: ServerLink,
    request: GenerateRequest,
    constraint: OutputConstraint | null,
    notice?: string,
  ): AsyncGenerator<ModelEvent, StreamEnd, void> {
    const call = this.#adapter.toCall(this.#model, request, constraint);
    if (call === "constraint-rejected") return call;
    const cancel = new AbortController();
    const stop = (): void => cancel.abort();
    request.signal.addEventListener("abort", stop, { once: true });
    this.#gone.signal.addEventListener("abort", stop, { once: true });
    if (request.signal.aborted) stop();
    const output = createOutput(request.stop, call, this.#plan.now);
    try {
      const opened = await this.#beforeSilence(link.open(call, cancel.signal), request.signal);
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
        if (piece.failure !== undefined) return yield* output.fail(piece.failure);
        yield* output.take(piece);
        if (piece.last === true || output.isStopped()) return yield* output.end(null, notice);
      }
    } finally {
      request.signal.removeEventListener("abort", stop);
      this.#gone.signal.removeEventListener("abort", stop);
      // A server that is still computing ends when nobody listens any more.
      cancel.abort();
    }
  }

  async #beforeSilence<Value>(step: Promise<Result<Value>>, signal: AbortSignal): Promise<Result<Value> | "aborted"> {
    const timeout = createTimeout(this.#plan.silenceTimeoutMs ?? DEFAULT_SILENCE_TIMEOUT_MS);
    const silent = timeout.promise.then((): Result<never> => {
      return { ok: false, failure: { code: "remote-unreachable", detail: "the server fell silent" } };
    });
    const end = await raceAbort(Promise.race([step, silent]), signal);
    timeout.clear();
    return end;
  }

  async countTokens(text: string): Promise<number | null> {
    const call = this.#adapter.toCount(this.#model, text);
    if (call === null) return null;
    const counted = await this.#link.ask(call, this.#gone.signal);
    return counted.ok ? this.#adapter.readCount(counted.value) : null;
  }

  async dispose(): Promise<void> {
    this.#gone.abort();
  }
}

function findAdapter(dialect: ServerDialect): ServerAdapter {
  switch (dialect) {
    case "llama.cpp":
      return llamaCppAdapter;
    case "openai":
      return openaiAdapter;
    case "ollama":
      return ollamaAdapter;
    default:
      return assertNever(dialect);
  }
}

/** The next line, or null when there is none left. */
async function toNextLine(lines: AsyncGenerator<string, void, void>): Promise<Result<string | null>> {
  try {
    const { value } = await lines.next();
    return { ok: true, value: value ?? null };
  } catch (error) {
    const detail = `the connection was cut: ${error instanceof Error ? error.message : String(error)}`;
    return { ok: false, failure: { code: "remote-broken", detail } };
  }
}

function readPayload(adapter: ServerAdapter, payload: string): StreamPiece {
  try {
    const value: unknown = JSON.parse(payload);
    if (isObject(value)) return adapter.readPiece(value);
  } catch {
    // Said below.
  }
  const failure: Failure = {
    code: "remote-broken",
    detail: `a piece of the answer is no JSON: ${payload.slice(0, 200)}`,
  };
  return { failure };
}

/** Puts an answer together from its pieces. */
function createOutput(stops: readonly string[], { before = "", after = "" }: GenerationCall, now: () => number) {
  const filter = new StopFilter(stops);
  const startedAt = now();
  let firstAt: number | null = null;
  let raw = "";
  let pieces = 0;
  let finishReason: FinishReason | null = null;
  let reported: Partial<TurnUsage> = {};
  const say = function* (text: string): Generator<ModelEvent, void, void> {
    if (text === "") return;
    raw += text;
    yield { type: "text-delta", text };
  };
  return {
    isFinished: () => finishReason !== null,
    isStopped: () => filter.stopped,
    *take(piece: StreamPiece): Generator<ModelEvent, void, void> {
      if (piece.progress !== undefined) yield { type: "prefill-progress", ...piece.progress };
      finishReason = piece.finishReason ?? finishReason;
      reported = { ...reported, ...piece.usage };
      const { text = "" } = piece;
      if (text === "") return;
      pieces += 1;
      if (firstAt === null) {
        firstAt = now();
        yield* say(before);
      }
      yield* say(filter.push(text));
    },
    *end(reason: "aborted" | null, notice: string | undefined): Generator<ModelEvent, "ended", void> {
      const isWhole = reason === null;
      if (isWhole && !filter.stopped) yield* say(filter.end());
      if (isWhole && finishReason !== "length" && !filter.stopped && firstAt !== null) yield* say(after);
      const usage: TurnUsage = {
        ...NO_USAGE,
        completionTokens: pieces,
        prefillMs: Math.round((firstAt ?? now()) - startedAt),
        decodeMs: firstAt === null ? 0 : Math.round(now() - firstAt),
        ...reported,
      };
      const end = { type: "end", finishReason: reason ?? finishReason ?? "stop", raw, usage } as const;
      yield notice === undefined ? end : { ...end, notice };
      return "ended";
    },
    *fail(failure: Failure): Generator<ModelEvent, "ended", void> {
      yield { type: "failure", failure, raw };
      return "ended";
    },
  };
}
