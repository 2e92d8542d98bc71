/**
 * `alcove/otel`: the events of a run as OpenTelemetry spans, by the semantic conventions for generative AI. The tracer is
 * yours; nothing is sent by itself.
 */

import { defined } from "../worker/protocol/defined.ts";
import type { RunEvent } from "../worker/protocol/run-event.ts";

/** A value of a span's attribute. */
type AttributeValue = string | number | boolean | string[];

/** The part of OpenTelemetry's `Span` that is used. */
export interface RunSpan {
  setAttribute(name: string, value: AttributeValue): unknown;
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  end(endTime?: number): void;
}

/** The part of `@opentelemetry/api` that is used: its `trace` and `context`, and a tracer of yours. */
export interface RunTracing<Span extends RunSpan, Context> {
  readonly tracer: {
    startSpan(
      name: string,
      options: { kind?: number; startTime?: number; attributes?: Record<string, AttributeValue> },
      context?: Context,
    ): Span;
  };
  readonly trace: { setSpan(context: Context, span: Span): Context };
  readonly context: { active(): Context };
  /** Questions, answers, arguments and results too. They are left out unless this is set: they are the user's words. */
  readonly content?: boolean;
}

/** `SpanKind.INTERNAL` and `SpanKind.CLIENT`. */
const INTERNAL = 0;
const CLIENT = 2;
/** `SpanStatusCode.ERROR`. */
const ERROR = 2;

/**
 * Records a run: a span `invoke_agent`, in it a span `chat` for each turn of the model and `execute_tool` for each call.
 * `events` are an answer's, or those of a log that was kept. Resolves when the run has ended.
 */
export async function traceRun<Span extends RunSpan, Context>(
  events: AsyncIterable<RunEvent> | Iterable<RunEvent>,
  tracing: RunTracing<Span, Context>,
): Promise<void> {
  const recorder = new RunRecorder(tracing);
  for await (const event of events) recorder.observe(event);
  recorder.close();
}

type Start = Extract<RunEvent, { readonly type: "run-start" }>;

class RunRecorder<Span extends RunSpan, Context> {
  readonly #tracing: RunTracing<Span, Context>;
  #start: Start | null = null;
  #run: Span | null = null;
  #turn: Span | null = null;
  readonly #calls = new Map<string, Span>();
  #last = 0;
  readonly #sum = { input: 0, output: 0 };
  #finish = "stop";

  constructor(tracing: RunTracing<Span, Context>) {
    this.#tracing = tracing;
  }

  observe(event: RunEvent): void {
    this.#last = event.at;
    if (event.type === "run-start") this.#begin(event);
    else if (event.type === "prompt-sent") this.#beginTurn(event);
    else if (event.type === "turn-end") this.#endTurn(event);
    else if (event.type === "call-start") this.#beginCall(event);
    else if (event.type === "call-end") this.#endCall(event);
    else if (event.type === "run-end") this.#end(event);
  }

  /** Ends what a log that was cut off left open. */
  close(): void {
    for (const span of [...this.#calls.values(), this.#turn, this.#run]) span?.end(this.#toTime(this.#last));
    this.#calls.clear();
    this.#turn = null;
    this.#run = null;
  }

  #begin(event: Start): void {
    this.#start = event;
    const attributes = {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": event.agent,
      "gen_ai.conversation.id": event.conversationId,
      ...this.#toModel(event),
      "alcove.run.id": event.runId,
      "alcove.skill.name": event.skill,
      ...this.#toContent("gen_ai.input.messages", { role: "user", text: event.question }),
    };
    const options = { kind: INTERNAL, startTime: event.startedAt, attributes };
    this.#run = this.#tracing.tracer.startSpan(`invoke_agent ${event.agent}`, options);
  }

  #beginTurn({ at, sampling }: Extract<RunEvent, { readonly type: "prompt-sent" }>): void {
    if (this.#start === null) return;
    const { temperature, topP, topK, maxTokens, seed, frequencyPenalty, presencePenalty } = sampling ?? {};
    const given = defined({
      "gen_ai.request.temperature": temperature,
      "gen_ai.request.top_p": topP,
      "gen_ai.request.top_k": topK,
      "gen_ai.request.max_tokens": maxTokens,
      "gen_ai.request.seed": seed,
      "gen_ai.request.frequency_penalty": frequencyPenalty,
      "gen_ai.request.presence_penalty": presencePenalty,
    });
    const attributes = { "gen_ai.operation.name": "chat", ...this.#toModel(this.#start), ...given };
    // A model of this process is no service that is called.
    const kind = this.#start.engine === "remote" ? CLIENT : INTERNAL;
    this.#turn = this.#startInside(`chat ${this.#start.modelId}`, kind, at, attributes);
  }

  #endTurn({ at, raw, usage, finishReason }: Extract<RunEvent, { readonly type: "turn-end" }>): void {
    const span = this.#turn;
    if (span === null) return;
    const input = usage.promptTokens + usage.cachedTokens;
    this.#sum.input += input;
    this.#sum.output += usage.completionTokens;
    span.setAttribute("gen_ai.usage.input_tokens", input);
    span.setAttribute("gen_ai.usage.cache_read.input_tokens", usage.cachedTokens);
    span.setAttribute("gen_ai.usage.output_tokens", usage.completionTokens);
    this.#finish = finishReason === "aborted" ? "cancelled" : finishReason;
    span.setAttribute("gen_ai.response.finish_reasons", [this.#finish]);
    this.#addOutput(span, raw);
    span.end(this.#toTime(at));
    this.#turn = null;
  }

  #beginCall({ at, call }: Extract<RunEvent, { readonly type: "call-start" }>): void {
    const attributes = {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": call.name,
      "gen_ai.tool.call.id": call.id,
      "gen_ai.tool.type": "function",
      ...(this.#tracing.content === true ? { "gen_ai.tool.call.arguments": JSON.stringify(call.arguments) } : {}),
    };
    this.#calls.set(call.id, this.#startInside(`execute_tool ${call.name}`, INTERNAL, at, attributes));
  }

  #endCall({ at, callId, outcome }: Extract<RunEvent, { readonly type: "call-end" }>): void {
    const span = this.#calls.get(callId);
    if (span === undefined) return;
    span.setAttribute("alcove.tool.outcome", outcome.type);
    if (outcome.type === "success") {
      if (this.#tracing.content === true) {
        span.setAttribute("gen_ai.tool.call.result", JSON.stringify(outcome.content));
      }
    } else fail(span, outcome.type);
    span.end(this.#toTime(at));
    this.#calls.delete(callId);
  }

  #end({ at, reason, failure, text }: Extract<RunEvent, { readonly type: "run-end" }>): void {
    const span = this.#run;
    if (span === null) return;
    span.setAttribute("alcove.run.end", reason);
    span.setAttribute("gen_ai.usage.input_tokens", this.#sum.input);
    span.setAttribute("gen_ai.usage.output_tokens", this.#sum.output);
    this.#addOutput(span, text);
    if (reason !== "answered" && reason !== "detected") fail(span, failure?.code ?? reason);
    this.#turn?.end(this.#toTime(at));
    this.#turn = null;
    span.end(this.#toTime(at));
    this.#run = null;
  }

  #startInside(name: string, kind: number, at: number, attributes: Record<string, AttributeValue>): Span {
    const { tracer, trace, context } = this.#tracing;
    const parent = this.#run === null ? context.active() : trace.setSpan(context.active(), this.#run);
    return tracer.startSpan(name, { kind, startTime: this.#toTime(at), attributes }, parent);
  }

  #toTime(at: number): number {
    return (this.#start?.startedAt ?? 0) + at;
  }

  #toModel({ engine, modelId }: Start): Record<string, AttributeValue> {
    return { "gen_ai.provider.name": `alcove.${engine}`, "gen_ai.request.model": modelId };
  }

  /** One message, where content is recorded. */
  #toContent(name: string, { role, text, ...rest }: { readonly role: string; readonly text: string }) {
    if (this.#tracing.content !== true) return {};
    return { [name]: JSON.stringify([{ role, parts: [{ type: "text", content: text }], ...rest }]) };
  }

  #addOutput(span: Span, text: string): void {
    const message = { role: "assistant", text, finish_reason: this.#finish };
    for (const [key, value] of Object.entries(this.#toContent("gen_ai.output.messages", message)))
      span.setAttribute(key, value);
  }
}

function fail(span: RunSpan, type: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: ERROR, message: type });
}
