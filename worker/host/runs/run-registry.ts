import type { Result } from "../../protocol/failure.ts";
import type { CallId, ConversationId, RunId } from "../../protocol/ids.ts";
import type { ApprovalDecision } from "../../protocol/run-event.ts";
import { settle } from "../settle.ts";
import type { RunSession } from "./run-session.ts";

/** The runs under way in this worker: one at a time has the model. */
export interface RunRegistry {
  /** Keeps a run until everything of it is stored. */
  add(runId: RunId, conversationId: ConversationId, session: RunSession): void;
  /** A run has ended and its last words are being stored: the model is free for the next. */
  markEnding(runId: RunId): void;
  has(runId: RunId): boolean;
  /** Says so when a run has the model or is about to. */
  isBusy(): Extract<Result<never>, { readonly ok: false }> | null;
  /** Does what begins a run, unless one is under way or just beginning. */
  begin<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>>;
  stop(runId: RunId): void;
  decide(runId: RunId, callId: CallId, decision: ApprovalDecision): void;
  /** Stops every run, or those of one conversation, and waits until everything of them is stored. */
  stopAll(conversationId?: ConversationId): Promise<void>;
}

export function createRunRegistry(): RunRegistry {
  const sessions = new Map<RunId, { readonly session: RunSession; readonly conversationId: ConversationId }>();
  const ending = new Set<RunId>();
  /** A question is being stored and its run has not begun. */
  let isBeginning = false;
  const isBusy = (): ReturnType<RunRegistry["isBusy"]> =>
    sessions.size > ending.size || isBeginning ? { ok: false, failure: { code: "engine-busy" } } : null;

  return {
    add: (runId, conversationId, session) => {
      sessions.set(runId, { session, conversationId });
      void session.done.finally(() => {
        sessions.delete(runId);
        ending.delete(runId);
      });
    },
    markEnding: (runId) => void ending.add(runId),
    has: (runId) => sessions.has(runId),
    isBusy,
    begin: async (work) => {
      const busy = isBusy();
      if (busy !== null) return busy;
      isBeginning = true;
      try {
        // The page hears of a run's end a moment before the last of it is stored.
        await Promise.all([...sessions.values()].map(({ session }) => session.done));
        return await settle(work);
      } finally {
        isBeginning = false;
      }
    },
    stop: (runId) => sessions.get(runId)?.session.stop(),
    decide: (runId, callId, decision) => sessions.get(runId)?.session.decide(callId, decision),
    stopAll: async (conversationId) => {
      const runs = [...sessions.values()].filter(
        (run) => conversationId === undefined || run.conversationId === conversationId,
      );
      for (const { session } of runs) session.stop();
      await Promise.all(runs.map(({ session }) => session.done));
    },
  };
}
