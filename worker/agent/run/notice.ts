import { defined } from "../../protocol/defined.ts";
import type { NoticeKind } from "../../protocol/message.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import type { Run, RunEnd } from "../define/run.ts";
import type { TurnResult } from "./take-turn.ts";

const TEXTS: Readonly<Record<NoticeKind, string>> = {
  repeating: "The model began to repeat itself and was stopped.",
  "no-answer": "The model ended without an answer.",
  "marks-left-out": "The model wrote signs that are meant for the program. They were left out.",
  unreadable: "The model tried to use a tool, but its calls could not be read.",
  "own-words": "The model had no words for this: it is what the tool gave.",
  "none-worked": "No tool worked here: this is what the model says without one.",
  "no-call": "A tool was to be used; the model wrote words instead.",
  "repeated-call": "The model asked for the same call again and again, so the run was ended.",
  "tools-cut": "The tools do not all fit into this model's context: it was shown those nearest to the question.",
  "too-small": "The model is a small one: a larger one may do this, or do it better.",
};

/** Notices for the user about a turn that is the answer. */
export function* toAnswerNotices(run: Run, result: TurnResult): Generator<RunEvent, void, void> {
  if (result.marks > 0) yield toKnownNotice(run, "marks-left-out");
  if (result.repeating) yield toKnownNotice(run, "repeating");
  if (result.text.trim() === "") yield toKnownNotice(run, "no-answer");
}

/** How a run ends whose last turn holds no calls. */
export function toAnswerEnd(run: Run, result: TurnResult): RunEnd {
  const { text } = run.progress;
  if (result.text.trim() === "") return { reason: "no-answer", text };
  const isCut = result.finishReason === "length" && !result.repeating;
  return isCut ? { reason: "budget-exceeded", budget: "turn-tokens", text } : { reason: "answered", text };
}

/** A notice that the page can say in the user's language. */
export function toKnownNotice(run: Run, kind: NoticeKind): RunEvent {
  return toNotice(run, TEXTS[kind], kind);
}

/** A notice for the user, in the run's newest turn. */
export function toNotice(run: Run, text: string, kind?: NoticeKind): RunEvent {
  return { type: "notice", at: run.at(), turn: run.progress.turn, text, ...defined({ kind }) };
}
