import type { Fields } from "./fields.ts";

/** The sentences that another app's assistant remembered, as a value of its export says; none for any other. Total. */
export type ReadRemembered = (value: Fields) => readonly string[];

/** Characters of one note: longer than any sentence to remember. */
const MAX_CHARACTERS = 2_000;
const HEADING = /^(?:#{1,6}\s|\*\*[^*]+\*\*:?$|-{3,}$)/u;
const MARK = /^(?:(?:[-*•]|\d{1,3}[.)])\s+)?(?:\[(?:stated|inferred)\]\s*)?/u;

/** The lines of a text, each a note: without headings, and without the marks of a list. */
export function toRemembered(text: string): readonly string[] {
  return text
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => !HEADING.test(line))
    .map((line) => line.replace(MARK, ""))
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && line.length <= MAX_CHARACTERS);
}
