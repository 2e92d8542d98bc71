import type { GenerateRequest, ModelClient, ModelEvent, ModelInfo } from "../../agent/ports/model-client.ts";
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
import { ExclusiveGeneration } from "../generation/exclusive-generation.ts";
import type { GenerationStream } from "../generation/generation-stream.ts";
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
      begin: (link, asked, stream) => {
        const temperature = this.#plan.server.temperature ?? asked.temperature;
        // A server that is still computing stops when the connection closes.
        const signal = AbortSignal.any([stream.signal, this.#disposed.signal]);
        this.#answer(link, { ...asked, temperature, signal }, stream).then(
          (failure) => failure && stream.report({ type: "fault", failure: this.#withoutKey(failure) }),
          (error: unknown) =>
            stream.report({ type: "fault", failure: { code: "internal", detail: describeError(error) } }),
        );
        return () => undefined;
      },
    });
  }

  /** Reports an answer to its end. Resolves to a failure where it has none, and to null for one that nobody reads any more. */
  async #answer(link: ServerLink, request: GenerateRequest, stream: GenerationStream): Promise<Failure | null> {
    const call = this.#adapter.toCall(this.#model, request);
    if (call === "constraint-rejected") return { code: "grammar-rejected" };
    const output = createOutput(request, call, stream);
    const opened = await this.#beforeSilence(link.open(call, request.signal), stream.signal);
    if (opened === "aborted") return null;
    if (!opened.ok) {
      if (opened.failure.code !== "cancelled") return opened.failure;
      stream.report({ type: "done", finishReason: "aborted", usage: stream.measure() });
      return null;
    }
    const { body } = opened.value;
    if (body === null) return { code: "remote-broken", detail: "the answer was empty" };
    const lines = readLines(body);
    for (;;) {
      const line = await this.#beforeSilence(toNextLine(lines), stream.signal);
      if (line === "aborted") return null;
      if (!line.ok) return line.failure;
      const payload = line.value === null ? null : toPayload(line.value);
      if (line.value === null && !output.isFinished()) {
        return { code: "remote-broken", detail: "the connection ended in the middle of the answer" };
      }
      if (payload === "end" || line.value === null) break;
      if (payload === null) continue;
      const piece = readPayload(this.#adapter, payload);
      if (piece.failure !== undefined) return piece.failure;
      output.take(piece);
      if (piece.last === true || output.isStopped() || output.isCut()) break;
    }
    output.end();
    return null;
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

/** Assembles an answer from its pieces, and reports it. */
function createOutput(
  request: Pick<GenerateRequest, "stop" | "maxTokens">,
  { before = "", after = "", names = {} }: GenerationCall,
  stream: GenerationStream,
) {
  const filter = new StopFilter(request.stop);
  const calls = createCallWriter(names);
  const maxTokens = Math.max(request.maxTokens, MIN_LIMITED_TOKENS);
  let pieces = 0;
  let characters = 0;
  let isCut = false;
  let finishReason: FinishReason | null = null;
  let reported: Partial<TurnUsage> = {};
  let stop: string | undefined;
  const say = (text: string): void => {
    if (text !== "") stream.report({ type: "text", text });
  };
  return {
    isFinished: () => finishReason !== null,
    isStopped: () => filter.stopped,
    /** True once the server has written far more than it was asked for. */
    isCut: () => isCut,
    take: (piece: StreamPiece): void => {
      if (piece.progress !== undefined) stream.report({ type: "progress", ...piece.progress });
      finishReason = piece.finishReason ?? finishReason;
      stop = piece.stop ?? stop;
      reported = { ...reported, ...piece.usage };
      const written = piece.text === undefined || piece.text === "" ? "" : calls.close() + piece.text;
      const text = written + calls.push(piece.calls ?? []);
      if (text === "") return;
      if (pieces === 0) say(before);
      pieces += 1;
      characters += text.length;
      isCut = pieces > maxTokens * MAX_PIECES_A_TOKEN || characters > maxTokens * MAX_CHARACTERS_A_TOKEN;
      if (isCut) finishReason = "length";
      say(filter.push(text));
    },
    end: (): void => {
      const isComplete = finishReason !== "length" && !filter.stopped;
      if (!filter.stopped) say((isComplete ? filter.push(calls.close().trimEnd()) : "") + filter.end());
      if (isComplete && pieces > 0) say(after);
      const usage = { ...stream.measure(), completionTokens: pieces, ...reported };
      stream.report({
        type: "done",
        finishReason: finishReason ?? "stop",
        usage,
        ...defined({ stop: filter.stop ?? stop }),
      });
    },
  };
}
