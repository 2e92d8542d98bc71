/** A text, or its lines where it is long. */
export type Lines = string | readonly string[];
/** Words or phrases with commas between them, `a|b` for two forms of one. */
export type Words = Lines;
/** Meanings and their words, `meaning = word, word; meaning = word`. */
export type Entries = Lines;
/** Patterns and the expressions they stand for, `pattern => expression; pattern => expression`; see `listPairs`. */
export type Rules = Lines;

/** The lines of a text; none of an empty one. */
export function listLines(lines: Lines): readonly string[] {
  return [lines].flat().filter((line) => line !== "");
}

/** The words of some lines, in order. */
export function listWords(lines: Words): readonly string[] {
  return listLines(lines).flatMap((line) => line.split(", "));
}

/** The meanings of some lines, each with its words. */
export function listEntries(lines: Entries): readonly (readonly [meaning: string, words: readonly string[]])[] {
  return listPairs(lines, " = ").map(([meaning, words]) => [meaning, words.split(", ")]);
}

/** The texts before and behind a mark in some lines: the patterns and expressions of rules with ` => `. */
export function listPairs(lines: Entries | Rules, mark: " = " | " => "): readonly (readonly [string, string])[] {
  const pairs = listLines(lines).flatMap((line) => line.split("; "));
  return pairs.map((pair) => pair.split(mark)).map(([left = "", right = ""]) => [left, right]);
}
