import { EMPTY_ANSWER, foldAnswer } from "../../worker/protocol/answer.ts";
import { defined } from "../../worker/protocol/defined.ts";
import type { AssistantTurn } from "../../worker/protocol/message.ts";
import type { TurnUsage } from "../../worker/protocol/model.ts";
import type { DoubtedOutput, RunEvent } from "../../worker/protocol/run-event.ts";
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
export interface TurnTrace extends Pick<AssistantTurn, "raw" | "calls" | "broken" | "feedback"> {
  readonly turn: number;
  readonly prompt: string;
  readonly appended: boolean;
  readonly constraint: string;
  readonly usage?: TurnUsage;
  /** As in `turn-end`. */
  readonly doubted?: DoubtedOutput;
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
  const sent = new Map(events.flatMap((event) => (event.type === "prompt-sent" ? [[event.turn, event]] : [])));
  const ended = new Map(events.flatMap((event) => (event.type === "turn-end" ? [[event.turn, event]] : [])));
  // The raw text has every word that came piece by piece.
  const whole = events.filter(({ type }) => type !== "text-delta" && type !== "reasoning-delta");
  const { turns } = whole.reduce(foldAnswer, EMPTY_ANSWER);
  return turns.map(({ raw, calls, broken, feedback }, index) => {
    const turn = index + 1;
    const { prompt = "", appended = false, constraint = "none" } = sent.get(turn) ?? {};
    const { usage, doubted } = ended.get(turn) ?? {};
    return { turn, prompt, appended, constraint, raw, calls, broken, ...defined({ feedback, usage, doubted }) };
  });
}
