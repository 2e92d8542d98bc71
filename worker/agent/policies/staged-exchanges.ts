import { ANSWER_LABEL } from "../../formats/dialects/staged.ts";
import type { ThreadMessage } from "../../formats/format.ts";
import { type Features, toFeatures } from "../../search/likeness.ts";
import EXCHANGES from "./staged-exchanges.json" with { type: "json" };

/** A question, what the model writes, results in between, and its last words: the turns of a short conversation. */
export type Exchange = readonly ThreadMessage[];

/** Makes an exchange of its texts: a question, then turns of the model and results by turns. */
export function toExchange(...texts: readonly string[]): Exchange {
  return texts.map((text, index): ThreadMessage => {
    if (index === 0) return { role: "user", text };
    if (index % 2 === 1) return { role: "assistant", raw: text, text, calls: [] };
    return { role: "tool", results: [{ callId: "", name: "", text }] };
  });
}

/**
 * Takes from both by turns, calls first, as evenly as their lengths allow: a run of calls makes the next reply a call. Words
 * end it.
 */
export function mix(words: readonly Exchange[], calls: readonly Exchange[]): readonly Exchange[] {
  let taken = 0;
  return words.flatMap((exchange, index) => {
    const from = taken;
    taken = Math.round(((index + 1) * calls.length) / words.length);
    return [...calls.slice(from, taken), exchange];
  });
}

/** Exchanges that need no tool: whole sentences, some in other languages, and what cannot be done here. */
export const WORD_EXCHANGES: readonly Exchange[] = EXCHANGES.words.map((texts) => toExchange(...texts));

/** Exchanges that bring the tools of their question with them, for tools that bring none of their own. */
export const GENERIC_EXCHANGES: readonly Exchange[] = EXCHANGES.generic.map((texts) => toExchange(...texts));

/** The questions and answers of all exchanges: what they share with a tool's description says nothing of a question. */
export const ORDINARY: readonly Features[] = [...EXCHANGES.words, ...EXCHANGES.generic]
  .flatMap(([question = "", ...turns]) => [
    question.split("\n\n").at(-1) ?? "",
    ...turns.filter((turn) => turn.startsWith(ANSWER_LABEL)),
  ])
  .map(toFeatures);
