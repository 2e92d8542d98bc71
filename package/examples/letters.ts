import { createAgent, defineTool, type Model } from "alcove";
import * as z from "zod";

const stringLength = defineTool({
  name: "string_length",
  description: "Counts the letters of a word.",
  effect: "reads",
  input: z.object({ text: z.string() }),
  run: ({ text }) => text.length,
});

const add = defineTool({
  name: "add",
  description: "Adds two numbers.",
  effect: "reads",
  input: z.object({ a: z.number(), b: z.number() }),
  run: ({ a, b }) => a + b,
});

const sqrt = defineTool({
  name: "sqrt",
  description: "Takes the square root of a number.",
  effect: "reads",
  input: z.object({ x: z.number().min(0) }),
  run: ({ x }) => Math.sqrt(x),
});

/** The three tools of the question. */
export const LETTER_TOOLS = [stringLength, add, sqrt];

/** The question that takes four calls. */
export const LETTER_QUESTION =
  'What is the square root of the sum of the numbers of letters in the words "hello" and "world"?';

/** Two calls in one turn, then results that feed the next calls: the root of 5 + 5. */
export async function runLetters(model: Model): Promise<string> {
  return await createAgent({ model, tools: LETTER_TOOLS }).ask(LETTER_QUESTION).text;
}
