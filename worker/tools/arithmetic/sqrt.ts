import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toExamples } from "../to-examples.ts";
import examples from "./examples.json" with { type: "json" };
import { toTidyNumber } from "./to-tidy-number.ts";

export const sqrt = defineTool({
  name: "sqrt",
  description: "Gives the square root of a number.",
  effect: "reads",
  input: z.object({ x: z.number().check(z.describe("The number, 0 or more")) }),
  examples: toExamples(examples.sqrt),
  run: ({ x }) => {
    if (x < 0) throw new Error("A negative number has no real square root.");
    return toTidyNumber(Math.sqrt(x));
  },
});
