import { defined } from "../../worker/protocol/defined.ts";
import type { TurnUsage } from "../../worker/protocol/model.ts";
import type { DoubtedOutput, RunEvent } from "../../worker/protocol/run-event.ts";
import type { ToolCall, ToolOutcome } from "../../worker/protocol/tool.ts";
import { type Notice, toNotice } from "./live-run.ts";

/** Kinds of stretches of a run. */
export type StretchType = "prefill" | "decode" | "tool" | "approval";

/** A stretch of a run, in milliseconds since its start. */
export interface Stretch {
  readonly type: StretchType;
  readonly turn: number;
  readonly start: number;
  readonly end: number;
  /** The tool's name, where there is one. */
  readonly name?: string;
}

/** A turn of a run as its log tells it. */
export interface TurnTrace {
  readonly turn: number;
  readonly prompt: string;
  readonly appended: boolean;
  readonly constraint: string;
  readonly raw: string;
  readonly usage?: TurnUsage;
  /** As in `turn-end`. */
  readonly doubted?: DoubtedOutput;
  readonly calls: readonly { readonly call: ToolCall; readonly outcome?: ToolOutcome; readonly durationMs?: number }[];
  readonly broken: number;
  readonly feedback: readonly string[];
}

/** A step of a flow: the node, the exit it was left by, and what the model was asked aside to choose it. */
export type FlowStep = Extract<RunEvent, { readonly type: "flow-step" }>;

/** A run's log as what a user wants to see of it. */
export interface RunTimeline {
  readonly durationMs: number;
  readonly stretches: readonly Stretch[];
  readonly turns: readonly TurnTrace[];
  /** The way through the flow, if the skill is one. */
  readonly steps: readonly FlowStep[];
  readonly notices: readonly Notice[];
}

/** Reads a run's log. Pure; a log that was cut off gives what is there. */
export function toRunTimeline(events: readonly RunEvent[]): RunTimeline {
  return {
    durationMs: events.at(-1)?.at ?? 0,
    stretches: toStretches(events),
    turns: toTurnTraces(events),
    steps: events.flatMap((event) => (event.type === "flow-step" ? [event] : [])),
    notices: events.flatMap((event) => (event.type === "notice" ? [toNotice(event)] : [])),
  };
}

/** A stretch whose end has not been read. */
type OpenStretch = Omit<Stretch, "type" | "end">;

function toStretches(events: readonly RunEvent[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  const calls = new Map<string, OpenStretch>();
  const approvals = new Map<string, OpenStretch>();
  let reading: OpenStretch | undefined;
  let writing: OpenStretch | undefined;

  const beginWriting = (turn: number, at: number) => {
    if (reading?.turn !== turn) return;
    stretches.push({ type: "prefill", ...reading, end: at });
    reading = undefined;
    writing = { turn, start: at };
  };
  for (const event of events) {
    switch (event.type) {
      case "prompt-sent":
        reading = { turn: event.turn, start: event.at };
        break;
      case "text-delta":
      case "reasoning-delta":
      case "call-named":
        beginWriting(event.turn, event.at);
        break;
      case "turn-end":
        // A turn that was only a forced call shows no text before its end: its writing time is the engine's own.
        beginWriting(event.turn, Math.max(reading?.start ?? event.at, event.at - event.usage.decodeMs));
        if (writing?.turn === event.turn) stretches.push({ type: "decode", ...writing, end: event.at });
        writing = undefined;
        break;
      case "call-start":
        calls.set(event.call.id, { turn: event.turn, start: event.at, name: event.call.name });
        break;
      case "approval-requested": {
        const { id, name } = event.request.call;
        approvals.set(id, { turn: event.turn, start: event.at, name });
        break;
      }
      case "approval-decided": {
        const approval = approvals.get(event.callId);
        if (approval === undefined) break;
        approvals.delete(event.callId);
        stretches.push({ type: "approval", ...approval, end: event.at });
        const call = calls.get(event.callId);
        if (call !== undefined) calls.set(event.callId, { ...call, start: event.at });
        break;
      }
      case "call-end": {
        const call = calls.get(event.callId);
        calls.delete(event.callId);
        if (call !== undefined) stretches.push({ type: "tool", ...call, end: event.at });
        break;
      }
      default:
        break;
    }
  }
  return stretches;
}

function toTurnTraces(events: readonly RunEvent[]): readonly TurnTrace[] {
  const turns = new Map<number, TurnTrace>();
  for (const event of events) {
    // A step is no turn: before the first one its number is 0.
    if (!("turn" in event) || event.type === "flow-step") continue;
    const trace = turns.get(event.turn) ?? toEmptyTrace(event.turn);
    const change = toTraceChange(trace, event);
    if (change !== undefined) turns.set(event.turn, { ...trace, ...change });
  }
  return [...turns.values()].sort((left, right) => left.turn - right.turn);
}

function toEmptyTrace(turn: number): TurnTrace {
  return { turn, prompt: "", appended: false, constraint: "none", raw: "", calls: [], broken: 0, feedback: [] };
}

/** The change that an event brings to its turn; undefined if it is of no interest here. */
function toTraceChange(trace: TurnTrace, event: RunEvent): Partial<TurnTrace> | undefined {
  switch (event.type) {
    case "turn-start":
      return {};
    case "prompt-sent":
      return { prompt: event.prompt, appended: event.appended, constraint: event.constraint };
    case "turn-end":
      return { raw: event.raw, usage: event.usage, ...defined({ doubted: event.doubted }) };
    case "call-start":
      return { calls: [...trace.calls, { call: event.call }] };
    case "call-end": {
      const { callId, outcome, durationMs } = event;
      return {
        calls: trace.calls.map(({ call, ...rest }) =>
          call.id === callId ? { call, outcome, durationMs } : { call, ...rest },
        ),
      };
    }
    case "call-broken":
      return { broken: trace.broken + 1 };
    case "feedback":
      return { feedback: [...trace.feedback, event.text] };
    default:
      return undefined;
  }
}
