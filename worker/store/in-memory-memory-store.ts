import type { MemoryId } from "../protocol/ids.ts";
import type {
  MemoryChange,
  MemoryDraft,
  MemoryEdit,
  MemoryHit,
  MemoryMerge,
  MemoryQuery,
  MemoryRecord,
  MemoryRevert,
  MemoryScopes,
  MemoryWrite,
} from "../protocol/memory.ts";
import { applyChange, applyDraft, isExpired, isWanted, mergeRecords, planExpiry, toNoteKey } from "./memory-record.ts";
import { planRevert } from "./plan-revert.ts";
import { buildSegment, toIndexedNote } from "./search/build-segment.ts";
import { planQuery, rankNotes, SearchSegment } from "./search/rank-notes.ts";
import type { SemanticState } from "./search/vector-index.ts";
import type { MemoryStore, StoreClock } from "./stores.ts";

/** Memories that end with the tab, ranked as the stored ones are. */
export class InMemoryMemoryStore implements MemoryStore {
  readonly #records = new Map<MemoryId, MemoryRecord>();
  readonly #clock: StoreClock;
  #expiredAt: number | undefined;
  #built: BuiltRecords | null = null;

  constructor(clock: StoreClock) {
    this.#clock = clock;
  }

  async write(draft: MemoryDraft): Promise<MemoryWrite> {
    const write = applyDraft(structuredClone(draft), this.#findKnown(draft), this.#clock);
    this.#built = null;
    this.#records.set(write.record.id, write.record);
    return write;
  }

  async read(id: MemoryId): Promise<MemoryRecord | null> {
    const record = this.#records.get(id);
    return record === undefined || isExpired(record, this.#clock.now()) ? null : record;
  }

  search(query: MemoryQuery): Promise<readonly MemoryHit[]> {
    return this.list(query);
  }

  async delete(id: MemoryId): Promise<MemoryRecord | null> {
    const record = this.#records.get(id) ?? null;
    this.#built = null;
    this.#records.delete(id);
    return record;
  }

  /** The stored index's ranking, over one segment that is rebuilt after a change. */
  async list(query: Partial<MemoryQuery> = {}): Promise<readonly MemoryHit[]> {
    this.#built ??= buildRecords([...this.#records.values()]);
    const { records, segment, postings } = this.#built;
    const plan = planQuery([segment], { ...query, text: query.text ?? "" });
    const ranked = rankNotes(plan, (_, place) => postings.subarray(place.start, place.end), records.length);
    const now = this.#clock.now();
    const hits: MemoryHit[] = [];
    for (const { doc, score } of ranked) {
      const record = records[doc];
      if (record !== undefined && !isExpired(record, now) && isWanted(record, query)) hits.push({ record, score });
    }
    return hits.slice(0, query.limit);
  }

  async count(): Promise<number> {
    return this.#records.size;
  }

  async listScopes(): Promise<MemoryScopes> {
    const namespaces = new Map<string, number>();
    const tags = new Map<string, number>();
    for (const record of this.#records.values()) {
      namespaces.set(record.namespace, (namespaces.get(record.namespace) ?? 0) + 1);
      for (const tag of record.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1);
    }
    return { namespaces, tags };
  }

  async change(id: MemoryId, change: MemoryChange): Promise<MemoryRecord | null> {
    const known = this.#records.get(id);
    if (known === undefined) return null;
    const record = applyChange(known, structuredClone(change), this.#clock.now());
    this.#built = null;
    this.#records.set(id, record);
    return record;
  }

  async restore(record: MemoryRecord): Promise<void> {
    this.#built = null;
    this.#records.set(record.id, structuredClone(record));
  }

  async restoreAll(records: readonly MemoryRecord[]): Promise<void> {
    for (const record of records) await this.restore(record);
  }

  async merge(ids: readonly MemoryId[], text: string): Promise<MemoryMerge | null> {
    const before = [...new Set(ids)].map((id) => this.#records.get(id)).filter((record) => record !== undefined);
    const [first, ...others] = before;
    if (first === undefined || before.length < new Set(ids).size) return null;
    const record = mergeRecords([first, ...others], text, this.#clock.now());
    for (const { id } of others) await this.delete(id);
    await this.restore(record);
    return { record, before };
  }

  async revert(edits: readonly MemoryEdit[]): Promise<MemoryRevert> {
    const plan = planRevert(edits, (id) => this.#records.get(id) ?? null);
    if (plan.type === "changed-since") return plan;
    for (const id of plan.remove) await this.delete(id);
    await this.restoreAll(plan.put);
    return { type: "reverted", notes: plan.remove.length + plan.put.length };
  }

  async deleteExpired(): Promise<number> {
    const { next, until } = planExpiry(this.#expiredAt, this.#clock.now());
    this.#expiredAt = next;
    if (until === null) return 0;
    const expired = [...this.#records.values()].filter((record) => isExpired(record, until));
    for (const { id } of expired) await this.delete(id);
    return expired.length;
  }

  /** Searches by words only: memories that end with the tab are not worth embedding. */
  async readSemanticState(): Promise<SemanticState> {
    return { type: "absent" };
  }

  setEmbedder(): void {}

  async embedMissing(): Promise<number> {
    return 0;
  }

  async markUsed(ids: readonly MemoryId[]): Promise<void> {
    for (const id of ids) {
      const record = this.#records.get(id);
      this.#built = null;
      if (record !== undefined) this.#records.set(id, { ...record, usedAt: this.#clock.now() });
    }
  }

  all(): readonly MemoryRecord[] {
    return [...this.#records.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
  }

  clear(): void {
    this.#built = null;
    this.#records.clear();
  }

  #findKnown(draft: MemoryDraft): MemoryRecord | null {
    const known = draft.id === undefined ? undefined : this.#records.get(draft.id);
    if (known !== undefined) return known;
    const key = toNoteKey(draft.namespace, draft.text);
    for (const record of this.#records.values()) {
      if (toNoteKey(record.namespace, record.text) === key) return record;
    }
    return null;
  }
}

interface BuiltRecords {
  readonly records: readonly MemoryRecord[];
  readonly segment: SearchSegment;
  readonly postings: Uint8Array;
}

function buildRecords(records: readonly MemoryRecord[]): BuiltRecords {
  const built = buildSegment(
    0,
    records.map((record, doc) => toIndexedNote(doc, record)),
  );
  return { records, segment: new SearchSegment(built.data), postings: built.postings };
}
