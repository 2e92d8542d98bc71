import { sleep } from "../../../platform/race-abort.ts";
import type { TextRange } from "../../../protocol/workspaces/workspace.ts";
import { buildSegment, type IndexedNote } from "../../search/build-segment.ts";
import { ChunkCache } from "../../search/chunk-cache.ts";
import { findFirst } from "../../search/find-first.ts";
import { mergeSegments } from "../../search/merge-segments.ts";
import { listPlaces, planQuery, type RankedNote, rankNotes } from "../../search/rank-notes.ts";
import { CHUNK_BYTES, SearchSegment } from "../../search/segment.ts";
import type { FileIndexCache } from "./file-index-cache.ts";
import type { BuiltFileSegment, FileSegmentData } from "./file-index-rows.ts";

/** Changed files make a small segment of their own; with more segments than this, neighbours are merged. */
const MAX_SEGMENTS = 16;
/** Until so many are left, so that it is done seldom. */
const MERGED_SEGMENTS = 8;
/** Larger segments stay apart: merging takes the postings of all it merges into memory. */
const MAX_MERGED_PASSAGES = 150_000;
/** A segment with this share of dead passages is written anew. */
const DEAD_SHARE = 0.3;
/** Postings that stay in memory between searches: those of some 100 MB of text. */
const CACHED_BYTES = 32 * 1024 * 1024;

/** A passage as the files' reader gives it. */
export interface IndexedPassage extends IndexedNote, TextRange {}

type Part = SearchSegment<FileSegmentData>;

/** The passages of a folder's files by their words. Of the postings only what a search needs is read, and some kept. */
export class FileSegments {
  readonly #cache: Pick<FileIndexCache, "readChunk" | "readChunks">;
  readonly #chunks = new ChunkCache(CACHED_BYTES);
  #parts: readonly Part[] = [];

  constructor(cache: FileIndexCache) {
    this.#cache = cache;
  }

  get ids(): readonly number[] {
    return this.#parts.map(({ data }) => data.id);
  }

  /** Segments that are not stored yet. */
  listUnstored(): readonly BuiltFileSegment[] {
    return this.#parts.flatMap(({ data, postings }) => (postings === null ? [] : [{ data, postings }]));
  }

  /** Lets go of postings that are stored now. */
  noteStored(stored: readonly BuiltFileSegment[]): void {
    const ids = new Set(stored.map(({ data }) => data.id));
    for (const part of this.#parts) if (ids.has(part.data.id)) part.postings = null;
  }

  /** Takes up stored segments; `isLive` tells the passages that some file still has. */
  replace(stored: readonly FileSegmentData[], isLive: (doc: number) => boolean): void {
    const known = new Map(this.#parts.map((part) => [part.data.id, part]));
    this.#parts = stored.map((data) => known.get(data.id) ?? new SearchSegment(data));
    for (const part of this.#parts) {
      part.postings = null;
      for (const doc of part.data.docs) if (!isLive(doc)) part.bury(doc);
    }
    this.#chunks.keepOnly(this.#parts);
  }

  bury(first: number, count: number): void {
    for (const part of this.#parts) for (let index = 0; index < count; index += 1) part.bury(first + index);
  }

  /** Passages in ascending order of their numbers, all above those before. */
  add(passages: readonly IndexedPassage[]): void {
    const { data, postings } = buildSegment(drawId(), passages);
    const ranges = Uint32Array.from(passages.flatMap(({ start, end }) => [start, end]));
    this.#parts = [...this.#parts, new SearchSegment({ ...data, ranges }, postings)];
  }

  /** The best passages, by their numbers. Rejects where stored postings are gone: another tab has written. */
  async rank(words: string, limit: number): Promise<readonly RankedNote[]> {
    const plan = planQuery(this.#parts, { text: words });
    const store = { get: (place: [number, number]) => this.#cache.readChunk(...place) };
    const read = await this.#chunks.load(store, listPlaces(plan));
    if (read === null) throw new MissingPostings();
    return rankNotes(plan, read, limit);
  }

  /** Reads postings in advance, as far as there is room; what cannot be read is read when it is needed. */
  async readAhead(): Promise<void> {
    const parts = this.#parts;
    await this.#chunks.readAhead(parts, this.#cache.readChunks, () => this.#parts !== parts).catch(() => undefined);
  }

  /** Where a passage lies in its file's text. */
  findRange(doc: number): TextRange | null {
    for (const { data } of this.#parts) {
      const { docs, ranges } = data;
      if (doc < (docs[0] ?? 0) || doc > (docs[docs.length - 1] ?? -1)) continue;
      const ordinal = findFirst(docs.length, (each) => (docs[each] ?? 0) < doc);
      if (docs[ordinal] === doc) return { start: ranges[ordinal * 2] ?? 0, end: ranges[ordinal * 2 + 1] ?? 0 };
    }
    return null;
  }

  /** Merges what is due, a few segments at a time. */
  async merge(): Promise<void> {
    const limit = this.#parts.length > MAX_SEGMENTS ? MERGED_SEGMENTS : MAX_SEGMENTS;
    for (let chosen = this.#choose(limit); chosen !== null; chosen = this.#choose(limit)) {
      await this.#mergeParts(chosen);
    }
  }

  /** The smallest neighbours where there are too many segments; else one that is worn. */
  #choose(limit: number): readonly Part[] | null {
    const parts = this.#parts;
    const worn = parts.find(({ deadCount, size }) => deadCount > size * DEAD_SHARE);
    if (worn !== undefined) return [worn];
    if (parts.length <= limit) return null;
    let best: readonly Part[] | null = null;
    let bestSize = MAX_MERGED_PASSAGES;
    parts.forEach((part, index) => {
      const next = parts[index + 1];
      if (next === undefined || part.size + next.size > bestSize) return;
      best = [part, next];
      bestSize = part.size + next.size;
    });
    return best;
  }

  async #mergeParts(chosen: readonly Part[]): Promise<void> {
    const dead = new Set<number>();
    for (const part of chosen) {
      part.dead.forEach((isDead, ordinal) => {
        if (isDead === 1) dead.add(part.data.docs[ordinal] ?? 0);
      });
    }
    const built = await Promise.all(
      chosen.map(async (part) => ({ data: part.data, postings: await this.#readPostings(part) })),
    );
    const { data, postings } = await mergeSegments(drawId(), built, dead, () => sleep(0));
    const ranges = new Uint32Array(data.docs.length * 2);
    let at = 0;
    for (const part of chosen) {
      part.data.docs.forEach((doc, ordinal) => {
        if (dead.has(doc)) return;
        ranges.set(part.data.ranges.subarray(ordinal * 2, ordinal * 2 + 2), at);
        at += 2;
      });
    }
    const merged = data.docs.length === 0 ? [] : [new SearchSegment({ ...data, ranges }, postings)];
    this.#parts = this.#parts.flatMap((part) => (part === chosen[0] ? merged : chosen.includes(part) ? [] : [part]));
    this.#chunks.keepOnly(this.#parts);
  }

  async #readPostings({ data, postings }: Part): Promise<Uint8Array> {
    if (postings !== null) return postings;
    const bytes = new Uint8Array(data.postingStarts[data.postingStarts.length - 1] ?? 0);
    const count = Math.ceil(bytes.length / CHUNK_BYTES);
    const rows = await this.#cache.readChunks(data.id, 0, count);
    if (rows.length < count) throw new MissingPostings();
    for (const row of rows) bytes.set(row.bytes, row.chunk * CHUNK_BYTES);
    return bytes;
  }
}

/** Stored postings that are not there: the index has to be loaded again. */
export class MissingPostings extends Error {}

/** Segments' numbers are drawn, so that those of two tabs differ. */
function drawId(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high >>> 11) * 2 ** 32 + low + 1;
}
