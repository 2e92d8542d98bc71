import type { GenerateRequest, ModelClient, ModelEvent, ModelInfo } from "../../agent/ports/model-client.ts";
import type { ChatTemplate } from "../../formats/templates/chat-template.ts";
import { raceTime } from "../../platform/race-abort.ts";
import { defined } from "../../protocol/defined.ts";
import type { TurnUsage } from "../../protocol/model.ts";
import type { FinishReason } from "../../protocol/run-event.ts";
import { NO_USAGE } from "../generation/exclusive-generation.ts";
import { StopFilter } from "../generation/stop-filter.ts";
import type { ScriptedExchange, ScriptedModel, ScriptedTurn } from "./scripted-model.ts";

const DEFAULT_CHUNK_LENGTH = 4;
/** Scripts have no tokenizer: four characters count as one token. */
const CHARACTERS_PER_TOKEN = 4;
const PREFILL_STEPS = 4;

/** A thought that the prompt has begun, and what ends one. */
const OPEN_THOUGHT = /\s*(<think>|\[THINK\])\s*$/;
const THOUGHT_END = /<\/think>|\[\/THINK\]/;

/** How a turn was written. */
interface Written {
  readonly raw: string;
  /** Chunks, each counted as a token. */
  readonly written: number;
  readonly finishReason: FinishReason;
  readonly stop?: string;
}

/** The dependencies of a scripted client. */
export interface ScriptedDeps {
  readonly template: ChatTemplate;
  /** Resolves after the time or as soon as the signal fires. Defaults to the platform's timer. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * A model client that plays a script. A prompt whose newest part asks a scripted question begins that exchange; any
 * other prompt gets the next turn of the current exchange, or an exchange without a question. When nothing fits, the
 * generation fails with `internal`.
 */
export class ScriptedClient implements ModelClient {
  readonly info: ModelInfo;
  readonly #script: ScriptedModel;
  readonly #wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  #cached = "";
  #rest: readonly ScriptedTurn[] = [];
  /** The turn that a stop string or the token limit cut, with the text that is left of it. */
  #cut: ScriptedTurn | null = null;
  readonly #played = new Set<ScriptedExchange>();

  constructor(script: ScriptedModel, deps: ScriptedDeps) {
    this.#script = script;
    this.#wait = deps.wait ?? waitOnTimer;
    this.info = {
      engine: "scripted",
      modelId: `scripted:${script.name}`,
      format: script.format,
      template: deps.template,
      contextTokens: script.contextTokens,
      constraint: "none",
      ...(script.foreign === true ? { foreign: true } : {}),
      ...defined({ policy: script.policy }),
    };
  }

  async *generate(request: GenerateRequest): AsyncGenerator<ModelEvent, void, void> {
    const { signal } = request;
    if (signal.aborted) {
      yield { type: "end", finishReason: "aborted", raw: "", usage: NO_USAGE };
      return;
    }
    const appended = this.#cached !== "" && request.prompt.startsWith(this.#cached);
    const news = appended ? request.prompt.slice(this.#cached.length) : this.#newestPart(request.prompt);
    const cachedTokens = appended ? toTokens(this.#cached) : 0;
    const promptTokens = Math.max(1, toTokens(request.prompt) - cachedTokens);
    if (cachedTokens + promptTokens > this.info.contextTokens) {
      const detail = `${cachedTokens + promptTokens} tokens do not fit ${this.info.contextTokens}`;
      yield { type: "failure", failure: { code: "context-full", detail }, raw: "" };
      return;
    }
    const turn = (appended ? this.#toContinuation(news) : null) ?? this.#begin(this.#takeTurn(news), request.prompt);
    if (turn === null) {
      const detail = `the script "${this.#script.name}" has no turn for this prompt`;
      yield { type: "failure", failure: { code: "internal", detail }, raw: "" };
      return;
    }

    yield* this.#prefill(turn, promptTokens, signal);
    const { raw, written, finishReason, stop } = yield* this.#write(turn, request);
    const left = turn.text.slice(raw.length + (stop ?? "").length);
    this.#cut = turn.endless === true || left === "" ? null : { ...turn, text: left };
    if (finishReason !== "aborted" && turn.failure !== undefined) {
      this.#cached = "";
      yield { type: "failure", failure: { code: turn.failure.code, detail: "as scripted" }, raw };
      return;
    }
    this.#cached = request.prompt + raw;
    const { prefillMs = 0, chunkDelayMs = 0 } = turn;
    const decodeMs = written * chunkDelayMs;
    const usage: TurnUsage = { promptTokens, cachedTokens, completionTokens: written, prefillMs, decodeMs };
    yield { type: "end", finishReason, raw, usage, ...defined({ stop }) };
  }

  async *#prefill({ prefillMs = 0 }: ScriptedTurn, total: number, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    for (let step = 1; prefillMs > 0 && step <= PREFILL_STEPS && !signal.aborted; step += 1) {
      await this.#wait(prefillMs / PREFILL_STEPS, signal);
      const done = Math.round((total * step) / PREFILL_STEPS);
      if (!signal.aborted) yield { type: "prefill-progress", done, total };
    }
  }

  /** Writes the turn's chunks up to its end, a stop string, the token limit or an abort. */
  async *#write(turn: ScriptedTurn, { stop, maxTokens, signal }: GenerateRequest): AsyncGenerator<ModelEvent, Written> {
    const stops = new StopFilter(stop);
    let raw = "";
    let written = 0;
    let finishReason: FinishReason = turn.finishReason ?? "stop";
    for (const chunk of toChunks(turn)) {
      if (signal.aborted) break;
      if (written === maxTokens) {
        finishReason = "length";
        break;
      }
      // An endless turn must let other work run, or nothing could ever stop it.
      if (turn.chunkDelayMs !== undefined || (turn.endless === true && written % 64 === 63)) {
        await this.#wait(turn.chunkDelayMs ?? 0, signal);
        if (signal.aborted) break;
      }
      written += 1;
      const text = stops.push(chunk);
      raw += text;
      if (text !== "") yield { type: "text-delta", text };
      if (stops.stopped) {
        finishReason = "stop";
        break;
      }
    }
    const rest = stops.end();
    raw += rest;
    if (rest !== "") yield { type: "text-delta", text: rest };
    return { raw, written, finishReason: signal.aborted ? "aborted" : finishReason, ...defined({ stop: stops.stop }) };
  }

  async countTokens(text: string): Promise<number | null> {
    return toTokens(text);
  }

  async dispose(): Promise<void> {
    this.#cached = "";
    this.#rest = [];
  }

  /** The turn after the thought of one that was cut in it, where the prompt has closed that thought; else null. */
  #toContinuation(news: string): ScriptedTurn | null {
    const cut = this.#cut;
    if (cut === null || !THOUGHT_END.test(news) || this.#holdsTurn(news)) return null;
    const end = THOUGHT_END.exec(cut.text);
    const text = end === null ? cut.text : cut.text.slice(end.index + end[0].length);
    return { ...cut, text: text.trimStart() };
  }

  #holdsTurn(text: string): boolean {
    const { assistantStart } = this.info.template;
    return assistantStart !== "" && text.includes(assistantStart);
  }

  /** The turn without the beginning that the prompt has written for it. */
  #begin(turn: ScriptedTurn | null, prompt: string): ScriptedTurn | null {
    const opened = OPEN_THOUGHT.exec(prompt)?.[0] ?? "";
    if (turn === null || opened === "" || !turn.text.trimStart().startsWith(opened.trim())) return turn;
    return { ...turn, text: turn.text.trimStart().slice(opened.trim().length).trimStart() };
  }

  #takeTurn(news: string): ScriptedTurn | null {
    const wanted = news.toLowerCase();
    const asked = this.#script.exchanges.find(
      ({ question }) => question !== undefined && wanted.includes(question.toLowerCase()),
    );
    if (asked !== undefined) this.#rest = asked.turns;
    else if (this.#rest.length === 0) {
      // A script's only exchange, if it fits every prompt, plays once: a replay or a test that asks for more turns than
      // were written must fail.
      const general = this.#script.exchanges.find(({ question }) => question === undefined);
      const exhausted = general !== undefined && this.#script.exchanges.length === 1 && this.#played.has(general);
      if (general === undefined || exhausted) return null;
      this.#played.add(general);
      this.#rest = general.turns;
    }
    const [turn, ...rest] = this.#rest;
    this.#rest = rest;
    return turn ?? null;
  }

  /** The part of the prompt after the model's last turn, without the one that is being opened. */
  #newestPart(whole: string): string {
    const { assistantStart } = this.info.template;
    const prompt = whole.replace(OPEN_THOUGHT, "");
    const body = prompt.endsWith(assistantStart) ? prompt.slice(0, prompt.length - assistantStart.length) : prompt;
    const last = assistantStart === "" ? -1 : body.lastIndexOf(assistantStart);
    return last === -1 ? body : body.slice(last + assistantStart.length);
  }
}

function toTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

function* toChunks({ text, chunkLength: length = DEFAULT_CHUNK_LENGTH, endless }: ScriptedTurn): Generator<string> {
  // A piece may be longer than what is repeated.
  const whole = endless === true ? text.padEnd(length, text) : text;
  do {
    for (let start = 0; start < whole.length; start += length) yield whole.slice(start, start + length);
  } while (endless === true && text !== "");
}

async function waitOnTimer(milliseconds: number, signal: AbortSignal): Promise<void> {
  await raceTime<unknown>(new Promise(() => undefined), { milliseconds, late: () => undefined, signal });
}
