import type { CallRecord } from "../../protocol/message.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import { listAuthors, toAllowlist } from "../calls/allowlist.ts";
import { type ExecutedCalls, executeCalls, reportCalls } from "../calls/execute-calls.ts";
import { toOutcomeText } from "../calls/outcome-text.ts";
import { createMadeCalls } from "../calls/repeated-call.ts";
import { toSystemText } from "../context/system-text.ts";
import { toThreadResults, toThreadTurn } from "../context/to-thread.ts";
import type { AgenticSkill } from "../define/agentic-skill.ts";
import type { Run, RunEnd } from "../define/run.ts";
import { askModel, type ModelQuestion } from "./ask-model.ts";
import { callAhead } from "./call-ahead.ts";
import { askTurnHook, endBeforeTurn, endByPolicy, findTurnFailure } from "./end-run.ts";
import { toAnswerEnd, toAnswerNotices, toKnownNotice } from "./notice.ts";
import { CALL_HINT, toResendText } from "./resend-text.ts";
import type { TurnResult } from "./take-turn.ts";

/** Consecutive turns with only unreadable calls before the run ends. */
const MAX_REPAIRS = 2;

const ANSWER_HINT = "Answer in words now.";

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
  const made = createMadeCalls(allowlist);
  const round = { run, skillName: skill.name, allowlist };
  const authors = new Set([...listAuthors(skill, allowlist.values()), ...(request.authors ?? [])]);
  const holdsWords = run.policy.holdsWords(run.format, run.deps.model.info);
  let hasRunTool = false;
  let repairs = 0;
  let wordsOnly = false;
  let askedAgain = false;
  const responded =
    run.deps.responders === undefined ? null : yield* (await import("./respond-first.ts")).respondFirst(round);
  if (responded !== null && "reason" in responded) return responded;
  if (request.withoutModel === true) return { reason: "failed", failure: { code: "no-model" }, text: "" };
  if (responded !== null) made.observe(responded);
  const ahead = responded === null ? yield* callAhead(round) : null;
  if (ahead !== null) {
    made.observe(ahead.records);
    if (ahead.endRun !== null) return yield* endByPolicy(run, ahead.endRun);
    wordsOnly = ahead.records.some(({ outcome }) => outcome?.type === "success");
  }

  for (;;) {
    const end = endBeforeTurn(run);
    if (end !== null) return yield* withNewestResult(run, end, made.newest);

    // 1. Ask the model; once a tool has run, its last turn is for words.
    wordsOnly ||= hasRunTool && run.meter.isLastTurn();
    const isForced = request.forceCall === true && !hasRunTool;
    const mode: ModelQuestion["mode"] = wordsOnly ? "words" : isForced ? "forced" : "free";
    const result: TurnResult = yield* askModel(run, { system, thread: progress.thread, tools, mode });
    if (result.text.trim() !== "") progress.text = result.text;
    const broken = findTurnFailure(run, result);
    if (broken !== null) return broken;

    // 2. Is that the answer?
    const isRepeat = wordsOnly && (holdsWords || made.areKnown(result.calls));
    const isAnswer = isRepeat || (result.calls.length === 0 && (result.broken.length === 0 || result.repeating));
    if (isAnswer) {
      const veto = yield* askTurnHook(run, result, []);
      if (veto !== null) return veto;
      // Engines that hold an output to a call never come here.
      if (isForced && mode === "forced" && repairs < MAX_REPAIRS) {
        repairs += 1;
        progress.thread.push(toThreadTurn(result, []));
        yield* giveFeedback(run, CALL_HINT);
        continue;
      }
      const isEmpty = result.text.trim() === "";
      if (isEmpty && !askedAgain && !wordsOnly) {
        askedAgain = true;
        wordsOnly = true;
        yield* giveFeedback(run, ANSWER_HINT);
        continue;
      }
      if (isEmpty && made.newest !== null)
        return yield* withNewestResult(run, { reason: "answered", text: "" }, made.newest);
      progress.thread.push(toThreadTurn(result, []));
      if (made.newest?.outcome?.type === "failed") yield toKnownNotice(run, "none-worked");
      if (isForced) yield toKnownNotice(run, "no-call");
      yield* toAnswerNotices(run, result);
      // The last one, since the page offers a larger model by it, above all where this one went round in circles.
      if (run.policy.madeFor === "tiny" && made.newest === null) yield toKnownNotice(run, "too-small");
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
      yield* giveFeedback(run, toResendText(run.format, result.broken));
      continue;
    }
    repairs = 0;

    // 4. Execute the calls, or only report them.
    if (request.mode === "detect") {
      const records = yield* reportCalls(round, result.calls, {});
      return (yield* askTurnHook(run, result, records)) ?? { reason: "detected", text: progress.text };
    }
    const { records, endRun }: ExecutedCalls = yield* executeCalls({ ...round, authors }, result.calls, made.known);
    wordsOnly = made.observe(records);
    hasRunTool ||= records.some(({ outcome }) => outcome?.type === "success");
    const veto = yield* askTurnHook(run, result, records);
    if (veto !== null) return veto;
    if (endRun !== null) return yield* endByPolicy(run, endRun);

    // 5. Give the results back, unless they are known and words follow in any case.
    const isKnown = records.every(({ outcome }) => outcome?.type === "duplicate");
    if (isKnown && holdsWords) continue;
    progress.thread.push(toThreadTurn(result, records), toThreadResults(records));
    if (result.broken.length > 0 && !wordsOnly) yield* giveFeedback(run, toResendText(run.format, result.broken));
  }
}

/** The end of a run without words from its model: the newest result's own are the answer, where there is one. */
function* withNewestResult(run: Run, end: RunEnd, newest: CallRecord | null): Generator<RunEvent, RunEnd, void> {
  if (newest === null || end.text !== "" || end.reason === "cancelled") return end;
  const text = toOutcomeText(newest.call, newest.outcome ?? { type: "cancelled" });
  yield toKnownNotice(run, "own-words");
  yield { type: "text-delta", at: run.at(), turn: run.progress.turn, text };
  run.progress.text = text;
  return { ...end, text };
}

function* giveFeedback(run: Run, text: string): Generator<RunEvent, void, void> {
  yield { type: "feedback", at: run.at(), turn: run.progress.turn, text };
  run.progress.thread.push({ role: "user", text });
}
