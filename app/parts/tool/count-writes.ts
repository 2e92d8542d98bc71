import { toEditedId } from "../../../worker/protocol/memory.ts";
import type { CallRecord } from "../../../worker/protocol/message.ts";

/** How many notes calls wrote; one that was written twice counts once. */
export function countWrites(calls: Iterable<Pick<CallRecord, "edits">>): number {
  const ids = new Set<string>();
  for (const { edits } of calls) for (const edit of edits ?? []) ids.add(toEditedId(edit));
  return ids.size;
}
