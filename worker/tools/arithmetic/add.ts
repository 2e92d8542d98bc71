import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toExamples } from "../to-examples.ts";
import examples from "./examples.json" with { type: "json" };
import { toTidyNumber } from "./to-tidy-number.ts";

export const add = defineTool({
  name: "add",
  description: "Adds two numbers: a + b.",
  effect: "reads",
  input: z.object({
    a: z.number().check(z.describe("First number")),
    b: z.number().check(z.describe("Number added to it")),
  }),
  examples: toExamples(examples.add),
  run: ({ a, b }) => toTidyNumber(a + b),
});
