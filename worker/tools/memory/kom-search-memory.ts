import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toToolOutput } from "../../agent/define/tool.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import { toExamples } from "../to-examples.ts";
import examples from "./examples.json" with { type: "json" };
import { toMemoryFacts } from "./to-memory-facts.ts";

/** Our memory under the name and shape that the `kom.memory.v1` family of tools has. */
export function createKomSearchMemory(memory: MemoryPort) {
  return defineTool({
    name: "kom.memory.v1.search_memory",
    description: "Searches the notes of one namespace and gives the best matches first.",
    effect: "reads",
    personal: true,
    input: z.object({
      namespace: z.string().check(z.describe("Where to search, for instance project:garden")),
      query: z.strictObject({
        text: z.string().check(z.describe("What to look for")),
        k: z._default(z.int().check(z.minimum(1), z.maximum(50)), 5),
      }),
    }),
    examples: toExamples(examples["kom.memory.v1.search_memory"]),
    run: async ({ namespace, query }) => {
      const hits = await memory.search({ text: query.text, namespace, limit: query.k });
      const matches = hits.map(({ record, score }) => ({ id: record.id, text: record.text, score }));
      return toToolOutput([{ type: "json", value: { matches } }], toMemoryFacts(hits.map(({ record }) => record)));
    },
  });
}
