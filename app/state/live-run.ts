import { type Answer, EMPTY_ANSWER, foldAnswer } from "../../worker/protocol/answer.ts";
import { assertNever } from "../../worker/protocol/assert-never.ts";
import { defined } from "../../worker/protocol/defined.ts";
import type { CallId, ConversationId, MessageId, RunId } from "../../worker/protocol/ids.ts";
import type { ApprovalRequest, RunEvent } from "../../worker/protocol/run-event.ts";

/** How a run ended, as its last event says. */
export type RunEnd = Pick<Extract<RunEvent, { readonly type: "run-end" }>, "reason" | "budget" | "failure">;

/** A sentence about how a run went, and what it says where the page has its own words for it. */
export type Notice = Pick<Extract<RunEvent, { readonly type: "notice" }>, "text" | "kind">;

/** A run that this page has watched, on top of the answer that storage keeps. */
export interface LiveRun {
  readonly runId: RunId;
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
  readonly answer: Answer;
  /** Names of calls that the model is writing in the current turn and that have not started. */
  readonly writing: readonly string[];
  /** Calls that wait for the user. */
  readonly approvals: Readonly<Record<CallId, ApprovalRequest>>;
  /** The prompt being read, in tokens; absent once the model writes. */
  readonly prefill?: { readonly done: number; readonly total: number; readonly waiting?: true };
  readonly notices: readonly Notice[];
  readonly end?: RunEnd;
}

/** A run of which no event has been seen yet. */
export function toLiveRun(runId: RunId, conversationId: ConversationId, messageId: MessageId): LiveRun {
  return { runId, conversationId, messageId, answer: EMPTY_ANSWER, writing: [], approvals: {}, notices: [] };
}

/** How many ended runs are kept for what storage does not hold of them: costs, failures, notices. */
export const MAX_ENDED_RUNS = 100;

/** Runs, in the order in which the page first heard of them, with one replaced, or added in the oldest ended one's place. */
export function putRun(runs: Readonly<Record<RunId, LiveRun>>, run: LiveRun): Readonly<Record<RunId, LiveRun>> {
  const ended = run.runId in runs ? [] : Object.values(runs).filter(({ end }) => end !== undefined);
  const surplus = new Set(ended.slice(0, Math.max(0, ended.length - MAX_ENDED_RUNS + 1)));
  const kept =
    surplus.size === 0 ? runs : Object.fromEntries(Object.entries(runs).filter(([, each]) => !surplus.has(each)));
  return { ...kept, [run.runId]: run };
}

/** The run of a conversation that has not ended, if any. */
export function findActiveRun(
  runs: Readonly<Record<RunId, LiveRun>>,
  conversationId: ConversationId,
): LiveRun | undefined {
  return Object.values(runs).find((run) => run.conversationId === conversationId && run.end === undefined);
}

/** Adds one event of the run's log to what the page shows of it. Pure. */
export function foldLiveRun(run: LiveRun, event: RunEvent): LiveRun {
  const answer = foldAnswer(run.answer, event);
  const next: LiveRun = answer === run.answer ? run : { ...run, answer };
  switch (event.type) {
    case "turn-start":
      return { ...next, writing: [] };
    case "prefill-progress":
      return { ...next, prefill: { done: event.done, total: event.total, ...defined({ waiting: event.waiting }) } };
    case "text-delta":
    case "reasoning-delta":
    case "turn-end":
      return withoutPrefill(next);
    case "call-named":
      return { ...withoutPrefill(next), writing: [...next.writing, event.name] };
    case "call-broken":
      return { ...next, writing: next.writing.slice(0, -1) };
    case "call-start":
      return { ...next, writing: removeFirst(next.writing, event.call.name) };
    case "approval-requested":
      return { ...next, approvals: { ...next.approvals, [event.request.call.id]: event.request } };
    case "approval-decided":
    case "call-end": {
      if (next.approvals[event.callId] === undefined) return next;
      const { [event.callId]: _, ...approvals } = next.approvals;
      return { ...next, approvals };
    }
    case "notice":
      return { ...next, notices: [...next.notices, toNotice(event)] };
    case "run-end": {
      const end: RunEnd = { reason: event.reason, ...defined({ budget: event.budget, failure: event.failure }) };
      return { ...withoutPrefill(next), writing: [], approvals: {}, end };
    }
    case "run-start":
    case "prompt-sent":
    case "feedback":
    case "flow-step":
    case "detected":
    case "evidence":
      return next;
    default:
      return assertNever(event);
  }
}

export function toNotice({ text, kind }: Notice): Notice {
  return { text, ...defined({ kind }) };
}

function withoutPrefill(run: LiveRun): LiveRun {
  if (run.prefill === undefined) return run;
  const { prefill: _, ...rest } = run;
  return rest;
}

function removeFirst(names: readonly string[], name: string): readonly string[] {
  const at = names.indexOf(name);
  return at < 0 ? names : names.filter((_, index) => index !== at);
}
