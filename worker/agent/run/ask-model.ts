import { defined } from "../../protocol/defined.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import { renderTurn, toToday } from "../context/render-turn.ts";
import { type Run, startTurn } from "../define/run.ts";
import type { TurnSubject } from "../ports/turn-policy.ts";
import { toKnownNotice } from "./notice.ts";
import { planTurn } from "./plan-turn.ts";
import { type TurnResult, takeTurn } from "./take-turn.ts";

/** One request to the model inside a run. */
export interface ModelQuestion extends Pick<TurnSubject, "system" | "thread" | "tools" | "mode"> {
  /** Maximum tokens of an aside, which is answered without much thought; absent for the run's own limit. */
  readonly maxTokens?: number;
}

/** With more tools than this, the user is told that the model saw only some of them. */
const MANY_TOOLS = 30;

/** Takes the run's next turn: sends the prompt, reads the output, counts the usage. */
export async function* askModel(run: Run, question: ModelQuestion): AsyncGenerator<RunEvent, TurnResult, void> {
  const { request, deps, format, budget, progress } = run;
  yield startTurn(run);
  const { turn } = progress;
  const rendered = renderTurn(
    { ...run, info: deps.model.info, today: toToday(deps) },
    { ...question, ...defined({ nearTools: request.nearTools }) },
    progress.sent,
  );
  const { prompt, listed, opening, wordsPrompt } = rendered;
  const maxTokens = Math.min(
    question.maxTokens ?? Number.POSITIVE_INFINITY,
    request.sampling?.maxTokens ?? budget.maxTokensPerTurn,
  );
  const isCut = listed.length < question.tools.length;
  if (isCut && question.tools.length > MANY_TOOLS && turn === 1) yield toKnownNotice(run, "tools-cut");
  const written = await planTurn(run, { prompt, opening, maxTokens, isAside: question.maxTokens !== undefined });
  yield {
    type: "prompt-sent",
    at: run.at(),
    turn,
    prompt: rendered.addition,
    ...(wordsPrompt === null ? {} : { wordsPrompt }),
    appended: rendered.appended,
    constraint: rendered.constraint?.mode ?? "none",
    ...(isCut ? { listed: listed.map(({ name }) => name) } : {}),
    sampling: written.sampling,
  };
  const result = yield* takeTurn(
    { turn, ...rendered, ...written, format, tools: question.tools, signal: request.signal },
    { model: deps.model, clock: deps.clock, newId: () => deps.newId(), at: () => run.at() },
  );
  progress.sent = prompt + result.raw;
  run.meter.addTurn(result.usage);
  return result;
}
