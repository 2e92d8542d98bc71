import type { RunEvent } from "../../protocol/run-event.ts";
import type { Run } from "../state/run.ts";
import type { TurnResult } from "./take-turn.ts";

/** What the user should know about a turn that is the answer. */
export function toAnswerNotice(result: TurnResult): string | null {
  if (result.repeating) return "The model began to repeat itself and was stopped.";
  if (result.finishReason === "length") {
    return `The answer was cut off after ${result.usage?.completionTokens ?? "the last"} tokens.`;
  }
  return result.text.trim() === "" ? "The model ended without an answer." : null;
}

/** A notice for the user, in the run's newest turn. */
export function toNotice(run: Run, text: string): RunEvent {
  return { type: "notice", at: run.at(), turn: run.progress.turn, text };
}
