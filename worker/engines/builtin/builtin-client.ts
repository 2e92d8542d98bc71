import type { GenerateRequest, ModelClient, ModelEvent, ModelInfo } from "../../agent/ports/model-client.ts";
import type { ChatTemplate } from "../../formats/templates/chat-template.ts";
import { defined } from "../../protocol/defined.ts";
import { describeError } from "../../protocol/describe-error.ts";
import { ENGINE_LOSSES, type Failure, failed, type Result } from "../../protocol/failure.ts";
import type { ModelId } from "../../protocol/ids.ts";
import { ExclusiveGeneration, NO_USAGE } from "../generation/exclusive-generation.ts";
import type { GenerationStream } from "../generation/generation-stream.ts";
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
      begin: (_engine, asked, stream) => this.#begin(asked, stream),
    });
  }

  #begin(request: GenerateRequest, stream: GenerationStream): () => void {
    const signal = AbortSignal.any([stream.signal, this.#disposed.signal]);
    const isConstrained = request.constraint !== null;
    this.#answer({ ...request, signal }, stream).catch((error: unknown) => {
      // The browser tells late of what was stopped.
      if (signal.aborted) return;
      const failure = toFailure(error, isConstrained);
      if (ENGINE_LOSSES.has(failure.code) || failure.code === "internal") this.#sessions.forget();
      stream.report({ type: "fault", failure });
    });
    return () => undefined;
  }

  async #answer(request: GenerateRequest, stream: GenerationStream): Promise<void> {
    const { messages, opening } = toMessages(request.prompt);
    if (opening !== null) return writeAnswer(this.#sessions, { messages, opening }, request, stream);
    // A prompt that does not end in a turn of the model is read ahead.
    if (messages.length > 0) {
      const { session, missing, heldTokens } = await this.#sessions.branch(messages, request.signal);
      if (missing.length > 0) {
        refuseOverflow(heldTokens + (await measure(session, missing)), session);
        await session.append(missing, request);
      }
      this.#sessions.keep(session, messages);
    }
    stream.report({ type: "done", finishReason: "stop", usage: NO_USAGE });
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

/** Writes one answer to the newest message, from where it is begun. */
async function writeAnswer(
  sessions: HeldSessions,
  { messages, opening }: { readonly messages: readonly ChatMessage[]; readonly opening: string },
  { signal, maxTokens, constraint, stop: stops }: GenerateRequest,
  stream: GenerationStream,
): Promise<void> {
  const { report } = stream;
  const filter = new StopFilter(stops);
  let usage = NO_USAGE;
  let text = "";
  let isCut = false;

  function say(more: string): void {
    if (more === "") return;
    text += more;
    report({ type: "text", text: more });
  }

  /** One prompt in a session of its own; null where its answer was cut. Pieces count as tokens. */
  async function ask(begun: string, responseConstraint?: object): Promise<PromptSession | null> {
    const { session, missing, readTokens, heldTokens } = await sessions.branch(messages.slice(0, -1), signal);
    const stop = new AbortController();
    try {
      const input: PromptMessage[] = [...missing, ...messages.slice(-1)];
      if (begun !== "") input.push({ role: "assistant", content: begun, prefix: true });
      const promptTokens = readTokens + (await measure(session, input));
      const limit = Math.min(maxTokens, refuseOverflow(heldTokens + promptTokens + 1, session) + 1);
      if (usage === NO_USAGE) usage = { ...NO_USAGE, promptTokens, cachedTokens: heldTokens };
      report({ type: "progress", done: promptTokens, total: promptTokens });
      const held = responseConstraint && { responseConstraint, omitResponseConstraintInput: true as const };
      const options = { ...held, signal: AbortSignal.any([signal, stop.signal]) };
      for await (const piece of session.promptStreaming(input, options)) {
        usage = { ...usage, completionTokens: usage.completionTokens + 1 };
        say(filter.push(piece));
        isCut = filter.stopped || usage.completionTokens >= limit;
        if (sessions.hasOverflowed || isCut) break;
      }
      if (sessions.hasOverflowed) throw new Error(OVERFLOW);
      if (!isCut) return session;
    } catch (error) {
      session.destroy();
      throw error;
    }
    stop.abort();
    session.destroy();
    return null;
  }

  /** Under a choice of first words, that word and what follows it are two prompts: an expression cannot hold JSON. */
  async function askHeld(): Promise<PromptSession | null> {
    if (constraint === null) return ask(opening);
    const lock = toLock(constraint);
    if (lock === null) throw new DOMException("no form of it is known here", "NotSupportedError");
    const { starts, whole } = lock;
    if (starts === null) return ask(opening, whole);
    const chosen = starts.size === 1 ? null : await ask(opening, toChoice(starts.keys()));
    if (isCut) return null;
    const start = [...starts.keys()].find((each) => chosen === null || each.trimEnd() === text.trim()) ?? "";
    const schema = starts.get(start);
    if (schema === undefined) return chosen;
    chosen?.destroy();
    say(start.slice(text.length));
    if (schema === null) return null;
    const { length } = text;
    return ask(opening + start, schema).catch((error: unknown) => {
      // A browser knows few words of JSON Schema; the arguments are checked in any case.
      if (text.length === length && isNamed(error, ...REFUSALS)) return ask(opening + start);
      throw error;
    });
  }

  const session = await askHeld();
  say(filter.end());
  if (session !== null) sessions.keep(session, [...messages, { role: "assistant", content: opening + text }]);
  const { stop, stopped } = filter;
  const { prefillMs, decodeMs } = stream.measure();
  const finishReason = isCut && !stopped ? "length" : "stop";
  report({ type: "done", finishReason, usage: { ...usage, prefillMs, decodeMs }, ...defined({ stop }) });
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
