import * as z from "zod/mini";

const LINES = z.readonly(z.array(z.string()));
/** Sentences in the grammar of `pattern.ts`. */
const PATTERNS = LINES;
/** Words or phrases with commas between them, `a|b` for two forms of one; see `listWords`. */
const WORDS = LINES;
/** Meanings and their words, `meaning = word, word; meaning = word`; see `listEntries`. */
const ENTRIES = LINES;
/** Patterns and the expressions they stand for, `pattern => expression; pattern => expression`; see `listRules`. */
const RULES = LINES;
const FORMS = z.strictObject({ one: z.string(), other: z.string() });
const NUMBERS_BY_WORD = z.readonly(z.record(z.string(), z.number()));

/** Everything that the skills know of one language; each file in `languages/` has this shape. */
export const LANGUAGE = z.strictObject({
  /** BCP 47 tag that numbers and dates are written by. */
  locale: z.string(),
  /** Courtesies around a question, which say nothing about it. */
  before: PATTERNS,
  after: PATTERNS,
  numbers: z.strictObject({
    decimal: z.string(),
    group: z.string(),
    /** Each names numbers in order: the first is `from`, the next is `step` more. */
    values: z.readonly(z.array(z.strictObject({ from: z.number(), step: z.number(), words: WORDS }))),
    factors: NUMBERS_BY_WORD,
    /** Words that say one of something: "an hour". */
    one: WORDS,
    /** Words between the parts of one number. */
    joints: WORDS,
    /** Numbers are one word each, with the ones before the tens. */
    compound: z.boolean(),
  }),
  sums: z.strictObject({
    /** Whole questions around `{sum}`. */
    ask: PATTERNS,
    operators: z.readonly(z.record(z.enum(["+", "-", "*", "/", "^"]), WORDS)),
    percent: WORDS,
    /** Words between the numbers of a list. */
    and: WORDS,
    /** What stands for a value, and its expression. */
    values: RULES,
    /** What may follow a value `{a}`, and the expression of both. */
    endings: RULES,
  }),
  conversions: z.strictObject({
    /** Whole questions around `{amount}`, `{from:unit}` and `{to:unit}`. */
    ask: PATTERNS,
    /** Per English name of a unit, what it is called here. */
    units: ENTRIES,
  }),
  dates: z.strictObject({
    /** Names of the days near today, by their distance. */
    near: NUMBERS_BY_WORD,
    months: WORDS,
    /** From Sunday on. */
    weekdays: WORDS,
    /** Days with a name, as MM-DD. */
    feasts: ENTRIES,
    /** What a date may look like, of `{day}`, `{month}`, `{year}`, `{near}`, `{feast}` and `{weekday}`. */
    forms: PATTERNS,
    /** The order of a date in digits alone: `d.m.y`, `d/m/y`; empty where it is not certain. */
    digits: z.string(),
    spans: z.strictObject({ days: WORDS, weeks: WORDS, months: WORDS, years: WORDS }),
    until: PATTERNS,
    since: PATTERNS,
    between: PATTERNS,
    day: PATTERNS,
    later: PATTERNS,
    earlier: PATTERNS,
    count: z.strictObject({ days: FORMS, weeks: FORMS }),
    and: z.string(),
  }),
  clock: z.strictObject({
    /** Whole questions, with `{place}` or without. */
    ask: PATTERNS,
    /** Per time zone the cities that no zone is named after. */
    cities: ENTRIES,
    here: z.string(),
    there: z.string(),
  }),
  notes: z.strictObject({
    /** Whole messages around `{text}`. */
    keep: PATTERNS,
    forget: PATTERNS,
    /** A text that begins with one of these is no fact. */
    noFacts: WORDS,
    /** Words between two parts of a sentence, and those that begin another request after them. */
    joints: WORDS,
    requests: WORDS,
    /** Words that say nothing about which note is meant. */
    small: WORDS,
    saved: z.string(),
    notSaved: z.string(),
    deleted: FORMS,
    notDeleted: z.string(),
  }),
  /** A computation that has no result, such as a division by zero. */
  failed: z.string(),
});

export type Language = z.infer<typeof LANGUAGE>;

/** The words of some lines, in order. */
export function listWords(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(", "));
}

/** The meanings of some lines, each with its words. */
export function listEntries(
  lines: readonly string[],
): readonly (readonly [meaning: string, words: readonly string[]])[] {
  return splitPairs(lines, " = ").map(([meaning, words]) => [meaning, words.split(", ")]);
}

/** The patterns of some lines, each with its expression. */
export function listRules(lines: readonly string[]): readonly (readonly [pattern: string, expression: string])[] {
  return splitPairs(lines, " => ");
}

function splitPairs(lines: readonly string[], mark: string): readonly (readonly [string, string])[] {
  return lines
    .flatMap((line) => line.split("; "))
    .map((pair) => {
      const [left = "", right = ""] = pair.split(mark);
      return [left, right];
    });
}
