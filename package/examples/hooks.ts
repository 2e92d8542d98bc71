import { createAgent, defineTool, type Model } from "alcove";
import * as z from "zod";

const file = z.object({ name: z.string() });

const readNote = defineTool({
  name: "read_note",
  description: "Reads a note.",
  effect: "reads",
  input: file,
  run: ({ name }) => `${name}: buy lamps`,
});

const deleteNote = defineTool({
  name: "delete_note",
  description: "Deletes a note.",
  effect: "writes",
  input: file,
  run: () => "deleted",
});

/** Hooks: one keeps a log of what the agent does, one says no to a call, which the model reads. */
export async function runHooks(model: Model): Promise<string> {
  const log: string[] = [];
  const agent = createAgent({
    model,
    tools: [readNote, deleteNote],
    hooks: {
      onToolCall: ({ name }) => (name === "delete_note" ? { type: "veto", reason: "notes are kept" } : undefined),
      onToolUse: ({ call, outcome }) => log.push(`${call.name}: ${outcome.type}`),
      onTurn: ({ turn }) => {
        log.push(`turn ${turn}`);
        return undefined;
      },
      onRunEnd: ({ reason }) => log.push(`end: ${reason}`),
    },
  });
  const text = await agent.ask("Read the note 'shopping' and delete it").text;
  return `${text} (${log.join(", ")})`;
}
