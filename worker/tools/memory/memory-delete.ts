import * as z from "zod/mini";
import { DELETE_TOOL } from "../../agent/context/memory-wishes.ts";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toToolOutput } from "../../agent/define/tool.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import { toMemoryFacts } from "./to-memory-facts.ts";

export function createMemoryDelete(memory: MemoryPort) {
  return defineTool({
    name: DELETE_TOOL,
    description:
      "Deletes one saved note by its id, once the user has agreed. Use it when the user asks to forget something; " +
      "memory_search finds the ids.",
    effect: "writes",
    asks: true,
    input: z.object({ id: z.string().check(z.describe("Id of the note")) }),
    examples: [
      { question: "Delete the note with the id 4e10", arguments: { id: "4e10" } },
      { question: "Remove note c93d", arguments: { id: "c93d" } },
    ],
    preview: async ({ id }) => {
      const record = await memory.read(id);
      return { title: "Delete a note", deletes: { notes: 1 }, before: record?.text ?? null, after: null };
    },
    run: async ({ id }, context) => {
      const deleted = await memory.delete(id);
      if (deleted === null) throw new Error(`There is no note with the id '${id}'. memory_search finds the ids.`);
      context.noteEdit({ before: deleted, after: null });
      const { memoryIds: _, ...facts } = toMemoryFacts([deleted]);
      return toToolOutput([{ type: "json", value: { deleted: true, text: deleted.text } }], facts);
    },
  });
}
