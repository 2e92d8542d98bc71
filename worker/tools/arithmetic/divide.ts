import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toExamples } from "../to-examples.ts";
import examples from "./examples.json" with { type: "json" };
import { toTidyNumber } from "./to-tidy-number.ts";

export const divide = defineTool({
  name: "divide",
  description: "Divides one number by another: a / b.",
  effect: "reads",
  input: z.object({
    a: z.number().check(z.describe("Number to divide")),
    b: z.number().check(z.describe("Number to divide by, not 0")),
  }),
  examples: toExamples(examples.divide),
  run: ({ a, b }) => {
    if (b === 0) throw new Error("Division by zero: b must not be 0.");
    return toTidyNumber(a / b);
  },
});
