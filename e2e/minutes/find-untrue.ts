/** One answer as it stands on the page, with what is really so. */
export interface ShownAnswer {
  /** The model's text, and what the app says in its place. */
  readonly text: string;
  /** Everything of the answer that can be seen without opening anything. */
  readonly everything: string;
  readonly state: string;
  /** The states of its tool cards, in order. */
  readonly cards: readonly string[];
  /** How many notes there were before the question, and are now. */
  readonly notesBefore: number;
  readonly notesAfter: number;
  /** True while "From memory" stands at the answer. */
  readonly saysFromMemory: boolean;
  /** Notes that "From memory" names. */
  readonly recalled: readonly string[];
}

const CHECKS: readonly (readonly [string, (shown: ShownAnswer) => boolean])[] = [
  ["a protocol mark", ({ everything }) => /<\|?\/?[a-z]+_[a-z_]+\|?>|<\|[a-z]|\[TOOL_CALLS\]/u.test(everything)],
  ["raw JSON", ({ everything }) => /[{[]\s*"\w+"\s*[:,\]]/u.test(everything)],
  ["a raw identifier", ({ everything }) => /\b(?:memory|date|convert|current|string)_[a-z]+\b/u.test(everything)],
  [
    "“saved” without a note",
    ({ text, notesBefore, notesAfter }) =>
      /\b(?:I have saved|saved:|saved it|gespeichert|he guardado|guardado)\b/iu.test(text) && notesAfter <= notesBefore,
  ],
  [
    "“deleted” without a deletion",
    ({ text, notesBefore, notesAfter }) =>
      /\b(?:I have (?:deleted|forgotten)|deleted:|gelöscht|he borrado)\b/iu.test(text) && notesAfter >= notesBefore,
  ],
  [
    "“the answer is” after a call that failed",
    ({ text, cards }) => /\b(?:the answer is|the result is)\b/iu.test(text) && cards.at(-1) === "failed",
  ],
  ["“the answer is” without one", ({ text }) => /\bthe (?:answer|result) is (?:no\b|not\b|\.|$)/iu.test(text)],
  [
    "an answer without words",
    ({ state, text, everything }) => state === "complete" && text.trim() === "" && everything.trim() === "",
  ],
  [
    "“from memory” for what the answer does not use",
    ({ saysFromMemory, recalled, text }) => saysFromMemory && !recalled.some((note) => sharesAWord(note, text)),
  ],
];

/** What an answer says that is not so, or shows that is not for people; of the app's own making, not the model's. */
export function findUntrue(shown: ShownAnswer): readonly string[] {
  return CHECKS.flatMap(([name, isSo]) => (isSo(shown) ? [name] : []));
}

/** Words short enough to stand in any sentence do not count. */
function sharesAWord(note: string, text: string): boolean {
  const toWords = (words: string): readonly string[] => words.toLowerCase().match(/[\p{L}\d]{4,}|\d+/gu) ?? [];
  const said = new Set(toWords(text));
  return toWords(note).some((word) => said.has(word));
}
