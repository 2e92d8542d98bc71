import { assertNever } from "./assert-never.ts";
import { defined } from "./defined.ts";
import type { CallId } from "./ids.ts";
import type { AnswerCost, AnswerState, AssistantMessage, AssistantTurn, CallRecord } from "./message.ts";
import type { TurnUsage } from "./model.ts";
import type { RunEndReason, RunEvent } from "./run-event.ts";

/** An answer, folded from its run's events; chat, storage and replay share this fold. */
export type Answer = Pick<AssistantMessage, "state" | "turns" | "by" | "cost" | "notice" | "noticeKind">;

export const EMPTY_ANSWER: Answer = { state: "running", turns: [] };

const EMPTY_TURN: AssistantTurn = { raw: "", text: "", reasoning: "", calls: [], broken: [] };

/** Adds one event to an answer. Pure: the answer passed in is not changed. */
export function foldAnswer(answer: Answer, event: RunEvent): Answer {
  switch (event.type) {
    case "turn-start":
      return { ...answer, turns: [...answer.turns, EMPTY_TURN] };
    case "text-delta":
      return changeTurn(answer, event.turn, (turn) => ({ ...turn, text: turn.text + event.text }));
    case "reasoning-delta":
      return changeTurn(answer, event.turn, (turn) => ({ ...turn, reasoning: turn.reasoning + event.text }));
    case "call-broken":
      return changeTurn(answer, event.turn, (turn) => ({ ...turn, broken: [...turn.broken, event.broken] }));
    case "turn-end":
      return {
        ...changeTurn(answer, event.turn, (turn) => ({ ...turn, raw: event.raw })),
        cost: addCost(answer.cost, event.usage),
      };
    case "call-start":
      return changeTurn(answer, event.turn, (turn) => ({ ...turn, calls: [...turn.calls, { call: event.call }] }));
    case "call-end": {
      const { outcome, durationMs, edits } = event;
      return changeCall(answer, event, ({ call }) => ({ call, outcome, durationMs, ...defined({ edits }) }));
    }
    case "approval-decided": {
      const edited = event.decision.type === "deny" ? undefined : event.decision.arguments;
      if (edited === undefined) return answer;
      return changeCall(answer, event, (record) => ({ ...record, call: { ...record.call, arguments: edited } }));
    }
    case "feedback":
      return changeTurn(answer, event.turn, (turn) => ({
        ...turn,
        feedback: turn.feedback === undefined ? event.text : `${turn.feedback}\n${event.text}`,
      }));
    case "notice":
      return {
        state: answer.state,
        turns: answer.turns,
        notice: event.text,
        ...defined({ cost: answer.cost, noticeKind: event.kind }),
      };
    case "run-end":
      return { ...answer, state: STATES[event.reason], ...defined({ by: event.by }) };
    case "run-start":
    case "prompt-sent":
    case "prefill-progress":
    case "call-named":
    case "approval-requested":
    case "flow-step":
    case "detected":
    case "evidence":
      return answer;
    default:
      return assertNever(event);
  }
}

function addCost(cost: AnswerCost | undefined, usage: TurnUsage): AnswerCost {
  const { promptTokens, cachedTokens, completionTokens, decodeMs } = usage;
  const contextTokens = promptTokens + cachedTokens + completionTokens;
  return {
    // A turn that was stopped before anything was read says nothing of the context.
    contextTokens: contextTokens === 0 ? (cost?.contextTokens ?? 0) : contextTokens,
    writtenTokens: (cost?.writtenTokens ?? 0) + completionTokens,
    decodeMs: (cost?.decodeMs ?? 0) + decodeMs,
  };
}

/** The state an answer has once its run has ended. */
const STATES: Readonly<Record<RunEndReason, AnswerState>> = {
  answered: "complete",
  detected: "complete",
  cancelled: "stopped",
  "budget-exceeded": "budget-exceeded",
  "repeated-call": "failed",
  "no-answer": "failed",
  unreadable: "failed",
  "ended-by-policy": "failed",
  failed: "failed",
};

function changeTurn(answer: Answer, turn: number, change: (turn: AssistantTurn) => AssistantTurn): Answer {
  const index = turn - 1;
  return { ...answer, turns: answer.turns.map((each, at) => (at === index ? change(each) : each)) };
}

function changeCall(
  answer: Answer,
  { turn, callId }: { readonly turn: number; readonly callId: CallId },
  change: (record: CallRecord) => CallRecord,
): Answer {
  return changeTurn(answer, turn, (each) => ({
    ...each,
    calls: each.calls.map((record) => (record.call.id === callId ? change(record) : record)),
  }));
}
