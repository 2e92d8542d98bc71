import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import { toExamples } from "../to-examples.ts";
import examples from "./examples.json" with { type: "json" };
import { previewSaving, writeNote } from "./write-note.ts";

/** The namespace of notes that belong to no project. */
export const DEFAULT_NAMESPACE = "notes";

export function createMemoryWrite(memory: MemoryPort) {
  return defineTool({
    name: "memory_write",
    description:
      "Saves a note so that it can be found in later conversations. Use it when the user asks to remember, note or save " +
      "something. Write the fact as a full sentence.",
    when: "keep what the user tells",
    effect: "writes",
    input: z.object({
      text: z.string().check(z.describe("The note, as a sentence that can be understood alone")),
      namespace: z._default(
        z.string().check(z.describe("Where to keep it, for instance project:garden")),
        DEFAULT_NAMESPACE,
      ),
    }),
    examples: toExamples(examples.memory_write),
    preview: ({ text, namespace }) => ({ ...previewSaving(1, namespace), before: null, after: text }),
    run: async ({ text, namespace }, context) => {
      if (text.trim() === "") throw new Error("The note is empty.");
      // Weak models save the question they were asked.
      if (text.trim().endsWith("?")) {
        throw new Error("That is a question and no fact, so it was not saved. Answer it, or search the notes for it.");
      }
      const { record, type } = await writeNote(memory, { namespace, text }, context);
      const { id } = record;
      return { ...(type === "unchanged" ? { note: `It was saved before: ${record.text}` } : {}), saved: true, id };
    },
  });
}
