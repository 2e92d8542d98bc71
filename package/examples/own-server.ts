import { AnswerError, createAgent, defineSkill, defineTool } from "alcove";
import { ollama, openai } from "alcove/engines/remote";
import * as z from "zod";

const add = defineTool({
  name: "add",
  description: "Adds two numbers.",
  effect: "reads",
  input: z.object({ a: z.number(), b: z.number() }),
  run: ({ a, b }) => a + b,
});

/**
 * Models behind servers, by name, host, port and temperature, and one model for each skill. A model that the server does not have, and a
 * server that does not answer, are errors that say so.
 */
export async function runOwnServer(fetch: typeof globalThis.fetch): Promise<string> {
  const sums = defineSkill({
    name: "sums",
    description: "Add.",
    tools: [add],
    model: ollama("qwen2.5:7b", { temperature: 0.1, fetch }),
  });
  const others = [
    defineSkill({ name: "missing", description: "", model: ollama("missing:1b", { host: "127.0.0.1", fetch }) }),
    defineSkill({ name: "away", description: "", model: openai("some-model", { port: 1, fetch }) }),
  ];
  const agent = createAgent({ model: ollama("qwen2.5:7b", { fetch }), skills: [sums, ...others] });
  const answers = agent.skills.map(async (skill) => {
    const text = agent.ask("What is 17 + 25?", { skill }).text;
    return await text.catch((error: unknown) => (error instanceof AnswerError ? error.message : "no AnswerError"));
  });
  return (await Promise.all(answers)).join("\n");
}
