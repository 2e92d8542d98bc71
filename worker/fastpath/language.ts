import type { FileWords } from "../tools/documents/answer-from-files.ts";
import type { Entries, Lines, Rules, Words } from "../tools/grammar/word-lists.ts";
import type { TableWords } from "../tools/tables/read-parts.ts";

/** Sentences in the grammar of `pattern.ts`, with ` | ` between them. */
type Patterns = Lines;

/** Everything that the skills know of one language; each file in `languages/` has this shape. */
export interface Language {
  /** BCP 47 tags, whose names of months are all read; numbers, counts and dates are written by the first. */
  readonly locales: readonly string[];
  /** Courtesies around a question, which say nothing about it. */
  readonly courtesies: Patterns;
  /** Words between the numbers of a list and between the parts of one number. */
  readonly and: Words;
  readonly numbers: {
    /** Numbers in order, by the first and the step to the next: `20+10 = twenty, thirty`. */
    readonly values: Entries;
    readonly factors: Entries;
    /** Amounts in a word, one of something above all: "an hour". */
    readonly few: Entries;
    /** Words behind a number that add a half, and those before one that is below zero. */
    readonly half: Words;
    readonly minus: Words;
    /** Numbers are one word each, with the ones before the tens. */
    readonly compound: boolean;
  };
  readonly sums: {
    /** Whole questions around `{sum}`. */
    readonly ask: Patterns;
    readonly operators: Entries;
    readonly percent: Words;
    /** Words that stand for a value. */
    readonly values: Rules;
    /** Words that may follow a value `{a}`. */
    readonly endings: Rules;
    /** Operations on a whole sum `{a}` that may follow it. */
    readonly steps: Rules;
  };
  readonly conversions: {
    /** Whole questions around `{amount}`, `{from:measure}` and `{to:unit}`. */
    readonly ask: Patterns;
    /** By the English name of a unit. */
    readonly units: Entries;
  };
  readonly dates: {
    /** Names of the days near today, by their distance. */
    readonly near: Entries;
    /** Days with a name, by MM-DD. */
    readonly feasts: Entries;
    /** Forms of a date, of `{day}`, `{month}`, `{year}`, `{near}`, `{feast}` and `{weekday}`. */
    readonly forms: Patterns;
    /** The order of a date in digits alone: `d.m.y`, `d/m/y`; empty where it is not certain. */
    readonly digits: string;
    readonly spans: Entries;
  } & Readonly<Record<"until" | "since" | "between" | "day" | "later" | "earlier", Patterns>>;
  /** Whole questions for the time, with `{place}` or without. */
  readonly clock: Patterns;
  readonly notes: {
    /** Whole messages around `{text}`. */
    readonly keep: Patterns;
    readonly forget: Patterns;
    /** Whole questions for the notes at a `{place}`. */
    readonly list: Patterns;
    /** A text that begins with one of these is no fact. */
    readonly noFacts: Words;
    /** Nor does one that begins with one of these after a word that says nothing, such as "the reader": it is about an answer. */
    readonly about: Words;
    /** Words between two parts of a sentence, and those that begin another request after them. */
    readonly joints: Words;
    readonly requests: Words;
    /** Words that say nothing about which note is meant. */
    readonly small: Words;
    /** Answers; that of a deletion with `{n}` for how many notes it was. */
  } & Readonly<Record<"saved" | "notSaved" | "deleted" | "none" | "off", string>>;
  readonly tasks: {
    /** Whole wishes around `{task}`, a time `{when}` and, behind the task, `{late:when}`. */
    readonly add: Patterns;
    /** Times, of `{date}`, `{weekly:date}`, `{clock}`, `{repeat}`, `{amount}` and `{span}`. */
    readonly when: Patterns;
    readonly repeats: Entries;
    readonly spans: Entries;
    /** Times of day around `{h}` and `{m}`, and the minutes that they are off; `!` where they say which half of the day. */
    readonly clock: Rules;
    /** Words that leave something open where they stand in a task. */
    readonly unclear: Words;
    /** The beginning of the answer, and what is asked where a time may be in either half of the day. */
    readonly added: string;
    readonly either: string;
  };
  readonly tables: TableWords;
  readonly files: FileWords;
  /** A computation that has no result, such as a division by zero. */
  readonly failed: string;
}
