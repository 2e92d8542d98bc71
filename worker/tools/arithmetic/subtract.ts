import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toTidyNumber } from "./to-tidy-number.ts";

export const subtract = defineTool({
  name: "subtract",
  description: "Subtracts one number from another: a - b.",
  effect: "reads",
  input: z.object({
    a: z.number().check(z.describe("Number to start from")),
    b: z.number().check(z.describe("Number taken away from it")),
  }),
  examples: [
    { question: "What is 83 minus 46?", arguments: { a: 83, b: 46 } },
    { question: "Take 12 away from 30", arguments: { a: 30, b: 12 } },
  ],
  run: ({ a, b }) => toTidyNumber(a - b),
});
