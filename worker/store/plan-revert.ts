import type { MemoryId } from "../protocol/ids.ts";
import { type MemoryEdit, type MemoryRecord, toEditedId } from "../protocol/memory.ts";
import { isSameNote } from "./memory-record.ts";

/** How to undo edits, given what is stored now. */
export type RevertPlan =
  /** Records to put back as they were, and records to delete; both empty when everything is as it was before. */
  | { readonly type: "revert"; readonly put: readonly MemoryRecord[]; readonly remove: readonly MemoryId[] }
  /** Some notes have changed since the edits: nothing may be touched. */
  | { readonly type: "changed-since"; readonly memoryIds: readonly MemoryId[] };

/**
 * Compares edits, in the order they were made, with the stored notes. A note that is already as it was before counts as
 * undone, so that an interrupted undo can be repeated. A note put back is never more trusted than the stored one, because
 * edits are no proof of what the user wrote.
 */
export function planRevert(edits: readonly MemoryEdit[], stored: (id: MemoryId) => MemoryRecord | null): RevertPlan {
  const spans = new Map<MemoryId, { readonly before: MemoryRecord | null; readonly after: MemoryRecord | null }>();
  for (const edit of edits) {
    const id = toEditedId(edit);
    const first = spans.get(id);
    spans.set(id, { before: first === undefined ? edit.before : first.before, after: edit.after });
  }
  const put: MemoryRecord[] = [];
  const remove: MemoryId[] = [];
  const memoryIds: MemoryId[] = [];
  for (const [id, { before, after }] of spans) {
    const now = stored(id);
    const restored = before !== null && now?.untrusted === true ? { ...before, untrusted: true } : before;
    if (isSameNote(now, restored)) continue;
    if (!isSameNote(now, after)) memoryIds.push(id);
    else if (restored === null) remove.push(id);
    else put.push(restored);
  }
  return memoryIds.length > 0 ? { type: "changed-since", memoryIds } : { type: "revert", put, remove };
}
