import type { Format, OutputParser, ParseEvent } from "../../formats/format.ts";
import type { OutputConstraint } from "../../formats/output-constraint.ts";
import { type CleanText, createMarkFilter } from "../../formats/parsing/withhold-marks.ts";
import { assertNever } from "../../protocol/assert-never.ts";
import { defined } from "../../protocol/defined.ts";
import type { Failure } from "../../protocol/failure.ts";
import type { BrokenCall } from "../../protocol/message.ts";
import type { SamplingSettings, TurnUsage } from "../../protocol/model.ts";
import type { FinishReason, RunEvent } from "../../protocol/run-event.ts";
import type { ToolCall, ToolSpec } from "../../protocol/tool.ts";
import type { GenerateRequest, ModelClient, ModelEvent } from "../ports/model-client.ts";
import type { Clock } from "../ports/run-deps.ts";
import { isRepeating } from "./repetition.ts";

/** One generation of the model inside a run. */
export interface TurnRequest {
  readonly turn: number;
  readonly prompt: string;
  /** Text that the model's turn begins with, written for it; counts as part of its output. */
  readonly assistantPrefix: string;
  readonly constraint: OutputConstraint | null;
  readonly format: Format;
  readonly tools: readonly ToolSpec[];
  readonly sampling: SamplingSettings;
  readonly maxTokens: number;
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
  if (assistantPrefix !== "") yield* reader.push(assistantPrefix);
  const stream = deps.model.generate(toGenerateRequest(request, signal));
  for await (const event of withPatience(stream, signal, deps.clock)) {
    switch (event.type) {
      case "prefill-progress":
        yield { ...event, at: deps.at(), turn };
        break;
      case "text-delta":
        streamed += event.text;
        yield* reader.push(event.text);
        if (!repeating && isRepeating(streamed)) {
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
  yield { type: "turn-end", at: deps.at(), turn, raw, finishReason, usage: usage ?? NO_USAGE };
  return { raw, ...reader.result(), finishReason, usage, failure, repeating };
}

/** How long a stopped model may take to end its stream; after that it has to be loaded again. */
const PATIENCE_MS = 900;

/** A model's stream that ends in a failure if the model does not stop when asked to. */
async function* withPatience(
  stream: AsyncGenerator<ModelEvent, void, void>,
  signal: AbortSignal,
  clock: Clock,
): AsyncGenerator<ModelEvent, void, void> {
  const finished = new AbortController();
  const lost = new Promise<null>((resolve) => {
    const wait = (): void => {
      void clock.wait(PATIENCE_MS, finished.signal).then(() => resolve(null));
    };
    if (signal.aborted) wait();
    else signal.addEventListener("abort", wait, { once: true });
  });
  let raw = "";
  try {
    for (;;) {
      const next = await Promise.race([stream.next(), lost]);
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
    finished.abort();
  }
}

const NO_USAGE: TurnUsage = { promptTokens: 0, cachedTokens: 0, completionTokens: 0, prefillMs: 0, decodeMs: 0 };

function toGenerateRequest(request: TurnRequest, signal: AbortSignal): GenerateRequest {
  const { sampling } = request;
  return {
    prompt: request.prompt + request.assistantPrefix,
    constraint: request.constraint,
    stop: [],
    maxTokens: request.maxTokens,
    // Choosing and filling in a tool call is classification, not prose: greedy decoding unless the user says otherwise.
    temperature: sampling.temperature ?? 0,
    ...defined({ topP: sampling.topP, seed: sampling.seed }),
    signal,
  };
}

interface TurnReader {
  push(text: string): Iterable<RunEvent>;
  end(): Iterable<RunEvent>;
  result(): Pick<TurnResult, "text" | "reasoning" | "calls" | "broken" | "marks">;
}

function createTurnReader(request: TurnRequest, deps: TurnDeps): TurnReader {
  const parser: OutputParser = request.format.createParser({
    tools: request.tools,
    reasoningOpen: deps.model.info.template.reasoningOpen ?? false,
  });
  const calls: ToolCall[] = [];
  const broken: BrokenCall[] = [];
  let text = "";
  let reasoning = "";
  let marks = 0;
  let filter = createMarkFilter();
  const { turn } = request;
  function* toText(clean: CleanText): Iterable<RunEvent> {
    marks += clean.marks;
    if (clean.text === "") return;
    text += clean.text;
    yield { type: "text-delta", at: deps.at(), turn, text: clean.text };
  }
  function* endText(): Iterable<RunEvent> {
    yield* toText(filter.end());
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
          calls.push({
            id: deps.newId(),
            name: event.name,
            arguments: event.arguments,
            ...(event.repairs === undefined ? {} : { repairs: event.repairs }),
          });
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
      yield* endText();
    },
    result: () => ({ text, reasoning, calls, broken, marks }),
  };
}
