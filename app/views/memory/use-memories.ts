import { useEffect, useState } from "react";
import type { Result } from "../../../worker/protocol/failure.ts";
import type { MemoryId } from "../../../worker/protocol/ids.ts";
import type { MemoryChange, MemoryDraft, MemoryHit, MemoryRecord } from "../../../worker/protocol/memory.ts";
import { toResult } from "../../state/app-state.ts";
import { useApp, useAppState } from "../../state/use-app.ts";

/** Most memories in the list at once; a search finds the others. */
const MAX_LISTED = 200;
const TYPING_PAUSE_MS = 150;

/** The memories that a search finds, or the only one that was asked for; undefined until they are read. */
export function useMemories(query: string, memoryId: MemoryId | undefined): Result<readonly MemoryHit[]> | undefined {
  const { api } = useApp();
  const phase = useAppState((state) => state.phase);
  const revision = useAppState((state) => state.memoryRevision);
  const [found, setFound] = useState<Result<readonly MemoryHit[]>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the memories asks for the list again
  useEffect(() => {
    if (phase !== "ready") return;
    let current = true;
    const timer = setTimeout(
      () => {
        const asked =
          memoryId === undefined
            ? toResult(api.listMemories({ text: query.trim(), limit: MAX_LISTED }))
            : toResult(api.readMemory(memoryId)).then(toHits);
        void asked.then((result) => {
          if (current) setFound(result);
        });
      },
      query === "" ? 0 : TYPING_PAUSE_MS,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [api, query, revision, phase, memoryId]);
  return found;
}

/** One note, or none, as a search would find it. */
function toHits(read: Result<MemoryRecord | null>): Result<readonly MemoryHit[]> {
  if (!read.ok) return read;
  return { ok: true, value: read.value === null ? [] : [{ record: read.value, score: 1 }] };
}

/** What the user can do to memories; `save` and `change` return whether it was stored. */
export interface MemoryActions {
  readonly save: (draft: MemoryDraft) => Promise<boolean>;
  readonly change: (record: MemoryRecord, change: MemoryChange) => Promise<boolean>;
  readonly remove: (record: MemoryRecord) => Promise<void>;
  readonly merge: (records: readonly MemoryRecord[], text: string) => Promise<void>;
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
