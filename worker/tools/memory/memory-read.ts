import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toToolOutput } from "../../agent/define/tool.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import { toExamples } from "../to-examples.ts";
import examples from "./examples.json" with { type: "json" };
import { toMemoryFacts } from "./to-memory-facts.ts";

export function createMemoryRead(memory: MemoryPort) {
  return defineTool({
    name: "memory_read",
    description: "Reads one saved note in full by its id. The ids come from memory_search.",
    recalled: true,
    effect: "reads",
    personal: true,
    input: z.object({ id: z.string().check(z.describe("Id of the note")) }),
    examples: toExamples(examples.memory_read),
    run: async ({ id }) => {
      const record = await memory.read(id);
      if (record === null) throw new Error(`There is no note with the id '${id}'. memory_search finds the ids.`);
      const { namespace, text, tags, createdAt } = record;
      const value = { id, namespace, text, tags, saved: new Date(createdAt).toISOString().slice(0, 10) };
      return toToolOutput([{ type: "json", value }], toMemoryFacts([record]));
    },
  });
}
