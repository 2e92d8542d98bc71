import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toToolOutput } from "../../agent/define/tool.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import type { CallId, MemoryId } from "../../protocol/ids.ts";
import { toExamples } from "../to-examples.ts";
import examples from "./examples.json" with { type: "json" };
import { findNote } from "./find-note.ts";
import { toMemoryFacts } from "./to-memory-facts.ts";

/** Calls that may wait for the user's word at the same time. */
const MAX_SHOWN = 64;

export function createMemoryDelete(memory: MemoryPort) {
  /** The note that the user was shown for a call: no other is deleted by it, even if the words fit another by then. */
  const shown = new Map<CallId, { readonly note: string; readonly id: MemoryId }>();
  const keepShown = (callId: CallId, asked: { readonly note: string; readonly id: MemoryId }): void => {
    shown.set(callId, asked);
    const [oldest] = shown.keys();
    if (shown.size > MAX_SHOWN && oldest !== undefined) shown.delete(oldest);
  };
  return defineTool({
    name: "memory_delete",
    description:
      "Deletes one saved note, once the user has agreed. Use it when the user asks to forget something or no longer to " +
      "keep it.",
    when: "forget something, no longer keep it",
    seldom: true,
    effect: "writes",
    asks: true,
    input: z.object({ note: z.string().check(z.describe("Its id, or words of it")) }),
    examples: toExamples(examples.memory_delete),
    preview: async ({ note }, { callId }) => {
      const found = await findNote(memory, note).catch(() => null);
      if (found !== null) keepShown(callId, { note, id: found.id });
      return { title: "Delete a note", deletes: { notes: 1 }, before: found?.text ?? null, after: null };
    },
    run: async ({ note }, context) => {
      const asked = shown.get(context.callId);
      shown.delete(context.callId);
      const { id } = asked?.note === note ? asked : await findNote(memory, note);
      const deleted = await memory.delete(id);
      if (deleted === null) throw new Error("The note is no longer there.");
      context.noteEdit({ before: deleted, after: null });
      const { memoryIds: _, ...facts } = toMemoryFacts([deleted]);
      return toToolOutput([{ type: "json", value: { deleted: true, text: deleted.text } }], facts);
    },
  });
}
