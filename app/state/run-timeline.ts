import type { TurnUsage } from "../../worker/protocol/model.ts";
import type { RunEvent } from "../../worker/protocol/run-event.ts";
import type { ToolCall, ToolOutcome } from "../../worker/protocol/tool.ts";

/** What a stretch of a run was spent on. */
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
  readonly calls: readonly { readonly call: ToolCall; readonly outcome?: ToolOutcome; readonly durationMs?: number }[];
  readonly broken: number;
  readonly feedback: readonly string[];
}

/** A run's log as what a user wants to see of it. */
export interface RunTimeline {
  readonly durationMs: number;
  readonly stretches: readonly Stretch[];
  readonly turns: readonly TurnTrace[];
  readonly notices: readonly string[];
}

interface OpenStretch {
  readonly turn: number;
  readonly start: number;
  readonly name: string;
}

/** Reads a run's log. Pure; a log that was cut off gives what is there. */
export function toRunTimeline(events: readonly RunEvent[]): RunTimeline {
  const stretches: Stretch[] = [];
  const turns = new Map<number, TurnTrace>();
  const notices: string[] = [];
  const openCalls = new Map<string, OpenStretch>();
  const openApprovals = new Map<string, OpenStretch>();
  let reading: { turn: number; start: number } | undefined;
  let writing: { turn: number; start: number } | undefined;

  const change = (turn: number, edit: (trace: TurnTrace) => TurnTrace) => {
    const trace = turns.get(turn) ?? {
      turn,
      prompt: "",
      appended: false,
      constraint: "none",
      raw: "",
      calls: [],
      broken: 0,
      feedback: [],
    };
    turns.set(turn, edit(trace));
  };
  const beginWriting = (turn: number, at: number) => {
    if (reading?.turn !== turn) return;
    stretches.push({ type: "prefill", turn, start: reading.start, end: at });
    reading = undefined;
    writing = { turn, start: at };
  };

  for (const event of events) {
    switch (event.type) {
      case "turn-start":
        change(event.turn, (trace) => trace);
        break;
      case "prompt-sent":
        change(event.turn, (trace) => ({
          ...trace,
          prompt: event.prompt,
          appended: event.appended,
          constraint: event.constraint,
        }));
        reading = { turn: event.turn, start: event.at };
        break;
      case "text-delta":
      case "reasoning-delta":
      case "call-named":
        beginWriting(event.turn, event.at);
        break;
      case "turn-end": {
        // A turn that was only a forced call shows no text before its end: its writing time is the engine's own.
        beginWriting(event.turn, Math.max(reading?.start ?? event.at, event.at - event.usage.decodeMs));
        if (writing?.turn === event.turn) {
          stretches.push({ type: "decode", turn: event.turn, start: writing.start, end: event.at });
        }
        writing = undefined;
        change(event.turn, (trace) => ({ ...trace, raw: event.raw, usage: event.usage }));
        break;
      }
      case "call-start":
        openCalls.set(event.call.id, { turn: event.turn, start: event.at, name: event.call.name });
        change(event.turn, (trace) => ({ ...trace, calls: [...trace.calls, { call: event.call }] }));
        break;
      case "approval-requested": {
        const { id, name } = event.request.call;
        openApprovals.set(id, { turn: event.turn, start: event.at, name });
        break;
      }
      case "approval-decided": {
        const open = openApprovals.get(event.callId);
        if (open === undefined) break;
        openApprovals.delete(event.callId);
        stretches.push({ type: "approval", end: event.at, ...open });
        const call = openCalls.get(event.callId);
        if (call !== undefined) openCalls.set(event.callId, { ...call, start: event.at });
        break;
      }
      case "call-end": {
        const open = openCalls.get(event.callId);
        openCalls.delete(event.callId);
        if (open !== undefined) stretches.push({ type: "tool", end: event.at, ...open });
        change(event.turn, (trace) => ({
          ...trace,
          calls: trace.calls.map((record) =>
            record.call.id === event.callId
              ? { call: record.call, outcome: event.outcome, durationMs: event.durationMs }
              : record,
          ),
        }));
        break;
      }
      case "call-broken":
        change(event.turn, (trace) => ({ ...trace, broken: trace.broken + 1 }));
        break;
      case "feedback":
        change(event.turn, (trace) => ({ ...trace, feedback: [...trace.feedback, event.text] }));
        break;
      case "notice":
        notices.push(event.text);
        break;
      default:
        break;
    }
  }
  return {
    durationMs: events.at(-1)?.at ?? 0,
    stretches,
    turns: [...turns.values()].sort((left, right) => left.turn - right.turn),
    notices,
  };
}
