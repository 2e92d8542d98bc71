import { ANSWER_LABEL } from "../../formats/dialects/staged.ts";
import type { ThreadMessage } from "../../formats/format.ts";

type AssistantTurn = Extract<ThreadMessage, { role: "assistant" }>;

/** A turn without a choice before its words. */
export const ONE_GENERATION = { opening: "", wordsAfter: null, words: null, bias: null } as const;

/** True for a turn whose raw text has the form of the policy `staged`. */
export function isStagedTurn({ raw, calls }: AssistantTurn): boolean {
  const [first] = calls;
  return raw.startsWith(ANSWER_LABEL) || (first !== undefined && raw.startsWith(`${first.call.name} {`));
}

/** A turn in the form of `staged`, however it was written. */
export function toStagedTurn(turn: AssistantTurn): AssistantTurn {
  if (isStagedTurn(turn)) return turn;
  const calls = turn.calls.map(({ call }) => `${call.name} ${JSON.stringify(call.arguments)}`);
  return { ...turn, raw: calls.length > 0 ? calls.join("\n") : `${ANSWER_LABEL} ${turn.text}` };
}

/** A turn's words alone, for a prompt without tools. */
export function toWordsTurn(turn: AssistantTurn): AssistantTurn {
  return isStagedTurn(turn) && turn.calls.length === 0 ? { ...turn, raw: turn.text } : turn;
}
