import type { ToolContext } from "../../agent/define/tool.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import type { MemoryDraft, MemoryWrite } from "../../protocol/memory.ts";
import type { EffectPreview } from "../../protocol/run-event.ts";

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
