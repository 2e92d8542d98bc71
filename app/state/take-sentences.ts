/** Whole sentences at the start of a text, and what is left for later. */
export interface TakenSentences {
  readonly sentences: readonly string[];
  readonly rest: string;
}

const SENTENCE_END = /[.!?…。！？]["')\]]?(?=\s)|\n+/g;

/**
 * Takes the sentences that are complete in a text that is still growing, so that a screen reader hears an answer by
 * sentence and not by token. `done` takes the rest as well.
 */
export function takeSentences(text: string, done: boolean): TakenSentences {
  const sentences: string[] = [];
  let from = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    const to = match.index + match[0].length;
    push(sentences, text.slice(from, to));
    from = to;
  }
  if (!done) return { sentences, rest: text.slice(from) };
  push(sentences, text.slice(from));
  return { sentences, rest: "" };
}

function push(sentences: string[], part: string): void {
  const sentence = part
    .replace(/[`*_#>|]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (sentence !== "") sentences.push(sentence);
}
