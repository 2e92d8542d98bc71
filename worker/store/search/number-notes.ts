import type { IDBPObjectStore } from "idb";
import { type AlcoveSchema, start } from "../database.ts";
import { FIRST_STATE, type IndexState } from "./index-state.ts";

/** The index's part of a transaction that writes memories. */
export const INDEXED_STORES = ["memories", "meta", "dead-docs", "vectors"] as const;

/** The transaction, whatever other stores it has. */
export interface IndexedTransaction {
  objectStore<Name extends (typeof INDEXED_STORES)[number]>(
    name: Name,
  ): Pick<IDBPObjectStore<AlcoveSchema, Name[], Name, "readwrite">, "get" | "put" | "delete">;
}

/** Reads what `numberNotes` needs; apart from it, so that it runs beside a transaction's other reads. */
export async function readState(meta: { get(key: string): Promise<unknown> }): Promise<IndexState> {
  const row = await meta.get(FIRST_STATE.id);
  return isState(row) ? row : FIRST_STATE;
}

/**
 * Gives notes their index numbers inside the transaction that writes them; returns the first. `replaced` are the
 * numbers that become invalid.
 */
export function numberNotes(
  tx: IndexedTransaction,
  state: IndexState,
  count: number,
  replaced: readonly number[],
): number {
  for (const doc of replaced) start(tx.objectStore("dead-docs").put({ doc }));
  if (count > 0) start(tx.objectStore("meta").put({ ...state, nextDoc: state.nextDoc + count }));
  return state.nextDoc;
}

/** Resets the index's record inside a transaction that removes every note and segment. Numbers are not reused. */
export async function resetState(tx: IndexedTransaction, generation: string): Promise<void> {
  const meta = tx.objectStore("meta");
  const state = await readState(meta);
  start(meta.put({ ...state, segments: [], indexedDoc: state.nextDoc, generation }));
}

function isState(row: unknown): row is IndexState {
  return typeof row === "object" && row !== null && "id" in row && row.id === FIRST_STATE.id;
}
