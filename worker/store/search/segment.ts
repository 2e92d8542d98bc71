import { isOneSlip } from "../../search/is-one-slip.ts";
import { findFirst } from "./find-first.ts";

/**
 * A part of the index that never changes once written: the notes of one range of document numbers. Everything is in
 * flat arrays, so that it is stored, loaded and cloned as bytes. A note's place in `docs` is its ordinal.
 */
export interface SegmentData {
  /** Unique among all segments there ever were. */
  readonly id: number;
  /** Document numbers, ascending. */
  readonly docs: Uint32Array;
  /** Per ordinal: milliseconds since the epoch. */
  readonly updatedAt: Float64Array;
  /** Per ordinal: number of terms, at most 65,535. */
  readonly lengths: Uint16Array;
  /** The terms in order of their UTF-16 units, one after the other without a gap. */
  readonly termUnits: Uint16Array;
  /** Where each term starts in `termUnits`; one more than there are terms. */
  readonly termStarts: Uint32Array;
  /** Indices of the terms in order of their units read backwards. */
  readonly byEnding: Uint32Array;
  /** Per term: how many notes have it. */
  readonly counts: Uint32Array;
  /** Where each term's postings start among all bytes of postings; one more than there are terms. */
  readonly postingStarts: Uint32Array;
}

/** A segment with its postings, as it is built and before it is cut into chunks. */
export interface BuiltSegment {
  readonly data: SegmentData;
  /**
   * Per term, for each note that has it: the gap to the ordinal before (the first one counts from -1, so a gap is at
   * least 1), times two, plus one when the term occurs more than once; then, in that case, how often. All LEB128.
   */
  readonly postings: Uint8Array;
}

/**
 * Bytes of postings in one stored row. Chromium 156 moves values over 64 KiB out into files of their own, which are
 * slower to read one by one.
 */
export const CHUNK_BYTES = 49_152;

/** A piece of a segment's postings. */
export interface PostingsRow {
  readonly segment: number;
  readonly chunk: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A segment's postings as they are stored. */
export function toPostingsRows(segment: number, postings: Uint8Array): readonly PostingsRow[] {
  const count = Math.ceil(postings.length / CHUNK_BYTES);
  return Array.from({ length: count }, (_, chunk) => {
    const bytes = Uint8Array.from(postings.subarray(chunk * CHUNK_BYTES, (chunk + 1) * CHUNK_BYTES));
    return { segment, chunk, bytes };
  });
}

/** Terms that mark a note's namespace, tags and pin start with a unit that no word starts with. */
export const NAMESPACE_MARK = "\u0001";
export const TAG_MARK = "\u0002";
export const PINNED_TERM = "\u0003";
const FIRST_WORD_UNIT = 4;

/** Where a term's postings are. */
export interface TermPlace {
  readonly index: number;
  /** Notes that have the term, deleted ones included until the segment is rewritten. */
  readonly count: number;
  readonly start: number;
  readonly end: number;
}

/** The dictionary of a segment. Lookups are binary searches: nothing is unpacked. */
export class SegmentTerms {
  readonly #data: SegmentData;

  constructor(data: SegmentData) {
    this.#data = data;
  }

  get size(): number {
    return this.#data.counts.length;
  }

  term(index: number): string {
    const { termStarts, termUnits } = this.#data;
    const units = termUnits.subarray(at(termStarts, index), at(termStarts, index + 1));
    // Half as long as with the units spread out.
    return Reflect.apply(String.fromCharCode, null, units);
  }

  lengthOf(index: number): number {
    return at(this.#data.termStarts, index + 1) - at(this.#data.termStarts, index);
  }

  place(index: number): TermPlace {
    const { counts, postingStarts } = this.#data;
    return {
      index,
      count: at(counts, index),
      start: at(postingStarts, index),
      end: at(postingStarts, index + 1),
    };
  }

  /** The index of a term, or -1. */
  find(term: string): number {
    const index = this.#lowerBound(term);
    return index < this.size && this.#compare(index, term, false) === 0 ? index : -1;
  }

  /** First and last-plus-one index of the terms that start with `prefix`. */
  findPrefix(prefix: string): readonly [number, number] {
    return [this.#lowerBound(prefix), this.#upperBound(prefix, identity)];
  }

  /**
   * Indices of the terms one slip away. One slip leaves either the first or the second half of the word as it was, or
   * swaps the two letters in the middle; so only terms with the same beginning or the same ending are compared.
   */
  findOneEdit(word: string): number[] {
    const half = word.length >> 1;
    const found = new Set<number>();
    const head = word.slice(0, half);
    const [first, end] = this.findPrefix(head);
    for (let index = first; index < end; index += 1) {
      if (this.#isNear(index, word)) found.add(index);
    }
    const tail = word.slice(half);
    const { byEnding } = this.#data;
    const order = (position: number) => at(byEnding, position);
    const lastByEnding = this.#upperBound(tail, order, true);
    for (let position = this.#lowerBound(tail, order, true); position < lastByEnding; position += 1) {
      const index = at(byEnding, position);
      if (this.#isNear(index, word)) found.add(index);
    }
    if (half > 0) {
      const swapped = this.find(
        `${word.slice(0, half - 1)}${word.charAt(half)}${word.charAt(half - 1)}${word.slice(half + 1)}`,
      );
      if (swapped >= 0 && this.#isNear(swapped, word)) found.add(swapped);
    }
    return [...found];
  }

  #isNear(index: number, word: string): boolean {
    const { termStarts, termUnits } = this.#data;
    if (Math.abs(this.lengthOf(index) - word.length) > 1) return false;
    return at(termUnits, at(termStarts, index)) >= FIRST_WORD_UNIT && isOneSlip(word, this.term(index));
  }

  #lowerBound(key: string, order: (position: number) => number = identity, backwards = false): number {
    return findFirst(this.size, (position) => this.#compare(order(position), key, backwards) < 0);
  }

  /** The first position whose term comes after every term that starts (or ends) with `key`. */
  #upperBound(key: string, order: (position: number) => number, backwards = false): number {
    return findFirst(this.size, (position) => {
      const compared = this.#compare(order(position), key, backwards);
      return compared <= 0 || compared === EXTENDS;
    });
  }

  /** Negative, 0 or positive, as a term comes before, is, or comes after `key`; `EXTENDS` when it goes on after it. */
  #compare(index: number, key: string, backwards: boolean): number {
    const { termStarts, termUnits } = this.#data;
    const start = at(termStarts, index);
    const end = at(termStarts, index + 1);
    const shared = Math.min(end - start, key.length);
    for (let offset = 0; offset < shared; offset += 1) {
      const unit = at(termUnits, backwards ? end - 1 - offset : start + offset);
      const difference = unit - key.charCodeAt(backwards ? key.length - 1 - offset : offset);
      if (difference !== 0) return difference < 0 ? -1 : 1;
    }
    if (end - start === key.length) return 0;
    return end - start > key.length ? EXTENDS : -1;
  }
}

const EXTENDS = 2;

/** A segment prepared for searching. */
export class SearchSegment<Data extends SegmentData = SegmentData> {
  readonly data: Data;
  /** All of its postings, as long as they are not stored. */
  postings: Uint8Array | null;
  readonly terms: SegmentTerms;
  /** Per ordinal: 1 for a document that is no longer there. */
  readonly dead: Uint8Array;
  deadCount = 0;
  readonly totalLength: number;

  constructor(data: Data, postings: Uint8Array | null = null) {
    this.data = data;
    this.postings = postings;
    this.terms = new SegmentTerms(data);
    this.dead = new Uint8Array(data.docs.length);
    let totalLength = 0;
    for (const length of data.lengths) totalLength += length;
    this.totalLength = totalLength;
  }

  get size(): number {
    return this.data.docs.length;
  }

  /** Excludes a document from all results, if this segment contains it. */
  bury(doc: number): void {
    const { docs } = this.data;
    const index = findFirst(docs.length, (each) => at(docs, each) < doc);
    if (docs[index] !== doc || this.dead[index] === 1) return;
    this.dead[index] = 1;
    this.deadCount += 1;
  }
}

function identity(position: number): number {
  return position;
}

/** An element that the layout guarantees to exist. */
export function at(array: Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array, index: number): number {
  return array[index] ?? 0;
}
