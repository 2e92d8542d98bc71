import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toTidyNumber } from "./to-tidy-number.ts";

export const add = defineTool({
  name: "add",
  description: "Adds two numbers: a + b.",
  effect: "reads",
  input: z.object({
    a: z.number().check(z.describe("First number")),
    b: z.number().check(z.describe("Number added to it")),
  }),
  examples: [
    { question: "What is 14 plus 29?", arguments: { a: 14, b: 29 } },
    { question: "Add 2.5 to 7", arguments: { a: 2.5, b: 7 } },
  ],
  run: ({ a, b }) => toTidyNumber(a + b),
});
