import type { Database } from "../database.ts";
import { readState } from "../search/number-notes.ts";

/** Notes counted in one transaction: some tens of milliseconds, in which no other work reaches the database. */
const NOTES_AT_ONCE = 20_000;

/**
 * Counts the conversations and notes of a large database, a few notes at a time. `pause` is awaited in between. Notes that
 * are written meanwhile may be counted or not.
 */
export async function countSlowly(database: Pick<Database, "read">, pause: () => Promise<void>): Promise<number> {
  let records = await database.read(["conversations"], (tx) => tx.objectStore("conversations").count());
  const { nextDoc } = await database.read(["meta"], (tx) => readState(tx.objectStore("meta")));
  for (let first = 0; first < nextDoc; first += NOTES_AT_ONCE) {
    const range = IDBKeyRange.bound(first, first + NOTES_AT_ONCE, false, true);
    records += await database.read(["memories"], (tx) => tx.objectStore("memories").index("by-doc").count(range));
    await pause();
  }
  return records;
}
