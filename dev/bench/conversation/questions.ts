/** One question of the conversation, and what a right answer says. */
export interface AskedQuestion {
  readonly text: string;
  readonly right: RegExp;
  /** A text file that comes with it. */
  readonly file?: { readonly name: string; readonly text: string };
}

const HOUSE = `House by the harbour: what guests should know

The key lies in the grey box beside the door; its code is 4417.
The wireless network for guests is called Heron-5 and its password is written under the router in the hall.
The bins go out on Tuesday evening, paper every second Friday.
The boiler is in the cellar. If the water stays cold, press the green button once and wait ten minutes.
Checkout is at half past ten. Please leave the towels in the bath and close the shutters on the sea side.
The nearest baker opens at seven, also on Sundays; the ferry to the island leaves at nine and at three.
`;

/** An everyday conversation: sums and measures for tools, the model's own words, two steps, a file. */
export const QUESTIONS: readonly AskedQuestion[] = [
  { text: "9 boxes hold 24 eggs each, how many eggs is that?", right: /\b216\b/u },
  { text: "What is the capital of France?", right: /Paris/u },
  { text: "A train has 8 wagons with 72 seats each, how many seats are there?", right: /\b576\b/u },
  { text: "How many kilometres are 26 miles?", right: /\b41[.,]8/u },
  { text: "Which ocean is the largest one?", right: /Pacific/u },
  { text: "How many days is it from 3 March 2026 to 24 December 2026?", right: /\b296\b/u },
  {
    text: "One crate holds 14 bottles, and a pallet holds 6 crates. How many bottles are on 3 pallets?",
    right: /\b252\b/u,
  },
  {
    text: "Say in one short sentence what a lighthouse is for.",
    right: /ship|boat|sail|coast|vessel|sailor|navigat/iu,
  },
  {
    text: "What is the wireless network for guests called?",
    right: /Heron/u,
    file: { name: "house.txt", text: HOUSE },
  },
  { text: "How many millimetres are 3 inches?", right: /\b76[.,]2/u },
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
