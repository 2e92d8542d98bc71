import type { Format, OutputParser, ParseEvent } from "../../formats/format.ts";
import type { OutputConstraint } from "../../formats/output-constraint.ts";
import { type CleanText, createMarkFilter } from "../../formats/parsing/withhold-marks.ts";
import { assertNever } from "../../protocol/assert-never.ts";
import { defined } from "../../protocol/defined.ts";
import type { Failure } from "../../protocol/failure.ts";
import type { BrokenCall } from "../../protocol/message.ts";
import type { TurnUsage } from "../../protocol/model.ts";
import type { DoubtedOutput, FinishReason, RunEvent } from "../../protocol/run-event.ts";
import type { ToolCall, ToolSpec } from "../../protocol/tool.ts";
import type { GenerateRequest, ModelClient } from "../ports/model-client.ts";
import type { Clock } from "../ports/run-deps.ts";
import { BareCallGate } from "./bare-call-gate.ts";
import type { TurnPlan } from "./plan-turn.ts";
import { isRepeating } from "./repetition.ts";
import { thinkFirst } from "./think-first.ts";
import { type JudgedEvent, type Judgement, thinkTwice } from "./think-twice.ts";

/** One generation of the model inside a run. */
export interface TurnRequest extends TurnPlan {
  readonly turn: number;
  readonly prompt: string;
  /** See `ThreadPrompt`. */
  readonly media: readonly string[];
  readonly constraint: OutputConstraint | null;
  readonly format: Format;
  readonly tools: readonly ToolSpec[];
  /** How the calls of a weak model are judged; null for models whose calls are taken as they are. */
  readonly judgement: Judgement | null;
  readonly signal: AbortSignal;
}

/** Dependencies of a turn. */
export interface TurnDeps {
  readonly model: ModelClient;
  readonly clock: Clock;
  newId(): string;
  /** Milliseconds since the run's start. */
  at(): number;
}

/** What the model wrote, raw and parsed. */
export interface TurnResult {
  readonly raw: string;
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
  readonly broken: readonly BrokenCall[];
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
  const { turn, assistantPrefix } = request;
  const reader = createTurnReader(request, deps);
  const loopGuard = new AbortController();
  const signal = AbortSignal.any([request.signal, loopGuard.signal]);
  let finishReason: FinishReason = "stop";
  let usage: TurnUsage | null = null;
  let failure: Failure | null = null;
  let repeating = false;
  let raw = "";
  let streamed = "";
  let doubted: DoubtedOutput | undefined;
  if (assistantPrefix !== "") yield* reader.push(assistantPrefix);
  const stream = generate(request, deps, signal);
  for await (const event of withPatience(stream, signal, deps.clock)) {
    switch (event.type) {
      case "prefill-progress":
        yield { ...event, at: deps.at(), turn };
        break;
      case "text-delta":
        streamed += event.text;
        yield* reader.push(event.text);
        if (!repeating && isRepeating(toAnswer(streamed, request))) {
          repeating = true;
          loopGuard.abort();
        }
        break;
      case "end":
        finishReason = event.finishReason;
        usage = event.usage;
        raw = event.raw;
        if (raw.length > streamed.length && raw.startsWith(streamed)) yield* reader.push(raw.slice(streamed.length));
        if (event.notice !== undefined) yield { type: "notice", at: deps.at(), turn, text: event.notice };
        break;
      case "doubted":
        doubted = event.output;
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
  yield* reader.end();
  raw = assistantPrefix + raw;
  yield { type: "turn-end", at: deps.at(), turn, raw, finishReason, usage: usage ?? NO_USAGE, ...defined({ doubted }) };
  return { raw, ...reader.result(), finishReason, usage, failure, repeating };
}

/** How long a stopped model may take to end its stream; after that it has to be loaded again. */
const PATIENCE_MS = 900;

/** A model's stream that ends in a failure if the model does not stop when asked to. */
async function* withPatience(
  stream: AsyncGenerator<JudgedEvent, void, void>,
  signal: AbortSignal,
  clock: Clock,
): AsyncGenerator<JudgedEvent, void, void> {
  const finished = new AbortController();
  let isLost = false;
  let giveUp: () => void = () => undefined;
  const wait = (): void => {
    void clock.wait(PATIENCE_MS, finished.signal).then(() => {
      isLost = true;
      giveUp();
    });
  };
  if (signal.aborted) wait();
  else signal.addEventListener("abort", wait, { once: true });
  let raw = "";
  try {
    for (;;) {
      // Not a race of promises: each token would leave what it costs with the one that outlives them all.
      const next = await new Promise<IteratorResult<JudgedEvent> | null>((resolve, reject) => {
        giveUp = () => resolve(null);
        stream.next().then(resolve, reject);
        if (isLost) giveUp();
      });
      if (next === null) {
        // Not awaited: a generator that hangs does not return either.
        void stream.return().catch(() => undefined);
        yield { type: "failure", failure: { code: "engine-timeout", detail: "it did not stop when asked to" }, raw };
        return;
      }
      if (next.done === true) return;
      if (next.value.type === "text-delta") raw += next.value.text;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", wait);
    finished.abort();
  }
}

const NO_USAGE: TurnUsage = { promptTokens: 0, cachedTokens: 0, completionTokens: 0, prefillMs: 0, decodeMs: 0 };

/** The model's own text; of a turn that thinks first, thought and answer as one stream. */
function generate(request: TurnRequest, deps: TurnDeps, signal: AbortSignal): AsyncGenerator<JudgedEvent, void, void> {
  const { thought, assistantPrefix, sampling, judgement } = request;
  const { maxThoughtTokens = 0, ...sent } = sampling;
  const asked: GenerateRequest = {
    ...sent,
    prompt: request.prompt + assistantPrefix,
    ...(request.media.length === 0 ? {} : { media: request.media }),
    constraint: request.constraint,
    stop: [],
    signal,
  };
  if (judgement !== null) return thinkTwice(deps.model, asked, judgement, createTurnParser(request, deps));
  if (thought === null) return deps.model.generate(asked);
  const endsInCall = (text: string): boolean => {
    const parser = createTurnParser(request, deps);
    return [...parser.push(assistantPrefix + text), ...parser.end()].findLast(isWords)?.type === "call";
  };
  return thinkFirst(deps.model, { ...asked, thought, maxThoughtTokens, endsInCall });
}

function isWords(event: ParseEvent): boolean {
  return !("text" in event) || event.text.trim() !== "";
}

/** What of a text is watched for repetition: `thinkFirst` sees to the thought. */
function toAnswer(text: string, { thought }: TurnRequest): string {
  if (thought === null) return text;
  const end = text.lastIndexOf(thought.close);
  return end === -1 ? "" : text.slice(end + thought.close.length);
}

function createTurnParser({ format, tools }: TurnRequest, { model }: TurnDeps): OutputParser {
  return format.createParser({ tools, reasoningOpen: model.info.template.reasoningOpen ?? false });
}

interface TurnReader {
  push(text: string): Iterable<RunEvent>;
  end(): Iterable<RunEvent>;
  result(): Pick<TurnResult, "text" | "reasoning" | "calls" | "broken" | "marks">;
}

function createTurnReader(request: TurnRequest, deps: TurnDeps): TurnReader {
  const parser = createTurnParser(request, deps);
  const calls: ToolCall[] = [];
  const broken: BrokenCall[] = [];
  let text = "";
  let reasoning = "";
  let marks = 0;
  let filter = createMarkFilter();
  const gate = new BareCallGate(request.format, request.tools);
  const { turn } = request;
  function* toText(clean: CleanText): Iterable<RunEvent> {
    marks += clean.marks;
    yield* say(gate.push(clean.text));
  }
  function* say(said: string): Iterable<RunEvent> {
    if (said === "") return;
    text += said;
    yield { type: "text-delta", at: deps.at(), turn, text: said };
  }
  function addCall({ name, arguments: input, repairs }: Extract<ParseEvent, { type: "call" }>): void {
    calls.push({ id: deps.newId(), name, arguments: input, ...defined({ repairs }) });
  }
  function* endText(): Iterable<RunEvent> {
    yield* toText(filter.end());
    yield* say(gate.release());
    filter = createMarkFilter();
  }
  function* toRunEvents(events: readonly ParseEvent[]): Iterable<RunEvent> {
    for (const event of events) {
      // What is held back of the text stands before this.
      if (event.type !== "text-delta" && event.type !== "reasoning-delta") yield* endText();
      switch (event.type) {
        case "text-delta":
          yield* toText(filter.push(event.text));
          break;
        case "reasoning-delta":
          reasoning += event.text;
          yield { ...event, at: deps.at(), turn };
          break;
        case "call-named":
          yield { ...event, at: deps.at(), turn };
          break;
        case "call":
          addCall(event);
          break;
        case "call-broken":
          broken.push(event.broken);
          yield { type: "call-broken", at: deps.at(), turn, broken: event.broken };
          break;
        default:
          assertNever(event);
      }
    }
  }
  return {
    push: (chunk) => toRunEvents(parser.push(chunk)),
    *end() {
      yield* toRunEvents(parser.end());
      yield* toText(filter.end());
      const undeclared = gate.take();
      if (undeclared !== null) addCall(undeclared);
      yield* endText();
    },
    result: () => ({ text, reasoning, calls, broken, marks }),
  };
}
