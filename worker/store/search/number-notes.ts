import { start } from "../database.ts";
import { FIRST_STATE, type IndexState } from "./index-state.ts";

/** The index's part of a transaction that writes memories. */
export const INDEXED_STORES = ["memories", "meta", "dead-docs", "vectors"] as const;

/** Reads what `numberNotes` needs; apart from it, so that it runs beside a transaction's other reads. */
export async function readState(meta: Pick<MetaStore, "get">): Promise<IndexState> {
  const row = await meta.get(FIRST_STATE.id);
  return isState(row) ? row : FIRST_STATE;
}

/**
 * Gives notes their index numbers inside the transaction that writes them; returns the first. `replaced` are the
 * numbers that become invalid.
 */
export function numberNotes(
  stores: IndexHandles,
  state: IndexState,
  count: number,
  replaced: readonly number[],
): number {
  for (const doc of replaced) start(stores.deadDocs.put({ doc }));
  if (count > 0) start(stores.meta.put({ ...state, nextDoc: state.nextDoc + count }));
  return state.nextDoc;
}

/** Resets the index's record inside a transaction that removes every note and segment. Numbers are not reused. */
export async function resetState(meta: MetaStore, generation: string): Promise<void> {
  const state = await readState(meta);
  start(meta.put({ ...state, segments: [], indexedDoc: state.nextDoc, generation }));
}

/** The object stores of the index that writing a note needs. */
export interface IndexHandles {
  readonly meta: MetaStore;
  readonly deadDocs: { put(row: { readonly doc: number }): Promise<unknown> };
}

interface MetaStore {
  get(key: string): Promise<unknown>;
  put(state: IndexState): Promise<unknown>;
}

function isState(row: unknown): row is IndexState {
  return typeof row === "object" && row !== null && "id" in row && row.id === FIRST_STATE.id;
}
