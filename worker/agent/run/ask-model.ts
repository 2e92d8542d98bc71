import type { Format, ThreadMessage } from "../../formats/format.ts";
import type { OutputConstraint } from "../../formats/output-constraint.ts";
import { renderThread, type ThreadPrompt } from "../../formats/templates/prompt-thread.ts";
import { isJsonObject } from "../../protocol/json.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { guideTurn, toPlainPlan } from "../context/guide-turn.ts";
import { fitTools, listTools } from "../context/list-tools.ts";
import { toRecallAsSearch } from "../context/recall-as-search.ts";
import { showMedia } from "../context/show-media.ts";
import type { ModelInfo } from "../ports/model-client.ts";
import type { Run } from "../state/run.ts";
import { toKnownNotice } from "./notice.ts";
import { planTurn } from "./plan-turn.ts";
import { type TurnResult, takeTurn } from "./take-turn.ts";
import type { Judgement } from "./think-twice.ts";

/** One request to the model inside a run. */
export interface ModelQuestion {
  readonly system: string;
  readonly thread: readonly ThreadMessage[];
  readonly tools: readonly ToolSpec[];
  readonly mode: "free" | "forced";
  /** Maximum tokens of an aside, which is answered without much thought; absent for the run's own limit. */
  readonly maxTokens?: number;
}

/** Takes the run's next turn: sends the prompt, reads the output, counts what it cost. */
export async function* askModel(run: Run, question: ModelQuestion): AsyncGenerator<RunEvent, TurnResult, void> {
  const { request, deps, format, budget, progress } = run;
  progress.turn += 1;
  const { turn } = progress;
  yield { type: "turn-start", at: run.at(), turn };
  const { info } = deps.model;
  const { listed, thread, constraint, ...rendered } = renderTurn(info, format, question, progress.sent);
  const { prompt, appended, addition, media } = rendered;
  const maxTokens = Math.min(
    question.maxTokens ?? Number.POSITIVE_INFINITY,
    request.sampling?.maxTokens ?? budget.maxTokensPerTurn,
  );
  const isCut = info.shortList !== true && listed.length < question.tools.length;
  if (isCut && turn === 1) yield toKnownNotice(run, "tools-cut");
  const written = await planTurn(run, { prompt, maxTokens, isAside: question.maxTokens !== undefined });
  yield {
    type: "prompt-sent",
    at: run.at(),
    turn,
    prompt: addition,
    appended,
    constraint: constraint?.mode ?? "none",
    ...(listed.length < question.tools.length ? { listed: listed.map(({ name }) => name) } : {}),
    sampling: written.sampling,
  };
  const isJudged = info.shortList === true && question.mode === "free" && written.thought === null;
  const judgement = isJudged ? await toJudgement(run, listed, thread) : null;
  const result = yield* takeTurn(
    { turn, prompt, media, ...written, constraint, format, tools: question.tools, judgement, signal: request.signal },
    { model: deps.model, clock: deps.clock, newId: () => deps.newId(), at: () => run.at() },
  );
  progress.sent = prompt + result.raw;
  run.meter.addTurn(result.usage);
  return result;
}

/** A turn's prompt, what it shows, and what its output is held to. */
export interface RenderedTurn extends ThreadPrompt {
  readonly listed: readonly ToolSpec[];
  readonly thread: readonly ThreadMessage[];
  readonly constraint: OutputConstraint | null;
}

/** `previous` is what the engine holds: its last prompt and output. */
export function renderTurn(info: ModelInfo, format: Format, question: ModelQuestion, previous: string): RenderedTurn {
  const isGuided = info.guided === true && info.constraint !== "none";
  const listed = chooseTools(info, question);
  const shown = showMedia(question.thread, info);
  const thread = info.shortList === true ? toRecallAsSearch(shown) : shown;
  const subject = { ...question, thread, tools: listed, format };
  const plan = isGuided ? guideTurn(subject) : toPlainPlan(subject);
  const prompt = renderThread({
    template: info.template,
    format,
    system: question.system,
    tools: plan.shownTools,
    thread: plan.thread,
    previous,
  });
  return { ...prompt, listed, thread, constraint: info.constraint === "none" ? null : plan.constraint };
}

/** The tools that the model is shown; a guided one is shown examples instead. */
function chooseTools(info: ModelInfo, { thread, tools }: ModelQuestion): readonly ToolSpec[] {
  if (info.shortList === true) return listTools(thread, tools);
  return info.guided === true ? tools : fitTools(thread, tools, info.contextTokens);
}

/**
 * Doubts about a call, and what follows: a model that makes a call a second time, or one for something else than its tool is
 * for, goes on without that tool, and one that makes an argument up writes text, which says what is missing or that no tool fits. One that repeats a number calls without
 * the second, for which the tool has its default, and one that does not keep to what was said calls with what the tool leaves it. The code is loaded for such a model alone.
 */
async function toJudgement(
  { format, deps, request }: Run,
  tools: readonly ToolSpec[],
  thread: readonly ThreadMessage[],
): Promise<Judgement> {
  const { asked = request.question } = request;
  const [{ askTools, findDoubt }, { isUnasked, toUnaskedConstraint }] = await Promise.all([
    import("../calls/doubt-call.ts"),
    import("../calls/unasked-call.ts"),
  ]);
  return {
    findDoubt: async (calls) => findDoubt(calls, tools, thread) ?? (await askTools(calls, request.agent.tools, asked)),
    toConstraint({ doubt, toolName, argument, parameters }) {
      if (deps.model.info.constraint === "none") return null;
      const called = tools.find(({ name }) => name === toolName);
      if (parameters !== undefined && called !== undefined)
        return format.toConstraint([{ ...called, parameters }], "forced");
      if (argument !== undefined) {
        const narrower = tools.map((tool) => (tool.name === toolName ? withoutArgument(tool, argument) : tool));
        return format.toConstraint(narrower, "free");
      }
      if (doubt === "unasked") return toUnaskedConstraint(thread) ?? format.textConstraint ?? null;
      const isForOther = doubt === "repeated" || doubt === "misplaced";
      const rest = isForOther ? tools.filter(({ name }) => name !== toolName && !isUnasked(name, thread)) : [];
      return format.toConstraint(rest, "free") ?? format.textConstraint ?? null;
    },
  };
}

function withoutArgument(tool: ToolSpec, argument: string): ToolSpec {
  const { properties } = tool.parameters;
  if (!isJsonObject(properties)) return tool;
  const { [argument]: _left, ...rest } = properties;
  return { ...tool, parameters: { ...tool.parameters, properties: rest } };
}
