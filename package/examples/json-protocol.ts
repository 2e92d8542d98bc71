import { createAgent, defineTool, type Model } from "alcove";
import * as z from "zod";

const lookUp = defineTool({
  name: "look_up",
  description: "Finds a part in the store.",
  effect: "reads",
  input: z.object({ part: z.string() }),
  run: ({ part }) => ({ part, shelf: 7 }),
});

/**
 * A session in the JSON protocol: each reply is one object, either `action` or `final`. What is anything else is rejected
 * with its reason, and the model is asked to send it again.
 */
export async function runJsonProtocol(model: Model): Promise<string> {
  const answer = createAgent({ model, tools: [lookUp] }).ask("Where is the bolt?", { format: "protocol" });
  const rejected: string[] = [];
  for await (const event of answer.events) if (event.type === "call-broken") rejected.push(event.broken.reason);
  return `${await answer.text} (rejected: ${rejected.join("; ") || "nothing"})`;
}
