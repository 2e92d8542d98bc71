import type { CallRecord } from "../../../worker/protocol/message.ts";

/** How many notes calls wrote; one that was written twice counts once. */
export function countWrites(calls: Iterable<Pick<CallRecord, "edits">>): number {
  const ids = new Set<string>();
  for (const { edits } of calls) for (const { after } of edits ?? []) ids.add(after.id);
  return ids.size;
}
