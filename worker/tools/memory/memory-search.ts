import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toToolOutput } from "../../agent/define/tool.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import { readCover } from "../../search/cover.ts";
import { toContentWords } from "../../search/families.ts";
import { toExamples } from "../to-examples.ts";
import examples from "./examples.json" with { type: "json" };
import { toMemoryFacts } from "./to-memory-facts.ts";

export function createMemorySearch(memory: MemoryPort) {
  return defineTool({
    name: "memory_search",
    description:
      "Searches the notes saved earlier, in this or another conversation. Use it when the user asks what they told you " +
      "before, or about themselves, their people or plans.",
    when: "what the user told before",
    recalled: true,
    effect: "reads",
    personal: true,
    input: z.object({
      query: z.string().check(z.describe("A few words to look for")),
      namespace: z.optional(z.string().check(z.describe("Only notes kept there; leave out for all"))),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(20)), 5),
    }),
    examples: toExamples(examples.memory_search),
    run: async ({ query, namespace, limit }) => {
      const found = await memory.search({ text: query, limit, ...(namespace === undefined ? {} : { namespace }) });
      // A note from outside taints the run, so one that has nothing to do with the query stays away.
      const words = toContentWords(query);
      const hits = found.filter(
        ({ record: { text, tags, untrusted }, byMeaning }) =>
          untrusted !== true || byMeaning === true || readCover(words, `${text} ${tags.join(" ")}`).isTelling,
      );
      if (hits.length === 0) return "No note matches.";
      const notes = hits.map(({ record }) => ({ id: record.id, text: record.text }));
      return toToolOutput([{ type: "json", value: notes }], toMemoryFacts(hits.map(({ record }) => record)));
    },
  });
}
