import type { RunEvent } from "../../protocol/run-event.ts";
import type { CallRound } from "../calls/execute-calls.ts";
import { toCourtesy, toIntroduction } from "../context/introduction.ts";
import { findMissingTool } from "../context/missing-tools.ts";
import type { RunEnd } from "../state/run.ts";
import { quoteAnswer } from "./quote-answer.ts";
import { serveCalendar } from "./serve-calendar.ts";
import { serveDocuments } from "./serve-documents.ts";
import { servePage } from "./serve-page.ts";
import { serveRecognised } from "./serve-recognised.ts";
import { serveTable } from "./serve-table.ts";
import { serveTasks } from "./serve-tasks.ts";
import { serveAnswer } from "./serve-turn.ts";

/**
 * Answers a question that a model of the starter's size answers wrongly and that needs no model: what it and the app
 * can do, what is on the list of tasks, what a tool recognises, what files
 * or a page say, what a table comes to. Null where the model is to answer.
 */
export async function* servePlainQuestion(round: CallRound): AsyncGenerator<RunEvent, RunEnd | null, void> {
  const { run, allowlist } = round;
  const { asked = run.request.question } = run.request;
  const introduction = toIntroduction(asked, (name) => allowlist.has(name)) ?? toCourtesy(asked);
  if (introduction !== null) return yield* serveAnswer(run, introduction);
  const { files = [] } = run.request;
  const hasOwnTexts = round.run.request.skill.type === "agentic" && round.run.request.skill.knowledge.length > 0;
  const fact = files.length > 0 || hasOwnTexts ? null : ((await run.request.agent.findFact?.(asked)) ?? null);
  if (fact !== null) return yield* serveAnswer(run, fact);
  return (
    (yield* servePage(round)) ??
    (yield* serveTasks(round)) ??
    (yield* serveCalendar(round)) ??
    (yield* serveRecognised(round)) ??
    (yield* quoteAnswer(run)) ??
    (yield* serveTable(round)) ??
    (yield* serveDocuments(round)) ??
    (yield* serveMissingTool(round))
  );
}

function* serveMissingTool({ run, allowlist }: CallRound): Generator<RunEvent, RunEnd | null, void> {
  const { asked = run.request.question, files = [] } = run.request;
  if (files.length > 0) return null;
  const missing = findMissingTool(
    asked,
    [...allowlist.values()].map(({ spec }) => spec),
  );
  return missing === null ? null : yield* serveAnswer(run, missing);
}
