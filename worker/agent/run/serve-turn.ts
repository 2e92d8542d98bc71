import type { CallRecord } from "../../protocol/message.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import type { ToolCall } from "../../protocol/tool.ts";
import { type CallRound, executeCalls } from "../calls/execute-calls.ts";
import { toThreadResults, toThreadTurn } from "../context/to-thread.ts";
import type { Run, RunEnd } from "../state/run.ts";
import { endByPolicy } from "./end-run.ts";

/** What came of calls that the app made; `end` is the run's if a handler ended it. */
export interface ServedCalls {
  readonly records: readonly CallRecord[];
  readonly end: RunEnd | null;
}

/**
 * Makes calls for the user's own words in a turn without the model: allowlist, approval and log are the same. Without
 * `isTold` the model does not read them, should it be asked in the end.
 */
export async function* serveCalls(
  round: CallRound,
  calls: readonly Pick<ToolCall, "name" | "arguments">[],
  isTold = true,
): AsyncGenerator<RunEvent, ServedCalls, void> {
  const { run } = round;
  const { progress, deps } = run;
  progress.turn += 1;
  yield { type: "turn-start", at: run.at(), turn: progress.turn };
  const named = calls.map((call): ToolCall => ({ id: deps.newId(), ...call }));
  const { records, endRun } = yield* executeCalls(round, named);
  if (isTold) progress.thread.push(toThreadTurn({ raw: "", text: "" }, records), toThreadResults(records));
  return { records, end: endRun === null ? null : yield* endByPolicy(run, endRun) };
}

/** Ends the run with words that are not the model's. */
export function* serveAnswer(run: Run, text: string): Generator<RunEvent, RunEnd, void> {
  const { progress, request } = run;
  if (request.signal.aborted) return { reason: "cancelled", text: progress.text };
  progress.turn += 1;
  progress.text = text;
  yield { type: "turn-start", at: run.at(), turn: progress.turn };
  yield { type: "text-delta", at: run.at(), turn: progress.turn, text };
  return { reason: "answered", text };
}
