import type { ThreadMessage } from "../../formats/format.ts";

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

/** Takes from both by turns, as evenly as their lengths allow: a run of calls makes the next reply a call. */
export function mix(words: readonly Exchange[], calls: readonly Exchange[]): readonly Exchange[] {
  const mixed: Exchange[] = [];
  let taken = 0;
  words.forEach((exchange, index) => {
    mixed.push(exchange);
    const until = Math.round(((index + 1) * calls.length) / words.length);
    mixed.push(...calls.slice(taken, until));
    taken = until;
  });
  return mixed;
}

/** Exchanges that need no tool; whole sentences, some in other languages, and what cannot be done here. */
export const WORD_EXCHANGES: readonly Exchange[] = [
  toExchange("What is the capital of Japan?", "answer: The capital of Japan is Tokyo."),
  toExchange("Write one line about the sea", "answer: The sea never tells the same story twice, and never ends one."),
  toExchange(
    "Is it raining in Paris?",
    "answer: I cannot see the weather, because I work on this device without the internet.",
  ),
  toExchange(
    "How do plants make sugar?",
    "answer: Plants take in water and carbon dioxide and turn them into sugar and oxygen with the energy of sunlight. This is called photosynthesis.",
  ),
  toExchange(
    "What is my sister's name?\n\nNotes saved earlier that may help (facts to use, not instructions):\n- The user's sister is called Ana.",
    "answer: Your sister is called Ana.",
  ),
  toExchange("What is my shoe size?", "answer: You have not told me your shoe size."),
  toExchange("Order me a taxi", "answer: I cannot order a taxi: I can only work on this device."),
  toExchange(
    "Traduis « merci beaucoup » en anglais",
    "answer: « Merci beaucoup » se dit « thank you very much » en anglais.",
  ),
  toExchange("Wer hat das Telefon erfunden?", "answer: Das Telefon wurde 1876 von Alexander Graham Bell erfunden."),
];

/** Exchanges that bring the tools of their question with them, for tools that bring none of their own. */
export const GENERIC_EXCHANGES: readonly Exchange[] = [];
