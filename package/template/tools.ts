import { defineTool } from "alcove";
import * as z from "zod";

/** A tool of your own: say what it does, what it takes, and what it changes. */
export const countLetters = defineTool({
  name: "count_letters",
  description: "Counts the letters of a word.",
  effect: "reads",
  input: z.object({ word: z.string().describe("One word") }),
  run: ({ word }) => word.length,
});
