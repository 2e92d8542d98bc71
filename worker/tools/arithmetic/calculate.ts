import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toExamples } from "../to-examples.ts";
import { evaluateExpression } from "./evaluate-expression.ts";
import examples from "./examples.json" with { type: "json" };

export const calculate = defineTool({
  name: "calculate",
  description:
    "Computes an arithmetic expression and gives the number. Use it for any sum, product, percentage, power or root. " +
    "Operators: + - * / % ^ and brackets. Functions: sqrt, abs, round, floor, ceil, min, max, log (base 10), ln, sin, " +
    "cos, tan (radians), pow. Constants: pi, e.",
  when: "sums, percentages, averages, any problem with numbers",
  effect: "reads",
  input: z.object({
    expression: z.string().check(z.describe("The arithmetic, for instance (3 + 5) * 2")),
  }),
  examples: toExamples(examples.calculate),
  run: ({ expression }) => evaluateExpression(expression),
});
