import type { Failed, Result } from "../../protocol/failure.ts";
import type { CallId, ConversationId, RunId } from "../../protocol/ids.ts";
import type { ApprovalDecision } from "../../protocol/run-event.ts";
import { toResult } from "../to-result.ts";

/** A run under way, as others control it. */
export interface RunHandle {
  stop(): void;
  decide(callId: CallId, decision: ApprovalDecision): void;
  /** True for work in the background that ends when a question comes. */
  readonly yields?: true;
  /** Resolves when the run has ended and everything of it is stored. Never rejects. */
  readonly done: Promise<void>;
}

/** The runs under way in this worker. Only one at a time uses the model. */
export type RunRegistry = ReturnType<typeof createRunRegistry>;

export function createRunRegistry() {
  const running = new Map<RunId, { readonly run: RunHandle; readonly conversationId: ConversationId }>();
  const ending = new Set<RunId>();
  /** A question is being stored and its run has not begun. */
  let isBeginning = false;
  let readAhead: Pick<RunHandle, "stop" | "done"> | null = null;
  const endReadAhead = (): Promise<void> | null => {
    readAhead?.stop();
    return readAhead?.done ?? null;
  };
  const refuseIfBusy = (): Failed | null =>
    running.size > ending.size || isBeginning ? { ok: false, failure: { code: "engine-busy" } } : null;

  return {
    /** Keeps a run until everything of it is stored. */
    add: (runId: RunId, conversationId: ConversationId, run: RunHandle): void => {
      running.set(runId, { run, conversationId });
      void run.done.finally(() => {
        running.delete(runId);
        ending.delete(runId);
      });
    },
    /** A run has ended and the last of it is being stored: the model is free for the next. */
    markEnding: (runId: RunId): void => void ending.add(runId),
    has: (runId: RunId): boolean => running.has(runId),
    /** Returns a failure if a run has the model or is about to, otherwise null. */
    refuseIfBusy,
    /** True while the model has nothing at all to do, not even to read ahead. */
    isQuiet: (): boolean => running.size === 0 && !isBeginning && readAhead === null,
    /** Work on the model that `begin` and `stopAll` put an end to; it never counts as busy. */
    setReadAhead: (reading: Pick<RunHandle, "stop" | "done">): void => {
      readAhead = reading;
      void reading.done.finally(() => {
        if (readAhead === reading) readAhead = null;
      });
    },
    /** Stops that work; resolves when the model is free of it. Null if it is free already. */
    endReadAhead,
    /**
     * Does the work that starts a run, or returns a failure if another run is under way or about to start. For a question,
     * runs that yield are stopped first.
     */
    begin: async <Value>(work: () => Promise<Result<Value>>, purpose?: "question"): Promise<Result<Value>> => {
      if (purpose === "question") {
        const yielding = [...running.values()].filter(({ run }) => run.yields === true);
        for (const { run } of yielding) run.stop();
        await Promise.all(yielding.map(({ run }) => run.done));
      }
      const busy = refuseIfBusy();
      if (busy !== null) return busy;
      isBeginning = true;
      try {
        // The page is told of a run's end a moment before the last of it is stored.
        await Promise.all([...running.values()].map(({ run }) => run.done));
        const reading = endReadAhead();
        // Many a question needs no model; the others wait where they ask it, see `afterReadAhead`.
        if (purpose !== "question") await reading;
        return await toResult(work);
      } finally {
        isBeginning = false;
      }
    },
    stop: (runId: RunId): void => running.get(runId)?.run.stop(),
    decide: (runId: RunId, callId: CallId, decision: ApprovalDecision): void =>
      running.get(runId)?.run.decide(callId, decision),
    /** Stops every run, or those of one conversation, and waits until everything of them is stored. */
    stopAll: async (conversationId?: ConversationId): Promise<void> => {
      const stopped = [...running.values()].filter(
        (each) => conversationId === undefined || each.conversationId === conversationId,
      );
      for (const { run } of stopped) run.stop();
      await Promise.all([endReadAhead(), ...stopped.map(({ run }) => run.done)]);
    },
  };
}
