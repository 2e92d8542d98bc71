import type { MemoryQuery, MemoryScopes } from "../../protocol/memory.ts";
import { type AlcoveTransaction, type MemoryRow, type Rows, start } from "../database.ts";
import { keysUnder, toKeyRange } from "../rows/key-range.ts";
import { StorageFault } from "../storage-fault.ts";
import { buildSegment, type IndexedNote, toIndexedNote } from "./build-segment.ts";
import { chooseSegments, findMergeable } from "./choose-segments.ts";
import { ChunkCache } from "./chunk-cache.ts";
import { FIRST_STATE, type IndexState } from "./index-state.ts";
import { mergeSegments } from "./merge-segments.ts";
import { readState } from "./number-notes.ts";
import { listPlaces, planQuery, type RankedNote, rankNotes } from "./rank-notes.ts";
import { type BuiltSegment, CHUNK_BYTES, NAMESPACE_MARK, SearchSegment, TAG_MARK, toPostingsRows } from "./segment.ts";

/** A found row and how well it matches. */
export interface FoundRow {
  readonly row: MemoryRow;
  readonly score: number;
}

export interface MemoryIndexOptions {
  /** A new unique identifier. */
  readonly newId: () => string;
  /** Yields to other work of the thread. */
  readonly pause: () => Promise<void>;
  /** So many unindexed notes make a new segment. */
  readonly flushAt?: number;
}

/** Everything a search reads. */
const SEARCH_STORES = ["memories", "meta", "segments", "postings", "dead-docs"] as const;
/** Everything that a change of the segments writes. */
const SEGMENT_STORES = ["meta", "segments", "postings", "dead-docs"] as const;
type SearchTransaction = AlcoveTransaction<typeof SEARCH_STORES, "readonly">;

/** Cost of a note that is not in a segment yet: it is read and indexed in memory by every tab. */
const FLUSH_AT = 512;
const MAX_NOTES_IN_A_FLUSH = 8192;
/** With more unindexed notes than this multiple of a new segment, a search waits for them to be indexed. */
const SEARCH_WAITS_AT = 4;

/**
 * The search index over memories: a few immutable segments in IndexedDB, and the newest notes in memory. A write costs
 * no index work: it only gives the note a number, in its own transaction. Searching reads the dictionaries once, and of
 * the postings only the chunks it needs. Nothing is kept that the database does not say, so every tab sees every
 * write, and a lost index is built again from the notes.
 */
export class MemoryIndex {
  readonly #database: Rows;
  readonly #options: MemoryIndexOptions;
  readonly #flushAt: number;
  readonly #chunks = new ChunkCache();
  #segments: readonly SearchSegment[] = [];
  #generation: string | null = null;
  /** Notes that are in no segment, by number. */
  #recent = new Map<number, IndexedNote>();
  #recentBuilt: SearchSegment | null = null;
  #seenDoc = 0;
  #seenDead = 0;
  /** Notes below this number are in segments, as far as this tab knows. */
  #maintainedDoc = 0;
  #maintenance: Promise<void> | null = null;
  /** The list of segments whose postings have been or are being prefetched. */
  #readAheadOf: string | null = null;
  /** The list of segments that a search found unmerged. */
  #upkeptAt: string | null = null;
  /**
   * The previous search. Searches run one after the other, because the in-memory state follows one snapshot of the
   * database.
   */
  #before: Promise<unknown> = Promise.resolve();

  constructor(database: Rows, options: MemoryIndexOptions) {
    this.#database = database;
    this.#options = options;
    this.#flushAt = options.flushAt ?? FLUSH_AT;
  }

  /** The best rows that `accept` lets through. An absent text lists everything in scope. */
  search(query: Partial<MemoryQuery>, accept: (row: MemoryRow) => boolean): Promise<readonly FoundRow[]> {
    return this.#inTurn(async () => {
      for (let attempt = 1; ; attempt += 1) {
        const last = attempt === MAX_ATTEMPTS;
        const found = await this.#database.read(SEARCH_STORES, (tx) => this.#searchIn(tx, query, accept, last));
        if (found.type === "found") {
          this.#readAhead();
          this.#takeUpUpkeep();
          return found.rows;
        }
        if (last) throw new StorageFault({ code: "internal", detail: `the memory index is ${found.type}` });
        if (found.type === "damaged") await this.#startOver();
        // If storage is too full for new segments, the last attempt does without them.
        await this.maintain().catch(() => undefined);
      }
    });
  }

  /** The namespaces and tags in use, with their numbers of notes; notes deleted lately may still be counted. */
  async listScopes(): Promise<MemoryScopes> {
    await this.#inTurn(() => this.#database.read(SEARCH_STORES, (tx) => this.#catchUp(tx, true)));
    const segments = this.#allSegments();
    const count = (mark: string): ReadonlyMap<string, number> => {
      const counts = new Map<string, number>();
      for (const { terms } of segments) {
        const [first, end] = terms.findPrefix(mark);
        for (let index = first; index < end; index += 1) {
          const name = terms.term(index).slice(1);
          counts.set(name, (counts.get(name) ?? 0) + terms.place(index).count);
        }
      }
      return counts;
    };
    return { namespaces: count(NAMESPACE_MARK), tags: count(TAG_MARK) };
  }

  /** Called after each write; runs upkeep only when it is due. */
  noteWritten(doc: number): void {
    // Upkeep runs after the answer. Its faults lose nothing: the next write or search tries again.
    if (doc - this.#maintainedDoc >= this.#flushAt) this.maintain().catch(() => undefined);
  }

  /**
   * Moves the newest notes into segments and merges segments, as far as it is due. Safe to call at any time and in every
   * tab: whoever comes second finds the list of segments changed and gives up.
   */
  maintain(): Promise<void> {
    this.#maintenance ??= this.#maintain().finally(() => {
      this.#maintenance = null;
    });
    return this.#maintenance;
  }

  /** Goes on with what was left where the app was closed before its upkeep had ended; tried once for a list of segments. */
  #takeUpUpkeep(): void {
    if (this.#upkeptAt === this.#generation || findMergeable(this.#segments).length === 0) return;
    this.#upkeptAt = this.#generation;
    this.maintain().catch(() => undefined);
  }

  /** After the first answer from a list of segments the rest of their postings is read, as far as there is room. */
  #readAhead(): void {
    const generation = this.#generation;
    if (generation === null || this.#readAheadOf === generation) return;
    this.#readAheadOf = generation;
    const readRows = (segment: number, first: number, last: number) =>
      this.#database.read(["postings"], (tx) =>
        tx.objectStore("postings").getAll(toKeyRange({ from: [segment, first], to: [segment, last] })),
      );
    // A chunk that cannot be prefetched is read when it is needed.
    this.#chunks.readAhead(this.#segments, readRows, () => this.#generation !== generation).catch(() => undefined);
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = this.#before.then(work);
    this.#before = turn.catch(() => undefined);
    return turn;
  }

  async #searchIn(
    tx: SearchTransaction,
    query: Partial<MemoryQuery>,
    accept: (row: MemoryRow) => boolean,
    evenIfBehind: boolean,
  ): Promise<{ readonly type: "found"; readonly rows: readonly FoundRow[] } | { readonly type: "behind" | "damaged" }> {
    const standing = await this.#catchUp(tx, evenIfBehind);
    if (standing !== "ready") return { type: standing };
    const segments = this.#allSegments();
    const plan = planQuery(segments, {
      text: query.text ?? "",
      namespace: query.namespace,
      tags: query.tags,
    });
    const read = await this.#chunks.load(tx.objectStore("postings"), listPlaces(plan));
    if (read === null) return { type: "damaged" };
    const limit = query.limit ?? Number.POSITIVE_INFINITY;
    const byDoc = tx.objectStore("memories").index("by-doc");
    const rows: FoundRow[] = [];
    let done = 0;
    // Notes that are not accepted (their time is over) are rare: a few more than asked for are usually enough.
    for (let wanted = limit + SPARE; ; wanted *= 2) {
      const ranked: readonly RankedNote[] = rankNotes(plan, read, wanted);
      while (rows.length < limit && done < ranked.length) {
        const batch = ranked.slice(done, done + Math.min(limit - rows.length, MAX_ROWS_AT_ONCE));
        done += batch.length;
        const fetched = await Promise.all(batch.map(async ({ id }) => await byDoc.get(id)));
        fetched.forEach((row, index) => {
          if (row !== undefined && accept(row)) rows.push({ row, score: batch[index]?.score ?? 0 });
        });
      }
      if (rows.length >= limit || ranked.length < wanted) return { type: "found", rows };
    }
  }

  /** Updates the in-memory state from the database. */
  async #catchUp(tx: SearchTransaction, evenIfBehind: boolean): Promise<"ready" | "behind" | "damaged"> {
    const deadKeys = tx.objectStore("dead-docs").getAllKeys(toKeyRange({ after: this.#seenDead }));
    start(deadKeys);
    const state = await readState(tx.objectStore("meta"));
    const waiting = state.nextDoc - state.indexedDoc;
    if (waiting > SEARCH_WAITS_AT * this.#flushAt && !evenIfBehind && !this.#database.readOnly) return "behind";
    if (state.generation !== this.#generation) {
      const segments = await this.#loadSegments(tx, state);
      if (segments === null) return "damaged";
      this.#segments = segments;
      this.#generation = state.generation;
      this.#seenDead = 0;
      this.#chunks.keepOnly(segments);
      for (const doc of this.#recent.keys()) {
        if (doc < state.indexedDoc) this.#recent.delete(doc);
      }
      if (this.#seenDoc < state.indexedDoc || this.#seenDoc > state.nextDoc) {
        this.#recent.clear();
        this.#seenDoc = state.indexedDoc;
      }
      this.#recentBuilt = null;
    }
    if (this.#seenDoc < state.nextDoc) {
      const rows = await tx
        .objectStore("memories")
        .index("by-doc")
        .getAll(toKeyRange({ from: this.#seenDoc }));
      for (const { doc, record } of rows) this.#recent.set(doc, toIndexedNote(doc, record));
      this.#seenDoc = state.nextDoc;
      this.#recentBuilt = null;
    }
    if (this.#seenDead === 0 || (await deadKeys).length > 0) await this.#buryDead(tx);
    return "ready";
  }

  async #loadSegments(tx: SearchTransaction, state: IndexState): Promise<readonly SearchSegment[] | null> {
    const known = new Map(this.#segments.map((segment) => [segment.data.id, segment]));
    const store = tx.objectStore("segments");
    const loaded = await Promise.all(
      state.segments.map(async (id) => {
        const segment = known.get(id);
        if (segment !== undefined) return segment;
        const data = await store.get(id);
        return data === undefined ? null : new SearchSegment(data);
      }),
    );
    return loaded.every((segment) => segment !== null) ? loaded : null;
  }

  async #buryDead(tx: SearchTransaction): Promise<void> {
    const store = tx.objectStore("dead-docs");
    const range = toKeyRange({ after: this.#seenDead });
    const keys = await store.getAllKeys(range);
    const last = keys.at(-1);
    if (last === undefined) return;
    for (const { doc } of await store.getAll(range)) {
      if (this.#recent.delete(doc)) this.#recentBuilt = null;
      for (const segment of this.#segments) segment.bury(doc);
    }
    this.#seenDead = last;
  }

  #allSegments(): readonly SearchSegment[] {
    if (this.#recent.size === 0) return this.#segments;
    if (this.#recentBuilt === null) {
      const { data, postings } = buildSegment(0, [...this.#recent.values()]);
      this.#recentBuilt = new SearchSegment(data, postings);
    }
    return [...this.#segments, this.#recentBuilt];
  }

  async #maintain(): Promise<void> {
    if (this.#database.readOnly) return;
    while ((await this.#flush()) || (await this.#merge())) await this.#options.pause();
  }

  /** Writes a segment of the notes that are in none, when there are enough of them. True when it did. */
  async #flush(): Promise<boolean> {
    const found = await this.#database.read(["meta", "memories"], async (tx) => {
      const state = await readState(tx.objectStore("meta"));
      this.#maintainedDoc = state.indexedDoc;
      if (state.nextDoc - state.indexedDoc < this.#flushAt) return null;
      const range = toKeyRange({ from: state.indexedDoc });
      const rows = await tx.objectStore("memories").index("by-doc").getAll(range, MAX_NOTES_IN_A_FLUSH);
      return { state, rows };
    });
    if (found === null) return false;
    const notes: IndexedNote[] = [];
    for (const { doc, record } of found.rows) {
      notes.push(toIndexedNote(doc, record));
      if (notes.length % NOTES_BETWEEN_PAUSES === 0) await this.#options.pause();
    }
    const last = found.rows.at(-1);
    const full = found.rows.length === MAX_NOTES_IN_A_FLUSH;
    const indexedDoc = full && last !== undefined ? last.doc + 1 : found.state.nextDoc;
    const built = notes.length === 0 ? null : buildSegment(found.state.nextSegment, notes);
    return await this.#replace(found.state, { remove: [], add: built, indexedDoc, buried: [] });
  }

  /** Merges or rewrites segments, as `chooseSegments` says. */
  async #merge(): Promise<boolean> {
    const found = await this.#database.read(SEARCH_STORES, async (tx) => {
      const state = await readState(tx.objectStore("meta"));
      const segments = await this.#loadSegments(tx, state);
      if (segments === null) return null;
      const deadKeys = await tx.objectStore("dead-docs").getAllKeys();
      const deadRows = await tx.objectStore("dead-docs").getAll();
      const dead = new Set(deadRows.map(({ doc }) => doc));
      const chosen = chooseSegments(segments, dead);
      if (chosen.length === 0) return null;
      const parts: BuiltSegment[] = [];
      for (const { data } of chosen) parts.push({ data, postings: await readPostings(tx, data.id) });
      return { state, parts, dead, deadRows: deadKeys.map((key, index) => ({ key, doc: deadRows[index]?.doc ?? 0 })) };
    });
    if (found === null) return false;
    const { state, parts, dead } = found;
    const merged = await mergeSegments(state.nextSegment, parts, dead, this.#options.pause);
    const first = parts[0]?.data.docs[0] ?? 0;
    const last = parts.at(-1)?.data.docs.at(-1) ?? 0;
    return await this.#replace(state, {
      remove: parts.map(({ data }) => data.id),
      add: merged.data.docs.length === 0 ? null : merged,
      indexedDoc: state.indexedDoc,
      buried: found.deadRows.filter(({ doc }) => doc >= first && doc <= last).map(({ key }) => key),
    });
  }

  /** Replaces neighbouring segments by one. False if another tab has changed the list meanwhile. */
  async #replace(
    before: IndexState,
    change: {
      readonly remove: readonly number[];
      readonly add: BuiltSegment | null;
      readonly indexedDoc: number;
      /** Keys of the dead that the new segment has left out. */
      readonly buried: readonly number[];
    },
  ): Promise<boolean> {
    // Relaxed: a flush that a crash takes back is only done again.
    return await this.#database.write(SEGMENT_STORES, "relaxed", async (tx) => {
      const state = await readState(tx.objectStore("meta"));
      if (state.generation !== before.generation) return false;
      const postings = tx.objectStore("postings");
      const segments: number[] = [];
      const { add } = change;
      for (const id of state.segments) {
        if (!change.remove.includes(id)) segments.push(id);
        else if (id === change.remove[0] && add !== null) segments.push(add.data.id);
      }
      if (change.remove.length === 0 && add !== null) segments.push(add.data.id);
      for (const id of change.remove) {
        start(tx.objectStore("segments").delete(id));
        start(postings.delete(keysUnder(id)));
      }
      if (add !== null) {
        start(tx.objectStore("segments").put(add.data));
        for (const row of toPostingsRows(add.data.id, add.postings)) start(postings.put(row));
      }
      for (const key of change.buried) start(tx.objectStore("dead-docs").delete(key));
      const { indexedDoc } = change;
      const nextSegment = state.nextSegment + 1;
      start(
        tx.objectStore("meta").put({ ...state, segments, indexedDoc, nextSegment, generation: this.#options.newId() }),
      );
      return true;
    });
  }

  /** Drops the segments, so that they are rebuilt from the notes. */
  async #startOver(): Promise<void> {
    await this.#database.write(SEGMENT_STORES, "relaxed", async (tx) => {
      const state = await readState(tx.objectStore("meta"));
      start(tx.objectStore("segments").clear());
      start(tx.objectStore("postings").clear());
      start(tx.objectStore("dead-docs").clear());
      const { nextDoc, nextSegment } = state;
      start(tx.objectStore("meta").put({ ...FIRST_STATE, nextDoc, nextSegment, generation: this.#options.newId() }));
    });
  }
}

const MAX_ATTEMPTS = 3;
const SPARE = 8;
const MAX_ROWS_AT_ONCE = 256;
const NOTES_BETWEEN_PAUSES = 256;

async function readPostings(tx: SearchTransaction, segment: number): Promise<Uint8Array> {
  const rows = await tx.objectStore("postings").getAll(keysUnder(segment));
  const bytes = new Uint8Array(rows.reduce((sum, row) => sum + row.bytes.length, 0));
  for (const row of rows) bytes.set(row.bytes, row.chunk * CHUNK_BYTES);
  return bytes;
}
