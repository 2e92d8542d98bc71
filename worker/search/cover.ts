import { compareWords, isWeakWord, toContentWords } from "./families.ts";

/** A text's share of a question's words, in one form or another. */
export interface Cover {
  /** How many of the words. */
  readonly matched: number;
  /** Their share, weighted, from 0 to 1 for a short question; 0 without a telling word. */
  readonly share: number;
  /** True if a telling word is among them: more than words that every text has. */
  readonly isTelling: boolean;
}

/** Words of a longer question beyond this many no longer raise what a text must cover. */
const MAX_COUNTED = 5;
const WEAK_WEIGHT = 0.3;

export function readCover(words: readonly string[], text: string): Cover {
  const textWords = toContentWords(text);
  const matches = words.map((word) => ({
    weight: toWordWeight(word),
    match: Math.max(0, ...textWords.map((each) => compareWords(word, each))),
  }));
  const total = matches.reduce((sum, { weight }) => sum + weight, 0);
  const covered = matches.reduce((sum, { weight, match }) => sum + weight * match, 0);
  const isTelling = matches.some(({ weight, match }) => match > 0 && weight === 1);
  const matched = matches.filter(({ match }) => match > 0).length;
  return { matched, share: isTelling ? covered / Math.min(total, MAX_COUNTED) : 0, isTelling };
}

/** How much a word of a question counts, from 0 to 1. */
export function toWordWeight(word: string): number {
  return isWeakWord(word) ? WEAK_WEIGHT : 1;
}
