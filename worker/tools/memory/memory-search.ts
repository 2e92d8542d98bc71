import * as z from "zod/mini";
import { isAbout } from "../../agent/context/is-about.ts";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toToolOutput } from "../../agent/define/tool.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
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
    examples: [
      { question: "What is my sister allergic to?", arguments: { query: "sister allergic" } },
      { question: "Which code opens the bicycle lock?", arguments: { query: "bicycle lock" } },
      { question: "Where did I leave my passport?", arguments: { query: "passport" } },
      { question: "When does our flight leave?", arguments: { query: "our flight leave" } },
      { question: "What do my notes say about the garden?", arguments: { query: "garden" } },
      { question: "Do you remember where the keys are?", arguments: { query: "keys" } },
      { question: "What did I tell you about the roof?", arguments: { query: "roof" } },
      { question: "Search my notes for the recipe", arguments: { query: "recipe" } },
    ],
    run: async ({ query, namespace, limit }) => {
      const found = await memory.search({ text: query, limit, ...(namespace === undefined ? {} : { namespace }) });
      // A note from outside taints the run, so one that has nothing to do with the query stays away.
      const hits = found.filter(
        ({ record, byMeaning }) =>
          record.untrusted !== true || byMeaning === true || isAbout(query, `${record.text} ${record.tags.join(" ")}`),
      );
      if (hits.length === 0) return "No note matches.";
      const notes = hits.map(({ record }) => ({ id: record.id, text: record.text }));
      return toToolOutput([{ type: "json", value: notes }], toMemoryFacts(hits.map(({ record }) => record)));
    },
  });
}
