import type { ReadPostings } from "./rank-notes.ts";
import { CHUNK_BYTES, type PostingsRow, type SearchSegment, type TermPlace } from "./segment.ts";

/** An LRU cache of postings chunks. */
export class ChunkCache {
  readonly #chunks = new Map<string, Uint8Array>();
  readonly #mostChunks: number;

  /** `mostBytes` bounds what stays cached between searches; a single search may need more. */
  constructor(mostBytes = 16 * 1024 * 1024) {
    this.#mostChunks = Math.ceil(mostBytes / CHUNK_BYTES);
  }

  /** Loads the chunks of the places that are not cached yet; gives what reads them then, or null if a chunk is missing. */
  async load(
    store: { get(key: [number, number]): Promise<PostingsRow | undefined> },
    places: readonly { readonly segment: SearchSegment; readonly place: TermPlace }[],
  ): Promise<ReadPostings | null> {
    // They may be stored, and let go of, while others are waited for.
    const whole = new Map(places.map(({ segment }) => [segment, segment.postings]));
    const needed = new Map<string, [number, number]>();
    for (const { segment, place } of places) {
      if (segment.postings !== null) continue;
      const { id } = segment.data;
      const last = Math.floor((place.end - 1) / CHUNK_BYTES);
      for (let chunk = Math.floor(place.start / CHUNK_BYTES); chunk <= last; chunk += 1) {
        needed.set(toKey(id, chunk), [id, chunk]);
      }
    }
    const missing: [string, [number, number]][] = [];
    for (const [key, place] of needed) {
      const bytes = this.#chunks.get(key);
      if (bytes === undefined) {
        missing.push([key, place]);
        continue;
      }
      this.#chunks.delete(key);
      this.#chunks.set(key, bytes);
    }
    const rows = await Promise.all(missing.map(async ([, place]) => await store.get(place)));
    rows.forEach((row, index) => {
      const key = missing[index]?.[0];
      if (row !== undefined && key !== undefined) this.#chunks.set(key, row.bytes);
    });
    for (const key of this.#chunks.keys()) {
      if (this.#chunks.size <= this.#mostChunks || needed.has(key)) break;
      this.#chunks.delete(key);
    }
    if (rows.includes(undefined)) return null;
    return (segment, place) => whole.get(segment)?.subarray(place.start, place.end) ?? this.#read(segment, place);
  }

  /**
   * Prefetches the remaining chunks, a few neighbours at a time, while there is room in the cache: later searches then
   * read only notes from the database. Ends early if `isStale` returns true.
   */
  async readAhead(
    segments: readonly SearchSegment[],
    readRows: (segment: number, first: number, last: number) => Promise<readonly PostingsRow[]>,
    isStale: () => boolean,
  ): Promise<void> {
    for (const { data, postings } of segments) {
      if (postings !== null) continue;
      const bytes = data.postingStarts[data.postingStarts.length - 1] ?? 0;
      const count = Math.ceil(bytes / CHUNK_BYTES);
      for (let first = 0; first < count; first += CHUNKS_AT_ONCE) {
        if (this.#chunks.size + CHUNKS_AT_ONCE > this.#mostChunks || isStale()) return;
        const rows = await readRows(data.id, first, Math.min(count, first + CHUNKS_AT_ONCE) - 1);
        if (isStale()) return;
        for (const row of rows) {
          const key = toKey(row.segment, row.chunk);
          if (!this.#chunks.has(key)) this.#chunks.set(key, row.bytes);
        }
      }
    }
  }

  #read(segment: SearchSegment, place: TermPlace): Uint8Array {
    const { id } = segment.data;
    const first = Math.floor(place.start / CHUNK_BYTES);
    const last = Math.floor((place.end - 1) / CHUNK_BYTES);
    const offset = first * CHUNK_BYTES;
    if (first === last) return this.#chunk(id, first).subarray(place.start - offset, place.end - offset);
    const bytes = new Uint8Array(place.end - place.start);
    for (let chunk = first; chunk <= last; chunk += 1) {
      const from = Math.max(place.start, chunk * CHUNK_BYTES);
      const to = Math.min(place.end, (chunk + 1) * CHUNK_BYTES);
      bytes.set(
        this.#chunk(id, chunk).subarray(from - chunk * CHUNK_BYTES, to - chunk * CHUNK_BYTES),
        from - place.start,
      );
    }
    return bytes;
  }

  /** Drops the chunks of removed segments. */
  keepOnly(segments: readonly SearchSegment[]): void {
    const ids = new Set(segments.map(({ data }) => data.id));
    for (const key of this.#chunks.keys()) {
      if (!ids.has(Number.parseInt(key, 10))) this.#chunks.delete(key);
    }
  }

  #chunk(segment: number, chunk: number): Uint8Array {
    return this.#chunks.get(toKey(segment, chunk)) ?? EMPTY;
  }
}

const CHUNKS_AT_ONCE = 8;
const EMPTY = new Uint8Array(0);

function toKey(segment: number, chunk: number): string {
  return `${segment}:${chunk}`;
}
