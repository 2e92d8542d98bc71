import type { AssistantTurn } from "../../../worker/protocol/message.ts";

/** Joins the text of some turns, without thoughts and calls. */
export function toWritten(turns: readonly AssistantTurn[]): string {
  return turns
    .map(({ text }) => text.trim())
    .filter(Boolean)
    .join("\n\n");
}
