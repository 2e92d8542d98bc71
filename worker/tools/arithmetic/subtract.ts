import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toExamples } from "../to-examples.ts";
import examples from "./examples.json" with { type: "json" };
import { toTidyNumber } from "./to-tidy-number.ts";

export const subtract = defineTool({
  name: "subtract",
  description: "Subtracts one number from another: a - b.",
  effect: "reads",
  input: z.object({
    a: z.number().check(z.describe("Number to start from")),
    b: z.number().check(z.describe("Number taken away from it")),
  }),
  examples: toExamples(examples.subtract),
  run: ({ a, b }) => toTidyNumber(a - b),
});
