import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { evaluateExpression } from "./evaluate-expression.ts";
import { toTidyNumber } from "./exact-arithmetic.ts";
import examples from "./examples.json" with { type: "json" };

/** Defines a tool of two numbers; `a` and `b` say what they are to it. */
function defineOperation<const Name extends "add" | "subtract" | "multiply" | "divide">(
  name: Name,
  description: string,
  { a, b }: { readonly a: string; readonly b: string },
  compute: (a: number, b: number) => number,
) {
  return defineTool({
    name,
    description,
    effect: "reads",
    input: z.object({ a: z.number().check(z.describe(a)), b: z.number().check(z.describe(b)) }),
    examples: examples[name],
    run: (input) => toTidyNumber(compute(input.a, input.b)),
  });
}

const SUMMANDS = { a: "First number", b: "Number added to it" };
export const add = defineOperation("add", "Adds two numbers: a + b.", SUMMANDS, (a, b) => a + b);

const FACTORS = { a: "First number", b: "Number it is multiplied by" };
export const multiply = defineOperation("multiply", "Multiplies two numbers: a * b.", FACTORS, (a, b) => a * b);

const PARTS = { a: "Number to start from", b: "Number taken away from it" };
export const subtract = defineOperation(
  "subtract",
  "Subtracts one number from another: a - b.",
  PARTS,
  (a, b) => a - b,
);

const QUOTIENT = { a: "Number to divide", b: "Number to divide by, not 0" };
export const divide = defineOperation("divide", "Divides one number by another: a / b.", QUOTIENT, (a, b) => {
  if (b === 0) throw new Error("Division by zero: b must not be 0.");
  return a / b;
});

export const sqrt = defineTool({
  name: "sqrt",
  description: "Gives the square root of a number.",
  effect: "reads",
  input: z.object({ x: z.number().check(z.describe("The number, 0 or more")) }),
  examples: examples.sqrt,
  run: ({ x }) => {
    if (x < 0) throw new Error("A negative number has no real square root.");
    return toTidyNumber(Math.sqrt(x));
  },
});

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
  examples: examples.calculate,
  run: ({ expression }) => evaluateExpression(expression),
});
