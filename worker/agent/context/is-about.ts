import { hasFamily, isWeakWord, toContentWords } from "./word-families.ts";

/** True if a note has a telling word of a query, in one form or another: more than words that every text has. */
export function isAbout(query: string, note: string): boolean {
  const noteWords = toContentWords(note);
  return toContentWords(query).some((word) => !isWeakWord(word) && hasFamily(word, noteWords));
}
