/** One question of the conversation, and what a right answer says. */
export interface AskedQuestion {
  readonly text: string;
  readonly right: RegExp;
}

/** Five everyday questions in one conversation: three for a tool, two for the model's own words. */
export const QUESTIONS: readonly AskedQuestion[] = [
  { text: "9 boxes hold 24 eggs each, how many eggs is that?", right: /\b216\b/u },
  { text: "What is the capital of France?", right: /Paris/u },
  { text: "A train has 8 wagons with 72 seats each, how many seats are there?", right: /\b576\b/u },
  { text: "A box holds 12 pens, how many pens are in 7 boxes?", right: /\b84\b/u },
  { text: "Which ocean is the largest one?", right: /Pacific/u },
];

/** What one question cost. */
export interface AnswerFigures {
  /** From the question to the first character of the answer that a person reads, and to its end; milliseconds. */
  readonly firstWord: number;
  readonly end: number;
  /** Tokens of prompts that were computed, all turns of the question together, and those that were kept. */
  readonly read: number;
  readonly kept: number;
  readonly written: number;
  readonly turns: number;
  readonly text: string;
}
