import { createAgent, type Model } from "alcove";
import { createInMemoryMemory } from "alcove/store";

/** A note saved in the JSON protocol: the agent's `final` tells what the tool answered, and the note lies where it was meant to. */
export async function runNoteSession(model: Model): Promise<string> {
  const memory = createInMemoryMemory({ tools: "kom" });
  const agent = createAgent({ name: "coder", prompt: "You are a coding assistant.", model, memory });
  const question = 'Save this note: "Embedding model comparison takeaways" into project:metal';
  const text = await agent.ask(question, { format: "protocol" }).text;
  const found = await memory.notes.search({ text: "embedding model", namespace: "project:metal", limit: 5 });
  return `${text} (${found.map(({ record }) => `${record.namespace}: ${record.text}`).join("; ")})`;
}
