import { createAgent, defineTool, type Model } from "alcove";
import * as z from "zod";

const setTimer = defineTool({
  name: "set_timer",
  description: "Starts a timer.",
  effect: "writes",
  input: z.object({ minutes: z.number().int().min(1).max(180) }),
  run: ({ minutes }) => `runs for ${minutes} minutes`,
});

/** The one-line dialect `@tool name {json}`, for models that were trained on no form of calls. */
export async function runAtTool(model: Model): Promise<string> {
  const { text, calls } = createAgent({ model, tools: [setTimer] }).ask("Set a timer.", { format: "command" });
  const outcomes = (await calls).map(({ outcome }) => outcome?.type).join(", ");
  return `${await text} (${outcomes})`;
}
