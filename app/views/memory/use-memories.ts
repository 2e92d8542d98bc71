import type { Result } from "../../../worker/protocol/failure.ts";
import type { MemoryId } from "../../../worker/protocol/ids.ts";
import type {
  MemoryChange,
  MemoryDraft,
  MemoryHit,
  MemoryRecord,
  MergedText,
} from "../../../worker/protocol/memory.ts";
import { useRead } from "../../services/use-read.ts";
import { toResult } from "../../state/app-state.ts";
import { useApp, useAppState } from "../../state/use-app.ts";

/** Most memories in the list at once; a search finds the others. */
const MAX_LISTED = 200;
const TYPING_PAUSE_MS = 150;

/** The memories that a search finds, or the only one that was asked for; undefined until they are read. */
export function useMemories(query: string, memoryId: MemoryId | undefined): Result<readonly MemoryHit[]> | undefined {
  const revision = useAppState((state) => state.memoryRevision);
  return useRead(
    (api) =>
      memoryId === undefined
        ? toResult(api.listMemories({ text: query.trim(), limit: MAX_LISTED }))
        : toResult(api.readMemory(memoryId)).then(toHits),
    [query, revision, memoryId],
    query === "" ? 0 : TYPING_PAUSE_MS,
  );
}

/** One note, or none, as a search would find it. */
function toHits(read: Result<MemoryRecord | null>): Result<readonly MemoryHit[]> {
  if (!read.ok) return read;
  return { ok: true, value: read.value === null ? [] : [{ record: read.value, score: 1 }] };
}

/** Actions of the user on memories; `save` and `change` return whether it was stored. */
export interface MemoryActions {
  readonly save: (draft: MemoryDraft) => Promise<boolean>;
  readonly change: (record: MemoryRecord, change: MemoryChange) => Promise<boolean>;
  readonly remove: (record: MemoryRecord) => Promise<void>;
  readonly merge: (records: readonly MemoryRecord[], text: MergedText) => Promise<void>;
}

export function useMemoryActions(): MemoryActions {
  const { api, toasts } = useApp();
  const restore = (records: readonly MemoryRecord[]) => void toasts.reportUnsaved(api.restoreMemories(records));
  return {
    save: (draft) => toasts.reportUnsaved(api.saveMemory(draft)),
    change: (record, change) => toasts.reportUnsaved(api.changeMemory(record.id, change)),
    async remove(record) {
      if (!(await toasts.reportUnsaved(api.deleteMemory(record.id)))) return;
      toasts.show({ text: "toast.memory-deleted", undo: () => restore([record]) });
    },
    async merge(records, text) {
      const ids = records.map(({ id }) => id);
      const merged = await toResult(api.mergeMemories(ids, text));
      if (!merged.ok) toasts.show({ text: "toast.not-saved" });
      else toasts.show({ text: "memory.merged", undo: () => restore(merged.value.before) });
    },
  };
}
