import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { evaluateExpression } from "./evaluate-expression.ts";

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
  examples: [
    { question: "What is 15% of 260?", arguments: { expression: "260 * 15 / 100" } },
    {
      question: "What are 30 bottles at 1.20 each, less 10 percent?",
      arguments: { expression: "30 * 1.20 * (1 - 0.10)" },
      shown: true,
      result: "32.4",
      answer: "The bottles cost 32.40 together.",
    },
    { question: "How much is 37 times 24?", arguments: { expression: "37 * 24" } },
    { question: "Compute (18 - 6) / 4 + 7", arguments: { expression: "(18 - 6) / 4 + 7" } },
    { question: "What is 410 plus 95 minus 60?", arguments: { expression: "410 + 95 - 60" } },
    { question: "9 boxes hold 24 eggs each, how many eggs is that?", arguments: { expression: "9 * 24" } },
    { question: "What do 4 coffees at 3.25 each cost?", arguments: { expression: "4 * 3.25" } },
    { question: "How much is 81 divided by 3?", arguments: { expression: "81 / 3" } },
  ],
  run: ({ expression }) => evaluateExpression(expression),
});
