import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toTidyNumber } from "./to-tidy-number.ts";

export const sqrt = defineTool({
  name: "sqrt",
  description: "Gives the square root of a number.",
  effect: "reads",
  input: z.object({ x: z.number().check(z.describe("The number, 0 or more")) }),
  examples: [
    { question: "What is the square root of 196?", arguments: { x: 196 } },
    { question: "Square root of 2", arguments: { x: 2 } },
  ],
  run: ({ x }) => {
    if (x < 0) throw new Error("A negative number has no real square root.");
    return toTidyNumber(Math.sqrt(x));
  },
});
