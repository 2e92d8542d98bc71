import type { GenerateRequest, ModelClient, ModelEvent, ModelInfo } from "../../agent/ports/model-client.ts";
import type { OutputConstraint } from "../../formats/output-constraint.ts";
import type { ChatTemplate } from "../../formats/templates/chat-template.ts";
import { defined } from "../../protocol/defined.ts";
import { describeError } from "../../protocol/describe-error.ts";
import { ENGINE_LOSSES, type Failure, failed, type Result } from "../../protocol/failure.ts";
import type { ModelId } from "../../protocol/ids.ts";
import { ExclusiveGeneration, NO_USAGE, type StreamEnd } from "../generation/exclusive-generation.ts";
import { GenerationStream } from "../generation/generation-stream.ts";
import { StopFilter } from "../generation/stop-filter.ts";
import { type ChatMessage, splitChatml } from "../remote/split-chatml.ts";
import { createSession, HeldSessions, isNamed, measure, type SessionSource, toWindow } from "./held-sessions.ts";
import type { PromptMessage, PromptSession } from "./prompt-api.ts";
import { toChoice, toLock } from "./to-lock.ts";

/** Everything needed to ask the browser's model. */
export interface BuiltinPlan extends SessionSource {
  readonly modelId: ModelId;
  /** ChatML: the prompt is split into messages again, which is exact for it alone. */
  readonly template: ChatTemplate;
}

/** How a browser refuses a constraint. */
const REFUSALS = ["NotSupportedError", "SyntaxError", "TypeError"];
const OVERFLOW = "the browser dropped messages that the app took for read";

/**
 * Asks the model that the browser brings. The window is kept here: what does not fit is refused before the browser could drop
 * older messages without a word.
 */
export class BuiltinClient implements ModelClient {
  readonly info: ModelInfo;
  readonly #sessions: HeldSessions;
  /** Counts tokens, and holds no message. */
  readonly #counter: PromptSession;
  readonly #generation = new ExclusiveGeneration();
  readonly #disposed = new AbortController();

  private constructor({ modelId, template, ...source }: BuiltinPlan, counter: PromptSession) {
    this.#sessions = new HeldSessions(source);
    this.#counter = counter;
    this.info = {
      engine: "builtin",
      modelId,
      format: "chatml",
      template,
      contextTokens: toWindow(counter),
      constraint: "structural-tag",
      policy: "staged",
      plainWords: true,
      keepsBeginning: true,
    };
  }

  /** Opens the model. Where the browser has to download it, that takes a press of the user's just before. */
  static async load(plan: BuiltinPlan, signal: AbortSignal): Promise<Result<BuiltinClient>> {
    try {
      return { ok: true, value: new BuiltinClient(plan, await createSession(plan, signal)) };
    } catch (error) {
      return signal.aborted ? failed("cancelled") : { ok: false, failure: toFailure(error, false) };
    }
  }

  generate(request: GenerateRequest): AsyncGenerator<ModelEvent, void, void> {
    return this.#generation.generate(request, {
      prepare: async () => (this.#disposed.signal.aborted ? failed("no-model") : { ok: true, value: null }),
      stream: (_engine, asked, constraint, notice) => this.#stream({ ...asked, constraint }, notice),
    });
  }

  async *#stream(request: GenerateRequest, notice?: string): AsyncGenerator<ModelEvent, StreamEnd, void> {
    const stream = new GenerationStream(request.signal);
    const signal = AbortSignal.any([stream.signal, this.#disposed.signal]);
    const isConstrained = request.constraint !== null;
    this.#answer({ ...request, signal }, stream.report).catch((error: unknown) => {
      // The browser tells late of what was stopped.
      if (signal.aborted) return;
      const failure = toFailure(error, isConstrained);
      if (ENGINE_LOSSES.has(failure.code) || failure.code === "internal") this.#sessions.forget();
      stream.report({ type: "fault", failure });
    });
    try {
      return yield* stream.play(isConstrained, notice);
    } finally {
      stream.close();
    }
  }

  async #answer(request: GenerateRequest, report: GenerationStream["report"]): Promise<void> {
    const { messages, opening } = toMessages(request.prompt);
    if (opening !== null) return new AnswerWriter(this.#sessions, request, report).write(messages, opening);
    // A prompt that does not end in a turn of the model is read ahead.
    if (messages.length > 0) {
      const { session, missing, heldTokens } = await this.#sessions.branch(messages, request.signal);
      if (missing.length > 0) {
        refuseOverflow(heldTokens + (await measure(session, missing)), session);
        await session.append(missing, request);
      }
      this.#sessions.keep(session, messages);
    }
    report({ type: "done", finishReason: "stop", usage: NO_USAGE });
  }

  async countTokens(text: string): Promise<number | null> {
    return measure(this.#counter, text).catch(() => null);
  }

  async dispose(): Promise<void> {
    this.#disposed.abort();
    this.#sessions.forget();
    this.#counter.destroy();
  }
}

/** Writes one answer. */
class AnswerWriter {
  readonly #sessions: HeldSessions;
  readonly #request: GenerateRequest;
  readonly #report: GenerationStream["report"];
  readonly #filter: StopFilter;
  readonly #startedAt = performance.now();
  #messages: readonly ChatMessage[] = [];
  #text = "";
  /** Pieces count as tokens. */
  #usage = NO_USAGE;
  #firstAt = 0;
  #isCut = false;

  constructor(sessions: HeldSessions, request: GenerateRequest, report: GenerationStream["report"]) {
    this.#sessions = sessions;
    this.#request = request;
    this.#report = report;
    this.#filter = new StopFilter(request.stop);
  }

  async write(messages: readonly ChatMessage[], opening: string): Promise<void> {
    this.#messages = messages;
    const session = await this.#writeHeld(opening, this.#request.constraint);
    this.#say(this.#filter.end());
    if (session !== null)
      this.#sessions.keep(session, [...messages, { role: "assistant", content: opening + this.#text }]);
    const { stop, stopped } = this.#filter;
    const firstAt = this.#firstAt || performance.now();
    const prefillMs = Math.round(firstAt - this.#startedAt);
    const usage = { ...this.#usage, prefillMs, decodeMs: Math.round(performance.now() - firstAt) };
    const finishReason = this.#isCut && !stopped ? "length" : "stop";
    this.#report({ type: "done", finishReason, usage, ...defined({ stop }) });
  }

  /**
   * Returns the session that holds the whole answer. Under a choice of first words, that word and then what follows it are two
   * prompts: an expression cannot hold JSON.
   */
  async #writeHeld(opening: string, constraint: OutputConstraint | null): Promise<PromptSession | null> {
    if (constraint === null) return this.#ask(opening);
    const lock = toLock(constraint);
    if (lock === null) throw new DOMException("no form of it is known here", "NotSupportedError");
    const { starts, whole } = lock;
    if (starts === null) return this.#ask(opening, whole);
    const chosen = starts.size === 1 ? null : await this.#ask(opening, toChoice(starts.keys()));
    if (this.#isCut) return null;
    const start = [...starts.keys()].find((each) => chosen === null || each.trimEnd() === this.#text.trim()) ?? "";
    const schema = starts.get(start);
    if (schema === undefined) return chosen;
    chosen?.destroy();
    this.#say(start.slice(this.#text.length));
    if (schema === null) return null;
    const { length } = this.#text;
    return this.#ask(opening + start, schema).catch((error: unknown) => {
      // A browser knows few words of JSON Schema; the arguments are checked in any case.
      if (this.#text.length === length && isNamed(error, ...REFUSALS)) return this.#ask(opening + start);
      throw error;
    });
  }

  /** One prompt in a session of its own; null where its answer was cut. */
  async #ask(opening: string, responseConstraint?: object): Promise<PromptSession | null> {
    const { signal, maxTokens } = this.#request;
    const { session, missing, readTokens, heldTokens } = await this.#sessions.branch(
      this.#messages.slice(0, -1),
      signal,
    );
    const input: PromptMessage[] = [...missing, ...this.#messages.slice(-1)];
    if (opening !== "") input.push({ role: "assistant", content: opening, prefix: true });
    const promptTokens = readTokens + (await measure(session, input));
    const limit = Math.min(maxTokens, refuseOverflow(heldTokens + promptTokens + 1, session) + 1);
    if (this.#usage === NO_USAGE) this.#usage = { ...NO_USAGE, promptTokens, cachedTokens: heldTokens };
    this.#report({ type: "progress", done: promptTokens, total: promptTokens });
    const stop = new AbortController();
    const held = responseConstraint && { responseConstraint, omitResponseConstraintInput: true as const };
    try {
      const pieces = session.promptStreaming(input, { ...held, signal: AbortSignal.any([signal, stop.signal]) });
      for await (const piece of pieces) {
        this.#usage = { ...this.#usage, completionTokens: this.#usage.completionTokens + 1 };
        this.#say(this.#filter.push(piece));
        this.#isCut = this.#filter.stopped || this.#usage.completionTokens >= limit;
        if (this.#sessions.hasOverflowed || this.#isCut) break;
      }
      if (this.#sessions.hasOverflowed) throw new Error(OVERFLOW);
      if (!this.#isCut) return session;
    } catch (error) {
      session.destroy();
      throw error;
    }
    stop.abort();
    session.destroy();
    return null;
  }

  #say(text: string): void {
    if (text === "") return;
    this.#firstAt ||= performance.now();
    this.#text += text;
    this.#report({ type: "text", text });
  }
}

/** Refuses what the browser would drop messages for; returns how many tokens are left. */
function refuseOverflow(tokens: number, session: PromptSession): number {
  const left = toWindow(session) - tokens;
  if (left < 0) throw new DOMException(`${tokens} tokens do not fit ${toWindow(session)}`, "QuotaExceededError");
  return left;
}

const TURN_START = "<|im_start|>";
const ASSISTANT = "assistant\n";

/** The whole messages of a prompt, and the beginning of the answer; null where the last turn is not the model's. */
function toMessages(prompt: string): { readonly messages: readonly ChatMessage[]; readonly opening: string | null } {
  const open = prompt.lastIndexOf(TURN_START);
  const rest = prompt.slice(open + TURN_START.length);
  if (open === -1 || rest.includes("<|im_end|>")) return { messages: splitChatml(prompt), opening: null };
  const opening = rest.startsWith(ASSISTANT) ? rest.slice(ASSISTANT.length) : null;
  return { messages: splitChatml(prompt.slice(0, open)), opening };
}

function toFailure(error: unknown, isConstrained: boolean): Failure {
  const detail = describeError(error);
  const is = (...names: readonly string[]): boolean => isNamed(error, ...names);
  if (is("QuotaExceededError")) return { code: "context-full", detail };
  if (isConstrained && is(...REFUSALS)) return { code: "grammar-rejected", detail };
  if (is("NotReadableError", "NotSupportedError")) return { code: "browser-model-refused", detail };
  if (is("InvalidStateError", "AbortError", "NotAllowedError")) return { code: "browser-model-gone", detail };
  return { code: is("Error", "TypeError") ? "internal" : "engine-crashed", detail };
}
