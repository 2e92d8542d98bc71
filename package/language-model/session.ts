import type { ModelClient } from "../../worker/agent/ports/model-client.ts";
import type { ThreadMessage } from "../../worker/formats/format.ts";
import { patternToGbnf } from "../../worker/formats/grammar/pattern-to-gbnf.ts";
import { toSchemaConstraint } from "../../worker/formats/grammar/schema-constraint.ts";
import { type OutputConstraint, toConstraint } from "../../worker/formats/output-constraint.ts";
import { toBoundedObject } from "../../worker/protocol/bounded-json.ts";
import { defined } from "../../worker/protocol/defined.ts";
import type { JsonObject } from "../../worker/protocol/json.ts";
import type { SamplingSettings } from "../../worker/protocol/model.ts";
import { toStream } from "../to-stream.ts";
import { type TurnOrder, toFormText, writeTurn } from "../write-turn.ts";

/** A message of a prompt. Only text is read. */
export interface PromptMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string | readonly { readonly type: string; readonly value: unknown }[];
  /** The beginning of the answer. Not supported. */
  readonly prefix?: boolean;
}

/** A prompt: a question, or messages that end in one. */
export type PromptInput = string | readonly PromptMessage[];

/** A tool that the session calls by itself, as the Prompt API has it: nobody is asked, and nothing is logged. */
export interface SessionTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  execute(input: unknown): Promise<string>;
}

/** Options of a session. */
export interface SessionOptions {
  readonly initialPrompts?: readonly PromptMessage[];
  readonly tools?: readonly SessionTool[];
  readonly expectedInputs?: readonly { readonly type: string; readonly languages?: readonly string[] }[];
  readonly expectedOutputs?: readonly { readonly type: string; readonly languages?: readonly string[] }[];
  readonly temperature?: number;
  readonly topK?: number;
  readonly signal?: AbortSignal;
  /** Gets an event target that hears of `downloadprogress`, `loaded` from 0 to 1. */
  readonly monitor?: (monitor: EventTarget) => void;
}

/** Options of one prompt. */
export interface PromptOptions {
  /** A JSON Schema, or a regular expression of literals, classes, groups, `|` and `? * + {m,n}`. */
  readonly responseConstraint?: object | RegExp;
  readonly omitResponseConstraintInput?: boolean;
  readonly signal?: AbortSignal;
}

/** A session of the Prompt API. */
export interface Session extends EventTarget {
  readonly contextUsage: number;
  readonly contextWindow: number;
  /** Heard when the oldest exchanges were left out. */
  oncontextoverflow: ((event: Event) => void) | null;
  prompt(input: PromptInput, options?: PromptOptions): Promise<string>;
  promptStreaming(input: PromptInput, options?: PromptOptions): ReadableStream<string>;
  append(input: PromptInput, options?: { readonly signal?: AbortSignal }): Promise<undefined>;
  measureContextUsage(input: PromptInput, options?: PromptOptions): Promise<number>;
  clone(options?: { readonly signal?: AbortSignal }): Promise<Session>;
  destroy(): undefined;
}

/** Turns in which tools are called, before a prompt ends in an error. */
const MAX_TURNS = 8;
/** Tokens of an answer at most, and the share of the window that is kept free for it. */
const MAX_ANSWER_TOKENS = 1024;
const ANSWER_SHARE = 0.25;
/** Characters of a token where the engine counts none. */
const TOKEN_CHARACTERS = 4;

/** Begins a session. Rejects with the `DOMException` that the Prompt API names. */
export async function createSession(
  client: ModelClient,
  sampling: SamplingSettings,
  options: SessionOptions,
): Promise<Session> {
  for (const { type } of [...(options.expectedInputs ?? []), ...(options.expectedOutputs ?? [])]) {
    if (type !== "text") throw new DOMException(`Only text is read and written, not ${type}.`, "NotSupportedError");
  }
  const [first, ...rest] = options.initialPrompts ?? [];
  const isSystem = first?.role === "system";
  const system = isSystem ? toText(first) : "";
  const thread = toThread(isSystem ? rest : (options.initialPrompts ?? []));
  const { temperature, topK } = options;
  const session = new EngineSession(client, {
    system,
    tools: options.tools ?? [],
    sampling: { ...sampling, ...defined({ temperature, topK }) },
  });
  await session.begin(thread, options.signal);
  return session;
}

/** Facts of a session that never change. */
interface SessionFacts {
  readonly system: string;
  readonly tools: readonly SessionTool[];
  readonly sampling: SamplingSettings;
}

class EngineSession extends EventTarget implements Session {
  readonly #client: ModelClient;
  readonly #facts: SessionFacts;
  readonly #ended = new AbortController();
  #thread: readonly ThreadMessage[] = [];
  #usage = 0;
  #onOverflow: ((event: Event) => void) | null = null;

  constructor(client: ModelClient, facts: SessionFacts) {
    super();
    this.#client = client;
    this.#facts = facts;
  }

  get contextUsage(): number {
    return this.#usage;
  }

  get oncontextoverflow(): ((event: Event) => void) | null {
    return this.#onOverflow;
  }

  set oncontextoverflow(listener: ((event: Event) => void) | null) {
    if (this.#onOverflow !== null) this.removeEventListener("contextoverflow", this.#onOverflow);
    if (listener !== null) this.addEventListener("contextoverflow", listener);
    this.#onOverflow = listener;
  }

  get contextWindow(): number {
    const { contextTokens } = this.#client.info;
    return contextTokens - Math.min(MAX_ANSWER_TOKENS, Math.floor(contextTokens * ANSWER_SHARE));
  }

  async begin(thread: readonly ThreadMessage[], signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const usage = await this.#count(thread);
    if (usage > this.contextWindow) throw toQuotaError(usage, this.contextWindow);
    this.#thread = thread;
    this.#usage = usage;
    signal?.addEventListener("abort", () => this.destroy(), { once: true });
  }

  async prompt(input: PromptInput, options: PromptOptions = {}): Promise<string> {
    let text = "";
    for await (const piece of this.#answer(input, options)) text += piece;
    return text;
  }

  promptStreaming(input: PromptInput, options: PromptOptions = {}): ReadableStream<string> {
    return toStream(this.#answer(input, options));
  }

  async append(input: PromptInput, { signal }: { readonly signal?: AbortSignal } = {}): Promise<undefined> {
    this.#check(signal);
    await this.#keep(await this.#makeRoom(toThread(input)));
    return undefined;
  }

  async measureContextUsage(
    input: PromptInput,
    { responseConstraint, omitResponseConstraintInput }: PromptOptions = {},
  ) {
    this.#check(undefined);
    const form = omitResponseConstraintInput === true ? "" : toFormWords(responseConstraint);
    return await this.#count([...toThread(input), { role: "user", text: form }], "");
  }

  async clone({ signal }: { readonly signal?: AbortSignal } = {}): Promise<Session> {
    this.#check(signal);
    const session = new EngineSession(this.#client, this.#facts);
    await session.begin(this.#thread, signal);
    return session;
  }

  destroy(): undefined {
    this.#ended.abort(new DOMException("The session was destroyed.", "AbortError"));
    return undefined;
  }

  /** The pieces of an answer. The prompt and its answer are kept once the answer is whole, and both forgotten otherwise. */
  async *#answer(input: PromptInput, options: PromptOptions): AsyncGenerator<string, void, void> {
    this.#check(options.signal);
    const form = toForm(options.responseConstraint);
    const signals = [this.#ended.signal, ...(options.signal === undefined ? [] : [options.signal])];
    const words = options.omitResponseConstraintInput === true ? "" : toFormWords(options.responseConstraint);
    const thread = [...(await this.#makeRoom(toThread(input)))];
    const { tools, sampling, system } = this.#facts;
    const order: Omit<TurnOrder, "thread"> = {
      system: [system, words].filter((part) => part !== "").join("\n\n"),
      tools: tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        parameters: toObject(inputSchema),
      })),
      isForced: false,
      form,
      sampling: { maxTokens: this.#client.info.contextTokens - this.contextWindow, ...sampling },
      stop: [],
      signal: AbortSignal.any(signals),
    };
    for (let turn = 1; turn <= MAX_TURNS; turn += 1) {
      let text = "";
      let calls: readonly { readonly id: string; readonly name: string; readonly arguments: JsonObject }[] = [];
      for await (const part of writeTurn(this.#client, { ...order, thread })) {
        if (part.type === "error") throw part.error;
        if (part.type === "text") {
          text += part.text;
          yield part.text;
        } else if (part.type === "end") {
          calls = part.calls;
          thread.push({ role: "assistant", raw: part.raw, text, calls: calls.map((call) => ({ call })) });
        }
      }
      if (calls.length === 0) {
        await this.#keep(thread);
        return;
      }
      thread.push({ role: "tool", results: await Promise.all(calls.map((call) => this.#execute(call))) });
    }
    throw new DOMException("The model called tools again and again.", "OperationError");
  }

  async #execute(call: { readonly id: string; readonly name: string; readonly arguments: JsonObject }) {
    const tool = this.#facts.tools.find(({ name }) => name === call.name);
    const text = tool === undefined ? `There is no tool '${call.name}'.` : await tool.execute(call.arguments);
    return { callId: call.id, name: call.name, text };
  }

  #check(signal: AbortSignal | undefined): void {
    signal?.throwIfAborted();
    if (this.#ended.signal.aborted) throw new DOMException("The session was destroyed.", "InvalidStateError");
  }

  /** The thread with more at its end; its oldest exchanges are left out where it would not fit, and that is told. */
  async #makeRoom(more: readonly ThreadMessage[]): Promise<readonly ThreadMessage[]> {
    const needed = await this.#count(more);
    if (needed > this.contextWindow) throw toQuotaError(needed, this.contextWindow);
    let kept = this.#thread;
    while (kept.length > 0 && (await this.#count([...kept, ...more])) > this.contextWindow) {
      const next = kept.findIndex(({ role }, index) => index > 0 && role === "user");
      kept = next === -1 ? [] : kept.slice(next);
    }
    if (kept.length < this.#thread.length) this.dispatchEvent(new Event("contextoverflow"));
    return [...kept, ...more];
  }

  async #keep(thread: readonly ThreadMessage[]): Promise<void> {
    this.#thread = thread;
    this.#usage = await this.#count(thread);
  }

  async #count(thread: readonly ThreadMessage[], system: string = this.#facts.system): Promise<number> {
    const text = [
      system,
      ...thread.map((message) => ("results" in message ? JSON.stringify(message.results) : message.text)),
    ];
    const joined = text.filter((part) => part !== "").join("\n");
    return (await this.#client.countTokens(joined)) ?? Math.ceil(joined.length / TOKEN_CHARACTERS);
  }
}

function toQuotaError(requested: number, quota: number): DOMException {
  const error = new DOMException(
    `The prompt has ${requested} tokens; there is room for ${quota}.`,
    "QuotaExceededError",
  );
  return Object.assign(error, { requested, quota });
}

function toThread(input: PromptInput): readonly ThreadMessage[] {
  if (typeof input === "string") return [{ role: "user", text: input }];
  return input.map((message) => {
    if (message.role === "system") throw new TypeError("A system message stands first in initialPrompts.");
    if (message.prefix === true) throw new DOMException("An answer cannot be begun.", "NotSupportedError");
    const text = toText(message);
    return message.role === "user" ? { role: "user", text } : { role: "assistant", raw: "", text, calls: [] };
  });
}

function toText({ content }: PromptMessage): string {
  if (typeof content === "string") return content;
  return content
    .map(({ type, value }) => {
      if (type === "text" && typeof value === "string") return value;
      throw new DOMException(`Only text is read, not ${type}.`, "NotSupportedError");
    })
    .join("\n");
}

function toForm(constraint: object | RegExp | undefined): OutputConstraint | null {
  if (constraint === undefined) return null;
  if (!(constraint instanceof RegExp)) return toSchemaConstraint(toObject(constraint));
  const body = patternToGbnf(`^${constraint.source.replace(/^\^|\$$/gu, "")}$`);
  if (body === null) throw new DOMException(`This expression cannot be held: ${constraint}`, "NotSupportedError");
  return toConstraint("forced", `root ::= ${body}`, { type: "regex", pattern: constraint.source });
}

function toFormWords(constraint: object | RegExp | undefined): string {
  if (constraint === undefined) return "";
  return constraint instanceof RegExp
    ? `Answer with nothing but a text that matches ${constraint}`
    : toFormText(toObject(constraint));
}

function toObject(value: object): JsonObject {
  const object = toBoundedObject(value);
  if (object !== null) return object;
  throw new DOMException("This is no JSON Schema.", "NotSupportedError");
}
