import type { Format, ThreadMessage } from "../../formats/format.ts";
import { guideQuestion, toAnswerConstraint } from "../../formats/guidance/guide-question.ts";
import type { OutputConstraint } from "../../formats/output-constraint.ts";
import type { ToolSpec } from "../../protocol/tool.ts";

/** The conversation and the tools of a turn. */
export interface TurnSubject {
  readonly thread: readonly ThreadMessage[];
  readonly tools: readonly ToolSpec[];
  readonly mode: "free" | "forced";
  readonly format: Format;
}

/** How a turn is presented to the model. */
export interface TurnPlan {
  readonly thread: readonly ThreadMessage[];
  /** The tools that the system text lists. */
  readonly shownTools: readonly ToolSpec[];
  readonly constraint: OutputConstraint | null;
}

/** The unguided turn: all tools listed, the constraint of the model's own dialect. */
export function toPlainPlan({ thread, tools, mode, format }: TurnSubject): TurnPlan {
  return { thread, shownTools: tools, constraint: format.toConstraint(tools, mode) };
}

/**
 * The turn for a weak model. The system text lists no tools: the model cannot use them, and reading them takes a minute
 * on a CPU. Instead the nearest examples come as turns before the question. The output is forced to a call that fits
 * the question, or is free if no tool is near; after a successful call it must contain the result. Depends on the
 * thread alone, so that the prompts of one run share their beginning.
 */
export function guideTurn({ thread, tools, mode, format }: TurnSubject): TurnPlan {
  const asked = thread.findLastIndex(({ role }) => role === "user");
  const question = thread[asked];
  if (question?.role !== "user") return { thread, shownTools: [], constraint: null };
  const guide = guideQuestion(question.asked ?? question.text, tools);
  const forced = mode === "forced" ? format.toConstraint(tools, "forced") : null;
  const last = thread.at(-1);
  if (guide.type === "talk") return { thread, shownTools: [], constraint: last?.role === "user" ? forced : null };
  const examples = guide.examples.flatMap(({ question: text, name, arguments: input }): ThreadMessage[] => [
    { role: "user", text },
    { role: "assistant", raw: format.renderCall(name, input), text: "", calls: [] },
  ]);
  const shown = [...thread.slice(0, asked), ...examples, ...thread.slice(asked)];
  const constraint =
    last?.role === "user" ? format.toConstraint(guide.tools, "forced") : toAnswerConstraint(findResults(thread));
  return { thread: shown, shownTools: [], constraint };
}

/** The results of the newest turn's calls that succeeded. */
function findResults(thread: readonly ThreadMessage[]): readonly string[] {
  const [turn, results] = thread.slice(-2);
  if (turn?.role !== "assistant" || results?.role !== "tool") return [];
  const succeeded = new Set(turn.calls.flatMap(({ call, outcome }) => (outcome?.type === "success" ? [call.id] : [])));
  return results.results.flatMap(({ callId, text }) => (succeeded.has(callId) ? [text] : []));
}
