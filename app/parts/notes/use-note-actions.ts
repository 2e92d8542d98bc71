import type { MemoryChange, MemoryDraft, MemoryRecord, MergedText } from "../../../worker/protocol/memory.ts";
import type { MessageKey } from "../../messages/catalogue.ts";
import { toResult } from "../../state/app-state.ts";
import { useApp } from "../../state/use-app.ts";

/** Actions of the user on notes, of which tasks are some; `save` and `change` return whether it was stored. */
export function useNoteActions(deleted: MessageKey = "toast.memory-deleted") {
  const { api, toasts } = useApp();
  const restore = (records: readonly MemoryRecord[]) => void toasts.reportUnsaved(api.restoreMemories(records));
  return {
    restore,
    save: (draft: MemoryDraft) => toasts.reportUnsaved(api.saveMemory(draft)),
    change: (record: MemoryRecord, change: MemoryChange) => toasts.reportUnsaved(api.changeMemory(record.id, change)),
    async remove(record: MemoryRecord): Promise<void> {
      if (!(await toasts.reportUnsaved(api.deleteMemory(record.id)))) return;
      toasts.show({ text: deleted, undo: () => restore([record]) });
    },
    async merge(records: readonly MemoryRecord[], text: MergedText): Promise<void> {
      const ids = records.map(({ id }) => id);
      const merged = await toResult(api.mergeMemories(ids, text));
      if (!merged.ok) toasts.show({ text: "toast.not-saved" });
      else toasts.show({ text: "memory.merged", undo: () => restore(merged.value.before) });
    },
  };
}
