import type { BrokenCall } from "../../protocol/message.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import { toAllowlist } from "../calls/allowlist.ts";
import { type ExecutedCalls, executeCalls, reportCalls } from "../calls/execute-calls.ts";
import { createRepeatWatch } from "../calls/repeated-call.ts";
import { toSystemText } from "../context/system-text.ts";
import { toThreadResults, toThreadTurn } from "../context/to-thread.ts";
import type { AgenticSkill } from "../define/agentic-skill.ts";
import type { Run, RunEnd } from "../state/run.ts";
import { askModel, type ModelQuestion } from "./ask-model.ts";
import { askTurnHook, endBeforeTurn, endByPolicy, findTurnFailure } from "./end-run.ts";
import { toAnswerEnd, toAnswerNotices, toKnownNotice } from "./notice.ts";
import { respondFirst } from "./respond-first.ts";
import type { TurnResult } from "./take-turn.ts";

/** Consecutive turns with only unreadable calls before the run ends. */
const MAX_REPAIRS = 2;
/** Unreadable calls of a turn that are named to the model one by one; the rest is counted. */
const MAX_NAMED = 3;

const REPEAT_HINT = "You have made this same call three times. Use its result or try something else.";

/**
 * The loop of a skill that the model drives: check the budgets, let the model write, read its calls, execute them, give
 * the results back, repeat; a turn without calls is the answer.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the loop is read in one piece, five steps from top to bottom.
export async function* runLoop(run: Run, skill: AgenticSkill): AsyncGenerator<RunEvent, RunEnd, void> {
  const { request, progress } = run;
  const allowlist = toAllowlist(request.agent, skill, request);
  const tools = [...allowlist.values()].map((tool) => tool.spec);
  const system = toSystemText(request, skill.description, skill.instructions);
  const repeats = createRepeatWatch(allowlist);
  const round = { run, skillName: skill.name, allowlist };
  let hasRunTool = false;
  let repairs = 0;
  const responded = yield* respondFirst(round);
  if (responded !== null) return responded;

  for (;;) {
    const end = endBeforeTurn(run);
    if (end !== null) return end;

    // 1. Ask the model.
    const mode: ModelQuestion["mode"] = request.forceCall === true && !hasRunTool ? "forced" : "free";
    const result: TurnResult = yield* askModel(run, { system, thread: progress.thread, tools, mode });
    if (result.text.trim() !== "") progress.text = result.text;
    const broken = findTurnFailure(run, result);
    if (broken !== null) return broken;

    // 2. Is that the answer?
    if (result.calls.length === 0 && (result.broken.length === 0 || result.repeating)) {
      const veto = yield* askTurnHook(run, result, []);
      if (veto !== null) return veto;
      progress.thread.push(toThreadTurn(result, []));
      yield* toAnswerNotices(run, result);
      return toAnswerEnd(run, result);
    }

    // 3. Nothing but unreadable calls: ask the model to write them again.
    if (result.calls.length === 0) {
      const veto = yield* askTurnHook(run, result, []);
      if (veto !== null) return veto;
      repairs += 1;
      if (repairs > MAX_REPAIRS) {
        yield toKnownNotice(run, "unreadable");
        return { reason: "unreadable", text: progress.text };
      }
      progress.thread.push(toThreadTurn(result, []));
      yield* giveFeedback(run, toResendText(result.broken));
      continue;
    }
    repairs = 0;

    // 4. Execute the calls, or only report them.
    if (request.mode === "detect") {
      const records = yield* reportCalls(round, result.calls, {});
      return (yield* askTurnHook(run, result, records)) ?? { reason: "detected", text: progress.text };
    }
    const repeat = repeats.observe(result.calls);
    if (repeat === "stop") {
      yield toKnownNotice(run, "repeated-call");
      return { reason: "repeated-call", text: progress.text };
    }
    const { records, endRun }: ExecutedCalls = yield* executeCalls(round, result.calls);
    hasRunTool ||= records.some(({ outcome }) => outcome?.type === "success");
    const veto = yield* askTurnHook(run, result, records);
    if (veto !== null) return veto;
    if (endRun !== null) return yield* endByPolicy(run, endRun);

    // 5. Give the results back.
    progress.thread.push(toThreadTurn(result, records), toThreadResults(records));
    const hints = [
      ...(repeat === "hint" ? [REPEAT_HINT] : []),
      ...(result.broken.length > 0 ? [toResendText(result.broken)] : []),
    ];
    if (hints.length > 0) yield* giveFeedback(run, hints.join(" "));
  }
}

/** Asks the model to write an unreadable call again. */
function toResendText(broken: readonly BrokenCall[]): string {
  const reasons = broken.slice(0, MAX_NAMED).map(({ position, reason }) => `${reason} (at character ${position})`);
  const rest = broken.length - reasons.length;
  const named = [...reasons, ...(rest > 0 ? [`and ${rest} more`] : [])].join("; ");
  return `Your tool call could not be read: ${named}. Send the whole call again.`;
}

function* giveFeedback(run: Run, text: string): Generator<RunEvent, void, void> {
  yield { type: "feedback", at: run.at(), turn: run.progress.turn, text };
  run.progress.thread.push({ role: "user", text });
}
