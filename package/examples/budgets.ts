import { AnswerError, createAgent, defineTool, type Model } from "alcove";
import * as z from "zod";

const nextPage = defineTool({
  name: "next_page",
  description: "Reads the next page of a long list.",
  effect: "reads",
  input: z.object({ page: z.number() }),
  run: ({ page }) => `page ${page}, and there is another one`,
});

const slowPage = defineTool({
  name: "slow_page",
  description: "Reads a page from a slow place.",
  effect: "reads",
  input: z.object({}),
  run: () => new Promise<string>((resolve) => setTimeout(() => resolve("late"), 5000)),
});

/** Budgets: a run that would go on for ever ends and keeps its text, and a call that takes too long is given up. */
export async function runBudgets(model: Model): Promise<string> {
  const used: string[] = [];
  const agent = createAgent({
    model,
    tools: [nextPage, slowPage],
    budget: { maxTurns: 3, toolTimeoutMs: 50 },
    hooks: { onBudget: (kind) => used.push(kind) },
  });
  const lines: string[] = [];
  for (const question of ["Read all pages", "Read the slow page"]) {
    const { text, calls } = agent.ask(question);
    const said = await text.catch((error: unknown) =>
      error instanceof AnswerError ? `${error.reason} (${error.budget}): ${error.text}` : String(error),
    );
    lines.push(`${said} [${(await calls).map(({ outcome }) => outcome?.type).join(", ")}]`);
  }
  return [...lines, `used up: ${used.join(", ")}`].join("\n");
}
