import { createAgent, defineSkill, defineTool, type Model } from "alcove";
import * as z from "zod";

const numbers = z.object({ a: z.number(), b: z.number() });

const add = defineTool({
  name: "add",
  description: "Adds two numbers.",
  effect: "reads",
  input: numbers,
  run: ({ a, b }) => a + b,
});

const multiply = defineTool({
  name: "multiply",
  description: "Multiplies two numbers.",
  effect: "reads",
  input: numbers,
  run: ({ a, b }) => a * b,
});

const divide = defineTool({
  name: "divide",
  description: "Divides a by b.",
  effect: "reads",
  input: numbers,
  run: ({ a, b }) => {
    // What a tool throws is told to the model, and the run goes on.
    if (b === 0) throw new Error("Nothing can be divided by zero: tell the user so.");
    return a / b;
  },
});

/** One tool call after the other, with a budget of turns: (3 + 5) * 2 is 16. */
export async function runCalculator(model: Model): Promise<string> {
  const agent = createAgent({
    name: "calculator",
    prompt: "You compute step by step.",
    model,
    budget: { maxTurns: 5 },
    skills: [defineSkill({ name: "compute", description: "Compute.", tools: [add, multiply, divide] })],
  });
  const { text, calls } = agent.ask("What is (3 + 5) * 2?");
  const steps = (await calls).map(({ call }) => call.name).join(", ");
  return `${await text} (${steps})`;
}
