import type { Embedder } from "../agent/ports/embedder.ts";
import type { MemoryPort } from "../agent/ports/memory-port.ts";
import type { MemoryId } from "../protocol/ids.ts";
import {
  type MemoryChange,
  type MemoryDraft,
  type MemoryEdit,
  type MemoryHit,
  type MemoryMerge,
  type MemoryQuery,
  type MemoryRecord,
  type MemoryRevert,
  type MemoryScopes,
  type MemoryWrite,
  type MergedText,
  toEditedId,
} from "../protocol/memory.ts";
import type { Scope } from "../protocol/project.ts";
import { fuseScores } from "../search/fuse-scores.ts";
import { type AlcoveTransaction, isDatabaseRow, type MemoryRow, ROW_SCHEMA, type Rows, start } from "./database.ts";
import {
  applyChange,
  applyDraft,
  goesOnWith,
  isExpired,
  isInScope,
  isWanted,
  mergeRecords,
  planExpiry,
} from "./memory-record.ts";
import { hashNote, toNoteKey } from "./note-key.ts";
import { planRevert } from "./plan-revert.ts";
import { toKeyRange } from "./rows/key-range.ts";
import type { IndexState } from "./search/index-state.ts";
import type { MemoryIndex } from "./search/memory-index.ts";
import { INDEXED_STORES, type IndexedTransaction, numberNotes, readState } from "./search/number-notes.ts";
import type { SemanticState, VectorIndex } from "./search/vector-index.ts";
import { isSoundMemory } from "./sound-record.ts";
import type { MemoryStore, StoreClock } from "./stores.ts";
import { withinProject } from "./within-project.ts";

/** Number of entries of each list that are fused. */
const FUSED_DEPTH = 50;
/** Notes that a search by meaning alone may bring up. */
const MAX_OUTSTANDING = 3;

/** Memories in IndexedDB. `changed` is called with the number of records that the store grew by. */
export class RowMemoryStore implements MemoryStore {
  readonly #database: Rows;
  readonly #readIndex: () => Promise<MemoryIndex>;
  readonly #clock: StoreClock;
  readonly #changed: (grownBy: number) => void;
  #vectors: Promise<VectorIndex> | null = null;

  constructor(
    database: Rows,
    /** The one index; its code is loaded when it is first asked for. */
    readIndex: () => Promise<MemoryIndex>,
    clock: StoreClock,
    changed: (grownBy: number) => void,
  ) {
    this.#database = database;
    this.#readIndex = readIndex;
    this.#clock = clock;
    this.#changed = changed;
  }

  within(scope: Scope): MemoryPort {
    return withinProject(this, scope);
  }

  write(draft: MemoryDraft): Promise<MemoryWrite> {
    return this.#change(async (tx) => {
      const meta = tx.objectStore("meta");
      const [{ known, isTaken }, state] = await Promise.all([findKnown(tx, draft), readState(meta)]);
      const { id: _, ...unnamed } = draft;
      const applied = applyDraft(isTaken ? unnamed : draft, known?.record ?? null, this.#clock);
      if (applied.type === "unchanged") return { value: applied };
      putMemory(tx, state, applied.record, known);
      return { value: applied, grownBy: applied.type === "created" ? 1 : 0, doc: state.nextDoc };
    });
  }

  async read(id: MemoryId): Promise<MemoryRecord | null> {
    const row = await this.#database.read(["memories"], (tx) => tx.objectStore("memories").get(id));
    return !isSoundMemory(row?.record) || isExpired(row.record, this.#clock.now()) ? null : row.record;
  }

  async search(query: MemoryQuery): Promise<readonly MemoryHit[]> {
    const vectors = await this.#vectors;
    if (vectors === null || query.text.trim() === "") return await this.list(query);
    const { asked = query.text } = query;
    const wide = Math.max(query.limit, FUSED_DEPTH);
    const [byWords, byMeaning] = await Promise.all([
      this.list({ ...query, limit: wide }),
      // If the embedding model fails, search continues by words.
      vectors.search(asked, wide).catch(() => ({ near: [], standOut: false })),
    ]);
    const known = new Map(byWords.map(({ record }) => [record.id, record]));
    const hits: MemoryHit[] = [];
    const outstanding = byMeaning.standOut ? byMeaning.near.slice(0, MAX_OUTSTANDING).map(({ id }) => id) : [];
    const found = byWords.map(({ record, score }) => ({ id: record.id, score }));
    for (const { id, score } of fuseScores(asked, found, byMeaning.near)) {
      if (hits.length >= query.limit) break;
      const record = known.get(id) ?? (await this.read(id));
      if (record === null || !isInScope(record, query)) continue;
      hits.push({ record, score, ...(outstanding.includes(id) ? { byMeaning: true } : {}) });
    }
    return hits;
  }

  async readSemanticState(): Promise<SemanticState> {
    const vectors = await this.#vectors;
    return vectors === null ? { type: "absent" } : await vectors.readState();
  }

  setEmbedder(embedder: Embedder | null): void {
    this.#vectors =
      embedder === null
        ? null
        : import("./search/vector-index.ts").then(({ VectorIndex: Index }) => new Index(this.#database, embedder));
    // Callers of the promise handle its failure.
    this.#vectors?.catch(() => undefined);
  }

  async embedMissing(isStopped?: () => boolean): Promise<number> {
    const vectors = await this.#vectors;
    return vectors === null ? 0 : await vectors.embedMissing(isStopped);
  }

  delete(id: MemoryId): Promise<MemoryRecord | null> {
    return this.#change(async (tx) => {
      const row = await tx.objectStore("memories").get(id);
      if (row === undefined) return { value: null };
      deleteRow(tx, row);
      return { value: row.record, grownBy: -1 };
    });
  }

  async list(query: Partial<MemoryQuery> = {}): Promise<readonly MemoryHit[]> {
    const now = this.#clock.now();
    const index = await this.#readIndex();
    const found = await index.search(
      query,
      ({ record }) => isSoundMemory(record) && !isExpired(record, now) && isWanted(record, query),
    );
    return found.map(({ row, score }) => ({ record: row.record, score }));
  }

  async listScopes(): Promise<MemoryScopes> {
    return await (await this.#readIndex()).listScopes();
  }

  change(id: MemoryId, change: MemoryChange): Promise<MemoryRecord | null> {
    return this.#change(async (tx) => {
      const row = await tx.objectStore("memories").get(id);
      if (row === undefined) return { value: null };
      const state = await readState(tx.objectStore("meta"));
      const record = applyChange(row.record, change, this.#clock.now());
      if (record !== row.record) putMemory(tx, state, record, row);
      return { value: record, grownBy: 0, doc: state.nextDoc };
    });
  }

  restoreAll(records: readonly MemoryRecord[]): Promise<void> {
    return this.#change(async (tx) => ({ value: undefined, ...(await putMemories(tx, records)) }));
  }

  merge(ids: readonly MemoryId[], note: MergedText): Promise<MemoryMerge | null> {
    return this.#change(async (tx) => {
      const store = tx.objectStore("memories");
      const found = await Promise.all([...new Set(ids)].map(async (id) => await store.get(id)));
      const rows = found.filter((row) => row !== undefined);
      const [first, ...others] = rows;
      if (first === undefined || rows.length < found.length) return { value: null };
      const before = rows.map((row) => row.record);
      const record = mergeRecords([first.record, ...others.map((row) => row.record)], note, this.#clock.now());
      const state = await readState(tx.objectStore("meta"));
      for (const row of others) deleteRow(tx, row);
      putMemory(tx, state, record, first);
      return { value: { record, before }, grownBy: -others.length, doc: state.nextDoc };
    });
  }

  revert(edits: readonly MemoryEdit[]): Promise<MemoryRevert> {
    return this.#change<MemoryRevert>(async (tx) => {
      const store = tx.objectStore("memories");
      const ids = [...new Set(edits.map(toEditedId))];
      const found = await Promise.all(ids.map(async (id) => await store.get(id)));
      const rows = new Map(found.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])));
      const plan = planRevert(edits, (id) => rows.get(id)?.record ?? null);
      if (plan.type === "changed-since") return { value: plan };
      const removed = plan.remove.flatMap((id) => rows.get(id) ?? []);
      for (const row of removed) deleteRow(tx, row);
      const value = { type: "reverted", notes: removed.length + plan.put.length } as const;
      if (plan.put.length === 0) return removed.length === 0 ? { value } : { value, grownBy: -removed.length };
      const { grownBy, doc } = await putMemories(tx, plan.put);
      return { value, grownBy: grownBy - removed.length, doc };
    });
  }

  async deleteExpired(): Promise<number> {
    const now = this.#clock.now();
    const deleted = await this.#database.write(INDEXED_STORES, "relaxed", async (tx) => {
      const meta = tx.objectStore("meta");
      const known = await meta.get("database");
      if (!isDatabaseRow(known)) return 0;
      const { next, until } = planExpiry(known.expiredAt, now);
      if (next !== known.expiredAt) start(meta.put({ ...known, expiredAt: next }));
      if (until === null) return 0;
      const rows = await tx
        .objectStore("memories")
        .index("by-expires")
        .getAll(toKeyRange({ to: until }));
      for (const row of rows) deleteRow(tx, row);
      return rows.length;
    });
    if (deleted > 0) this.#changed(-deleted);
    return deleted;
  }

  async markUsed(ids: readonly MemoryId[]): Promise<void> {
    const usedAt = this.#clock.now();
    await this.#database.write(["memories"], "relaxed", async (tx) => {
      for (const id of new Set(ids)) {
        const row = await tx.objectStore("memories").get(id);
        if (row !== undefined) start(tx.objectStore("memories").put({ ...row, record: { ...row.record, usedAt } }));
      }
    });
  }

  /** Called after notes up to a number were written without this store, so that the index follows. */
  noteWritten(doc: number): void {
    // Upkeep only: a search without it finds the same, and the next write tries again.
    this.#readIndex()
      .then((index) => index.noteWritten(doc))
      .catch(() => undefined);
  }

  /** Changes notes in one transaction, and tells of it; no change has no `grownBy`, and no note that was numbered no `doc`. */
  async #change<Value>(
    work: (
      tx: NotesTransaction,
    ) => Promise<{ readonly value: Value; readonly grownBy?: number; readonly doc?: number }>,
  ): Promise<Value> {
    const { value, grownBy, doc } = await this.#database.write(INDEXED_STORES, "strict", work);
    if (grownBy !== undefined) this.#changed(grownBy);
    if (doc !== undefined) this.noteWritten(doc);
    return value;
  }
}

type NotesTransaction = AlcoveTransaction<typeof INDEXED_STORES, "readwrite">;

/** The note that a draft goes on with; `isTaken` where its id is that of another one. */
async function findKnown(tx: NotesTransaction, draft: MemoryDraft) {
  const store = tx.objectStore("memories");
  const named = draft.id === undefined ? undefined : await store.get(draft.id);
  if (named !== undefined && goesOnWith(named.record, draft)) return { known: named, isTaken: false };
  const key = toNoteKey(draft.namespace, draft.text);
  const rows = await store.index("by-hash").getAll(hashNote(draft.namespace, draft.text));
  const isSame = ({ record }: MemoryRow) =>
    toNoteKey(record.namespace, record.text) === key && goesOnWith(record, draft);
  return { known: rows.find(isSame) ?? null, isTaken: named !== undefined };
}

function deleteRow(tx: IndexedTransaction, row: MemoryRow): void {
  start(tx.objectStore("memories").delete(row.id));
  start(tx.objectStore("vectors").delete(row.id));
  start(tx.objectStore("dead-docs").put({ doc: row.doc }));
}

/** Stores a record under a new index number; the number of the row it replaces becomes invalid. */
function putMemory(tx: IndexedTransaction, state: IndexState, record: MemoryRecord, known: MemoryRow | null): void {
  putRow(tx, record, known, numberNotes(tx, state, 1, known === null ? [] : [known.doc]));
}

/** Stores records in the order they were last changed. Returns how many of them are new, and the last number. */
export async function putMemories(tx: IndexedTransaction, records: readonly MemoryRecord[]) {
  // One record for each id: a number without its row would be counted as a note.
  const unique = [...new Map(records.map((record) => [record.id, record])).values()];
  const sorted = unique.sort((left, right) => left.updatedAt - right.updatedAt);
  const state = await readState(tx.objectStore("meta"));
  const known = await Promise.all(sorted.map(async ({ id }) => await tx.objectStore("memories").get(id)));
  const replaced = known.flatMap((row) => (row === undefined ? [] : [row.doc]));
  const first = numberNotes(tx, state, sorted.length, replaced);
  sorted.forEach((record, index) => {
    putRow(tx, record, known[index] ?? null, first + index);
  });
  return { grownBy: sorted.length - replaced.length, doc: first + sorted.length };
}

function putRow(tx: IndexedTransaction, record: MemoryRecord, known: MemoryRow | null, doc: number): void {
  // A changed text needs a new embedding.
  if (known !== null && known.record.text !== record.text) start(tx.objectStore("vectors").delete(record.id));
  const hash = hashNote(record.namespace, record.text);
  start(tx.objectStore("memories").put({ id: record.id, schema: ROW_SCHEMA, hash, doc, record }));
}
