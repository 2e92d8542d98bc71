import type { Format, OutputParser, ParseEvent } from "../../formats/format.ts";
import { type CleanText, createMarkFilter } from "../../formats/parsing/withhold-marks.ts";
import { assertNever } from "../../protocol/assert-never.ts";
import { defined } from "../../protocol/defined.ts";
import type { Failure } from "../../protocol/failure.ts";
import type { AssistantTurn, BrokenCall } from "../../protocol/message.ts";
import type { TurnUsage } from "../../protocol/model.ts";
import type { FinishReason, RunEvent } from "../../protocol/run-event.ts";
import type { ToolCall, ToolSpec } from "../../protocol/tool.ts";
import type { RenderedTurn } from "../context/render-turn.ts";
import type { GenerateRequest, ModelEvent } from "../ports/model-client.ts";
import type { Clock, RunDeps } from "../ports/run-deps.ts";
import { BareCallGate } from "./bare-call-gate.ts";
import { decideFirst } from "./decide-first.ts";
import type { TurnPlan } from "./plan-turn.ts";
import { isRepeating, WATCHED } from "./repetition.ts";

/** One generation of the model inside a run. */
export interface TurnRequest
  extends TurnPlan,
    Pick<RenderedTurn, "prompt" | "media" | "constraint" | "wordsAfter" | "wordsPrompt" | "bias"> {
  readonly turn: number;
  readonly format: Format;
  readonly tools: readonly ToolSpec[];
  readonly signal: AbortSignal;
}

/** Dependencies of a turn. */
export interface TurnDeps extends Pick<RunDeps, "model" | "clock" | "newId"> {
  /** Milliseconds since the run's start. */
  at(): number;
}

/** The model's output, raw and parsed. */
export interface TurnResult extends Pick<AssistantTurn, "raw" | "text" | "reasoning" | "broken"> {
  readonly calls: readonly ToolCall[];
  readonly finishReason: FinishReason;
  readonly usage: TurnUsage | null;
  readonly failure: Failure | null;
  /** The output repeated itself and was stopped. */
  readonly repeating: boolean;
  /** How many stray protocol marks stood in the text and were left out of it. */
  readonly marks: number;
}

/** Runs one generation and parses the output while it streams. */
export async function* takeTurn(request: TurnRequest, deps: TurnDeps): AsyncGenerator<RunEvent, TurnResult, void> {
  const { turn, assistantPrefix, thought } = request;
  const reader = createTurnReader(request, deps);
  const loopGuard = new AbortController();
  const signal = AbortSignal.any([request.signal, loopGuard.signal]);
  let finishReason: FinishReason = "stop";
  let usage: TurnUsage | null = null;
  let failure: Failure | null = null;
  let repeating = false;
  let raw = "";
  let streamed = "";
  let recent = "";
  // `thinkFirst` watches the thought.
  let isAnswering = thought === null;
  if (assistantPrefix !== "") for (const event of reader.push(assistantPrefix)) yield event;
  const output = createPatientReader(generate(request, deps, signal), signal, deps.clock);
  try {
    for (let event = await output.next(); event !== null; event = await output.next()) {
      switch (event.type) {
        case "prefill-progress":
          yield { ...event, at: deps.at(), turn };
          break;
        case "text-delta":
          streamed += event.text;
          for (const read of reader.push(event.text)) yield read;
          recent += event.text;
          isAnswering ||= thought !== null && recent.includes(thought.close);
          recent = recent.slice(-WATCHED);
          if (!repeating && isAnswering && isRepeating(recent)) {
            repeating = true;
            loopGuard.abort();
          }
          break;
        case "end":
          finishReason = event.finishReason;
          usage = event.usage;
          raw = event.raw;
          if (raw.length > streamed.length && raw.startsWith(streamed)) {
            for (const read of reader.push(raw.slice(streamed.length))) yield read;
          }
          if (event.notice !== undefined) yield { type: "notice", at: deps.at(), turn, text: event.notice };
          break;
        case "failure":
          failure = event.failure;
          raw = event.raw;
          finishReason = "aborted";
          break;
        default:
          assertNever(event);
      }
    }
  } finally {
    output.close();
  }
  for (const event of reader.end()) yield event;
  raw = assistantPrefix + raw;
  yield { type: "turn-end", at: deps.at(), turn, raw, finishReason, usage: usage ?? NO_USAGE };
  return { raw, ...reader.result(), finishReason, usage, failure, repeating };
}

/** How long a stopped model may take to end its stream; after that it has to be loaded again. */
const PATIENCE_MS = 900;

/** Reads a model's stream, which ends in a failure if the model does not stop when asked to. */
function createPatientReader(stream: AsyncGenerator<ModelEvent, void, void>, signal: AbortSignal, clock: Clock) {
  let patience: AbortController | null = null;
  let isLost = false;
  let isOver = false;
  let giveUp: () => void = () => undefined;
  let raw = "";
  const wait = (): void => {
    patience = new AbortController();
    void clock.wait(PATIENCE_MS, patience.signal).then(() => {
      isLost = true;
      giveUp();
    });
  };
  if (signal.aborted) wait();
  else signal.addEventListener("abort", wait, { once: true });

  function toEvent(next: IteratorResult<ModelEvent, void>): ModelEvent | null {
    if (next.done === true) {
      isOver = true;
      return null;
    }
    if (next.value.type === "text-delta") raw += next.value.text;
    return next.value;
  }
  /** Leaves the stream, wherever it is. */
  function close(): void {
    signal.removeEventListener("abort", wait);
    patience?.abort();
    // Not awaited: a generator that hangs does not return either.
    if (!isOver) void stream.return().catch(() => undefined);
    isOver = true;
  }
  return {
    /** The next event; null at the end. */
    next: (): Promise<ModelEvent | null> =>
      isOver
        ? Promise.resolve(null)
        : // Not a race of promises: each token would leave what it costs with the one that outlives them all.
          new Promise((resolve, reject) => {
            giveUp = () => {
              close();
              resolve({ type: "failure", failure: { code: "engine-timeout", detail: NO_STOP }, raw });
            };
            stream.next().then((next) => resolve(toEvent(next)), reject);
            if (isLost) giveUp();
          }),
    close,
  };
}

const NO_STOP = "it did not stop when asked to";

const NO_USAGE: TurnUsage = { promptTokens: 0, cachedTokens: 0, completionTokens: 0, prefillMs: 0, decodeMs: 0 };

/** The model's own text; of a turn that thinks first, thought and answer as one stream. */
function generate(request: TurnRequest, deps: TurnDeps, signal: AbortSignal): AsyncGenerator<ModelEvent, void, void> {
  const { thought, assistantPrefix, sampling, wordsAfter, wordsPrompt, bias } = request;
  const { maxThoughtTokens = 0, ...sent } = sampling;
  const asked: GenerateRequest = {
    ...sent,
    prompt: request.prompt + assistantPrefix,
    ...(request.media.length === 0 ? {} : { media: request.media }),
    constraint: request.constraint,
    ...(bias === null ? {} : { bias }),
    stop: [],
    signal,
  };
  const { model } = deps;
  if (wordsAfter !== null) return decideFirst(model, { ...asked, wordsAfter, wordsPrompt });
  if (thought === null) return model.generate(asked);
  const endsInCall = (text: string): boolean => {
    const parser = createTurnParser(request, deps);
    return [...parser.push(assistantPrefix + text), ...parser.end()].findLast(isWords)?.type === "call";
  };
  const first = { ...asked, thought, maxThoughtTokens, endsInCall };
  return later(async () => (await import("./think-first.ts")).thinkFirst(model, first));
}

/** A stream whose code is loaded for the models that need it. */
async function* later<Event>(
  load: () => Promise<AsyncGenerator<Event, void, void>>,
): AsyncGenerator<Event, void, void> {
  yield* await load();
}

function isWords(event: ParseEvent): boolean {
  return !("text" in event) || event.text.trim() !== "";
}

function createTurnParser({ format, tools }: TurnRequest, { model }: TurnDeps): OutputParser {
  return format.createParser({ tools, reasoningOpen: model.info.template.reasoningOpen ?? false });
}

function createTurnReader(request: TurnRequest, deps: TurnDeps) {
  const parser = createTurnParser(request, deps);
  const calls: ToolCall[] = [];
  const broken: BrokenCall[] = [];
  let text = "";
  let reasoning = "";
  let marks = 0;
  let filter = createMarkFilter();
  const gate = new BareCallGate(request.format, request.tools);
  const { turn } = request;
  // Lists, not generators: a generator in a stream costs each token more than its reading does.
  function addText(events: RunEvent[], clean: CleanText): void {
    marks += clean.marks;
    say(events, gate.push(clean.text));
  }
  function say(events: RunEvent[], said: string): void {
    if (said === "") return;
    text += said;
    events.push({ type: "text-delta", at: deps.at(), turn, text: said });
  }
  function addCall({ name, arguments: input, repairs }: Extract<ParseEvent, { type: "call" }>): void {
    calls.push({ id: deps.newId(), name, arguments: input, ...defined({ repairs }) });
  }
  function endText(events: RunEvent[]): void {
    addText(events, filter.end());
    say(events, gate.release());
    filter = createMarkFilter();
  }
  function toRunEvents(parsed: readonly ParseEvent[]): RunEvent[] {
    const events: RunEvent[] = [];
    for (const event of parsed) {
      // Text held back by the filter stands before this event.
      if (event.type !== "text-delta" && event.type !== "reasoning-delta") endText(events);
      switch (event.type) {
        case "text-delta":
          addText(events, filter.push(event.text));
          break;
        case "reasoning-delta":
          reasoning += event.text;
          events.push({ ...event, at: deps.at(), turn });
          break;
        case "call-named":
          events.push({ ...event, at: deps.at(), turn });
          break;
        case "call":
          addCall(event);
          break;
        case "call-broken":
          broken.push(event.broken);
          events.push({ type: "call-broken", at: deps.at(), turn, broken: event.broken });
          break;
        default:
          assertNever(event);
      }
    }
    return events;
  }
  return {
    push: (chunk: string) => toRunEvents(parser.push(chunk)),
    end() {
      const events = toRunEvents(parser.end());
      addText(events, filter.end());
      const undeclared = gate.take();
      if (undeclared !== null) addCall(undeclared);
      endText(events);
      return events;
    },
    result: () => ({ text, reasoning, calls, broken, marks }),
  };
}
