import { readFileSync, writeFileSync } from "node:fs";
import { seal, unseal } from "../../dev/bench/seal-text.ts";

/** What a good answer to a question has. */
export type Expectation =
  /** This number, in digits, give or take. */
  | { readonly number: number; readonly within?: number }
  /** Something that this regular expression matches. */
  | { readonly says: string; readonly exactCase?: boolean }
  /** The time in this zone at this moment. */
  | { readonly timeIn: string }
  /** The date so many days from today. */
  | { readonly daysFromNow: number }
  /** The number of days until this day of the year, as MM-DD. */
  | { readonly daysUntil: string }
  /** That there is nothing here for it, and nothing made up. */
  | { readonly declines: true };

/** A question that a newcomer may ask, and how its answer is judged. */
export interface Question {
  readonly ask: string;
  readonly expect: Expectation;
  /** What must never stand in the answer, as a regular expression. */
  readonly never?: string;
  /** A note that must be kept, by a part of it in small letters. */
  readonly saves?: string;
  /** The answer may rest on a note. */
  readonly recalls?: boolean;
}

const OPEN = new URL("./everyday-questions.json", import.meta.url);
const SEALED = new URL("./sealed-questions.txt", import.meta.url);

/** The everyday questions: the open ones may be read and mended for; of the sealed ones only totals are looked at. */
export function readQuestions(half: "open" | "sealed"): readonly Question[] {
  const text = half === "open" ? readFileSync(OPEN, "utf8") : unseal(readFileSync(SEALED, "utf8"));
  return JSON.parse(text);
}

/** Keeps a file of questions as the sealed ones. */
export function sealQuestions(path: string): number {
  const questions: readonly Question[] = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(SEALED, seal(JSON.stringify(questions)));
  return questions.length;
}
