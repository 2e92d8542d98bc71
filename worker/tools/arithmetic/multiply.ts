import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toTidyNumber } from "./to-tidy-number.ts";

export const multiply = defineTool({
  name: "multiply",
  description: "Multiplies two numbers: a * b.",
  effect: "reads",
  input: z.object({
    a: z.number().check(z.describe("First number")),
    b: z.number().check(z.describe("Number it is multiplied by")),
  }),
  examples: [
    { question: "What is 13 times 17?", arguments: { a: 13, b: 17 } },
    { question: "Multiply 2.5 by 8", arguments: { a: 2.5, b: 8 } },
  ],
  run: ({ a, b }) => toTidyNumber(a * b),
});
