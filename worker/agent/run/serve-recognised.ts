import type { CallRecord } from "../../protocol/message.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import type { CallRound } from "../calls/execute-calls.ts";
import type { RunEnd } from "../state/run.ts";
import { serveAnswer, serveCalls } from "./serve-turn.ts";

/**
 * Makes the call that a question asks for in so many words, and answers with its result: "200 minus 35%", "a fortnight
 * from now". Null where no tool of the skill recognises the question, or its call comes to nothing.
 */
export async function* serveRecognised(round: CallRound): AsyncGenerator<RunEvent, RunEnd | null, void> {
  const { run, allowlist } = round;
  const { request, deps } = run;
  const { asked = request.question } = request;
  const context = { now: () => deps.clock.wallNow(), timeZone: deps.timeZone };
  for (const [name, tool] of allowlist) {
    const call = (await tool.recognise?.(asked, context)) ?? null;
    if (call === null) continue;
    const { records, end } = yield* serveCalls(round, [{ name, arguments: call.arguments }]);
    if (end !== null) return end;
    const result = toText(records);
    return result === null ? null : yield* serveAnswer(run, call.toAnswer(result));
  }
  return null;
}

/** The first call's result as text; null without one. */
function toText([record]: readonly CallRecord[]): string | null {
  if (record?.outcome?.type !== "success") return null;
  const [block] = record.outcome.content;
  if (block?.type === "text") return block.text;
  return block?.type === "json" ? String(block.value) : null;
}
