import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toToolOutput } from "../../agent/define/tool.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import { defined } from "../../protocol/defined.ts";
import type { MemoryRecord } from "../../protocol/memory.ts";
import { readCover } from "../../search/cover.ts";
import { toContentWords } from "../../search/families.ts";
import examples from "./examples.json" with { type: "json" };

export function createMemoryRead(memory: MemoryPort) {
  return defineTool({
    name: "memory_read",
    description: "Reads one saved note in full by its id. The ids come from memory_search.",
    recalled: true,
    effect: "reads",
    personal: true,
    input: z.object({ id: z.string().check(z.describe("Id of the note")) }),
    examples: examples.memory_read,
    run: async ({ id }) => {
      const record = await memory.read(id);
      if (record === null) throw new Error(`There is no note with the id '${id}'. memory_search finds the ids.`);
      const { namespace, text, tags, createdAt } = record;
      const value = { id, namespace, text, tags, saved: new Date(createdAt).toISOString().slice(0, 10) };
      return toToolOutput([{ type: "json", value }], toMemoryFacts([record]));
    },
  });
}

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
    examples: examples.memory_search,
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
    examples: examples["kom.memory.v1.search_memory"],
    run: async ({ namespace, query }) => {
      const hits = await memory.search({ text: query.text, namespace, limit: query.k });
      const matches = hits.map(({ record, score }) => ({ id: record.id, text: record.text, score }));
      return toToolOutput([{ type: "json", value: { matches } }], toMemoryFacts(hits.map(({ record }) => record)));
    },
  });
}

/** The facts about a result made of memories: which ones, and whether any is untrusted. */
export function toMemoryFacts(records: readonly MemoryRecord[]) {
  const untrusted = records.some((record) => record.untrusted === true) || undefined;
  return { memoryIds: records.map(({ id }) => id), ...defined({ untrusted }) };
}
