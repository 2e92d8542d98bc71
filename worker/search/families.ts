import { countShared, isOneSlip } from "./is-one-slip.ts";
import de from "./languages/de.json" with { type: "json" };
import en from "./languages/en.json" with { type: "json" };
import es from "./languages/es.json" with { type: "json" };
import { isUnspaced, toTerms } from "./terms.ts";

/** A language's endings, stop and weak words, and forms that share no stem by their meaning, which languages share. */
interface Language {
  readonly endings: string;
  readonly groups: Readonly<Record<string, string>>;
  readonly stop: readonly string[];
  readonly weak: readonly string[];
}

const LANGUAGES: readonly Language[] = [en, de, es];

/** Words of a question or a note that mean something by themselves, folded: lower case, no accents. */
export function toContentWords(text: string): readonly string[] {
  const words = toTerms(text).map((word) => word.replaceAll("ß", "ss"));
  return [...new Set(words)].filter((word) => (word.length > 1 || /[^a-z]/.test(word)) && !STOP_WORDS.has(word));
}

/**
 * True for words that are in everything people ask, small numbers, and in scripts without blanks single letters and pairs
 * with kana of Japanese grammar: they say little, and alone recall nothing.
 */
export function isWeakWord(word: string): boolean {
  if (WEAK_WORDS.has(word) || /^\d{1,3}$/.test(word)) return true;
  return isUnspaced(word) && word.length <= (/\p{Script=Hiragana}/u.test(word) ? 2 : 1);
}

/** A word's beginning that its family shares, for an index that finds words by their beginnings. */
export function toStem(word: string): string {
  for (const ending of ENDINGS) {
    if (word.endsWith(ending) && word.length - ending.length >= MIN_STEM) return word.slice(0, -ending.length);
  }
  return word;
}

/**
 * How surely two folded words are of one family, from 0 to 1: equal, two forms of one stem, a compound of the other, or
 * one typing slip apart.
 */
export function compareWords(one: string, other: string): number {
  if (one === other || (GROUPS.get(one) ?? one) === (GROUPS.get(other) ?? other)) return 1;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 3 || /\p{N}/u.test(short)) return 0;
  const shared = countShared(short, long);
  const [restShort, restLong] = [short.slice(shared), long.slice(shared)];
  const areEndings = ENDING_SET.has(restShort) && ENDING_SET.has(restLong);
  if (shared >= Math.min(MIN_STEM, short.length) && areEndings) return restShort === "" || shared >= 4 ? 1 : 0;
  if (short.length >= MIN_COMPOUND && (long.startsWith(short) || long.endsWith(short))) return 0.8;
  return short.length >= MIN_SLIP && shared > 0 && isOneSlip(short, long) ? 0.8 : 0;
}

/** True if one of the words is of a word's family. */
export function hasFamily(word: string, words: readonly string[]): boolean {
  return words.some((each) => compareWords(word, each) > 0);
}

const MIN_STEM = 3;
const MIN_COMPOUND = 5;
const MIN_SLIP = 5;

function toSet(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(" ")));
}

/** Longest first. */
const ENDINGS: readonly string[] = [...toSet(LANGUAGES.map(({ endings }) => endings))].sort(
  (one, other) => other.length - one.length,
);
const ENDING_SET: ReadonlySet<string> = new Set(["", "i", "gy", "gic", ...ENDINGS]);
const GROUPS: ReadonlyMap<string, string> = new Map(
  LANGUAGES.flatMap(({ groups }) => Object.entries(groups)).flatMap(([meaning, words]) =>
    words.split(" ").map((word): [string, string] => [word, `= ${meaning}`]),
  ),
);
const STOP_WORDS = toSet(LANGUAGES.flatMap(({ stop }) => stop));
const WEAK_WORDS = toSet(LANGUAGES.flatMap(({ weak }) => weak));
