import type { Newcomer } from "./newcomer.ts";

/** What was seen of one question or one journey. */
export interface Finding {
  readonly part: string;
  /** Null for a sealed question, which is never shown. */
  readonly name: string | null;
  /** Why it is not good; null when it is. */
  readonly flaw: string | null;
  /** What the app showed or said that is not so. */
  readonly untrue: readonly string[];
  /** What stood on the page; null for a sealed question. */
  readonly shown: string | null;
  readonly seconds: number;
}

/** A way through the app whose presses are counted. */
export interface Journey {
  readonly name: string;
  readonly presses: number;
  readonly maxPresses: number;
  readonly seconds: number;
}

/** What a part of the ten minutes gets: fresh browsers, and somebody who takes down what is seen. */
export interface Stage {
  /** Opens the app where nothing is stored yet; with several windows by `context`. */
  open(locale?: string): Promise<Newcomer>;
  readonly url: string;
  report(finding: Omit<Finding, "part">): void;
  reportJourney(journey: Journey): void;
}

/** One thing that a newcomer tries. */
export type Part = (stage: Stage) => Promise<void>;
