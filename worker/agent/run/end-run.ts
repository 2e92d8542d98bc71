import type { CallRecord } from "../../protocol/message.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import { askHook, emitHook } from "../define/hooks.ts";
import type { Run, RunEnd } from "../define/run.ts";
import { toNotice } from "./notice.ts";
import type { TurnResult } from "./take-turn.ts";

/** Ends the run if it was stopped or has used up a budget, which the budget hook hears of. Null if it may continue. */
export function endBeforeTurn(run: Run): RunEnd | null {
  const { text } = run.progress;
  if (run.request.signal.aborted) return { reason: "cancelled", text };
  const budget = run.meter.findExceeded(run.at());
  if (budget === null) return null;
  emitHook(run.request.agent.hooks.onBudget, budget);
  return { reason: "budget-exceeded", budget, text };
}

/** How a failed or stopped turn ends the run; null otherwise. A failure while stopping is kept: the engine may be lost. */
export function findTurnFailure(run: Run, { failure }: TurnResult): RunEnd | null {
  const { text } = run.progress;
  const cancelled = run.request.signal.aborted;
  if (failure !== null) return { reason: cancelled ? "cancelled" : "failed", failure, text };
  return cancelled ? { reason: "cancelled", text } : null;
}

/** Asks the agent's turn hook; its veto ends the run, otherwise null. */
export async function* askTurnHook(
  run: Run,
  result: TurnResult,
  calls: readonly CallRecord[],
): AsyncGenerator<RunEvent, RunEnd | null, void> {
  const { request, deps, progress } = run;
  const { raw, text, reasoning, broken } = result;
  const subject = { turn: progress.turn, record: { raw, text, reasoning, calls, broken } };
  const veto = await askHook("onTurn", request.agent.hooks.onTurn, subject, {
    clock: deps.clock,
    signal: request.signal,
  });
  return veto === undefined ? null : yield* endByPolicy(run, veto.reason);
}

/** Ends the run by decision of a hook or an error handler, and tells the user the reason. */
export async function* endByPolicy(run: Run, reason: string): AsyncGenerator<RunEvent, RunEnd, void> {
  yield toNotice(run, reason);
  return { reason: "ended-by-policy", text: run.progress.text };
}
