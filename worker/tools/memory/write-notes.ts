import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { ToolContext } from "../../agent/define/tool.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import { defined } from "../../protocol/defined.ts";
import { isForbiddenKey } from "../../protocol/json.ts";
import type { MemoryDraft, MemoryWrite } from "../../protocol/memory.ts";
import type { EffectPreview } from "../../protocol/run-event.ts";
import examples from "./examples.json" with { type: "json" };

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
    examples: examples.memory_write,
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

const INPUT = z.object({
  namespace: z.string().check(z.describe("Where to keep them, for instance project:garden")),
  items: z
    .array(
      z.strictObject({
        text: z.string().check(z.describe("The note")),
        id: z.optional(z.string().check(z.describe("Id of the note to replace"))),
        tags: z.optional(z.array(z.string()).check(z.describe("Labels"))),
      }),
    )
    .check(z.minLength(1), z.maxLength(50), z.describe("The notes")),
});

/** Our memory under the name and shape that the `kom.memory.v1` family of tools has. */
export function createKomUpsertMemory(memory: MemoryPort) {
  return defineTool({
    name: "kom.memory.v1.upsert_memory",
    description: "Saves notes into a namespace; an item with the id of a saved note replaces that note.",
    effect: "writes",
    input: INPUT,
    examples: examples["kom.memory.v1.upsert_memory"],
    preview: (input) => previewUpsert(memory, input),
    run: async ({ namespace, items }, context) => {
      for (const { text, id, tags } of items) {
        await writeNote(memory, { namespace, text, ...defined({ id: toStorableId(id), tags }) }, context);
      }
      return { upserted: items.length };
    },
  });
}

const MAX_ID = 200;

/** Undefined for an id that an archive refuses: such a note gets an id of its own. */
function toStorableId(id: string | undefined): string | undefined {
  return id === undefined || id === "" || id.length > MAX_ID || isForbiddenKey(id) ? undefined : id;
}

async function previewUpsert(memory: MemoryPort, { namespace, items }: z.infer<typeof INPUT>): Promise<EffectPreview> {
  const replaced = await Promise.all(
    items.map(({ id: given }) => {
      const id = toStorableId(given);
      return id === undefined ? null : memory.read(id);
    }),
  );
  const before = replaced.flatMap((record) => (record === null ? [] : [toLines(record, namespace)]));
  const after = items.map((item, index) =>
    toLines({ ...item, tags: item.tags ?? replaced[index]?.tags, namespace }, namespace),
  );
  return {
    ...previewSaving(items.length, namespace),
    before: before.length === 0 ? null : before.join("\n"),
    after: after.join("\n"),
  };
}

/** A note as the approval card compares it: its text, then its tags, and its namespace if it is another one. */
function toLines(
  note: { readonly text: string; readonly tags?: readonly string[] | undefined; readonly namespace: string },
  home: string,
): string {
  const labels = (note.tags ?? []).map((tag) => `#${tag}`);
  const place = note.namespace === home ? [] : [`(in ${note.namespace})`];
  return [note.text, [...labels, ...place].join(" ")].filter((line) => line !== "").join("\n");
}

/** Writes a note for a call, with its source and whether it is trusted, so that the user can undo it. */
export async function writeNote(
  memory: MemoryPort,
  note: Omit<MemoryDraft, "source" | "untrusted">,
  context: ToolContext,
): Promise<MemoryWrite> {
  const written = await memory.write({
    ...note,
    source: { type: "tool", conversationId: context.conversationId, messageId: context.messageId },
    ...(context.tainted ? { untrusted: true } : {}),
  });
  if (written.type === "created") context.noteEdit({ before: null, after: written.record });
  if (written.type === "updated") context.noteEdit({ before: written.before, after: written.record });
  return written;
}

/** The preview of notes that will be saved. */
export function previewSaving(notes: number, namespace: string): Pick<EffectPreview, "title" | "saves"> {
  return { title: `Save ${notes === 1 ? "a note" : `${notes} notes`} in ${namespace}`, saves: { notes, namespace } };
}
