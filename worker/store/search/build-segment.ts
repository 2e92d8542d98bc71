import type { MemoryRecord } from "../../protocol/memory.ts";
import { toBag } from "../../search/bm25.ts";
import { toTerms } from "../../search/terms.ts";
import { isSoundMemory } from "../sound-record.ts";
import { type BuiltSegment, NAMESPACE_MARK, PINNED_TERM, type SegmentData, TAG_MARK } from "./segment.ts";

/** A note as the index takes it. */
export interface IndexedNote {
  readonly doc: number;
  readonly updatedAt: number;
  /** How often each term occurs, marks for namespace, tags and pin included. */
  readonly terms: ReadonlyMap<string, number>;
  /** Number of words, marks left out. */
  readonly length: number;
}

/** Reads a record into terms. Its tags are searched like its text. */
export function toIndexedNote(doc: number, record: MemoryRecord): IndexedNote {
  // A damaged row keeps its number and is found by nothing.
  if (!isSoundMemory(record)) return { doc, updatedAt: 0, terms: new Map(), length: 0 };
  const text = record.tags.length === 0 ? record.text : `${record.text}\n${record.tags.join("\n")}`;
  const { terms, length } = countTerms(text);
  terms.set(NAMESPACE_MARK + record.namespace, 1);
  for (const tag of record.tags) terms.set(TAG_MARK + tag, 1);
  if (record.pinned === true) terms.set(PINNED_TERM, 1);
  return { doc, updatedAt: record.updatedAt, terms, length };
}

/** Longer words are cut, to keep dictionary entries small. */
const MAX_TERM_LENGTH = 64;

/** The terms of a text as the index counts them. */
export function countTerms(text: string): ReturnType<typeof toBag> {
  return toBag(toTerms(text).map((word) => word.slice(0, MAX_TERM_LENGTH)));
}

/** Builds a segment from notes in ascending order of their document numbers. */
export function buildSegment(id: number, notes: readonly IndexedNote[]): BuiltSegment {
  const byTerm = new Map<string, number[]>();
  notes.forEach((note, ordinal) => {
    for (const [term, frequency] of note.terms) {
      const list = byTerm.get(term);
      if (list === undefined) byTerm.set(term, [ordinal, frequency]);
      else list.push(ordinal, frequency);
    }
  });
  const writer = new SegmentWriter();
  for (const term of [...byTerm.keys()].sort()) {
    writer.startTerm();
    const list = byTerm.get(term) ?? [];
    for (let index = 0; index < list.length; index += 2) writer.add(list[index] ?? 0, list[index + 1] ?? 0);
    writer.endTerm(term);
  }
  return writer.finish(id, {
    docs: Uint32Array.from(notes, (note) => note.doc),
    updatedAt: Float64Array.from(notes, (note) => note.updatedAt),
    lengths: Uint16Array.from(notes, (note) => Math.min(note.length, 65_535)),
  });
}

/** Writes a segment term by term, in order. */
export class SegmentWriter {
  #bytes = new Uint8Array(65_536);
  #length = 0;
  readonly #terms: string[] = [];
  readonly #termStarts: number[] = [0];
  readonly #counts: number[] = [];
  readonly #postingStarts: number[] = [0];
  #count = 0;
  #previous = -1;

  startTerm(): void {
    this.#count = 0;
    this.#previous = -1;
  }

  /** Ordinals come in ascending order. */
  add(ordinal: number, frequency: number): void {
    if (this.#length + 10 > this.#bytes.length) {
      const grown = new Uint8Array(this.#bytes.length * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#writeNumber(((ordinal - this.#previous) << 1) | (frequency > 1 ? 1 : 0));
    if (frequency > 1) this.#writeNumber(frequency);
    this.#previous = ordinal;
    this.#count += 1;
  }

  /** Ends the started term; a term without postings is dropped. */
  endTerm(term: string): void {
    if (this.#count === 0) return;
    this.#terms.push(term);
    this.#termStarts.push((this.#termStarts.at(-1) ?? 0) + term.length);
    this.#counts.push(this.#count);
    this.#postingStarts.push(this.#length);
  }

  finish(id: number, notes: Pick<SegmentData, "docs" | "updatedAt" | "lengths">): BuiltSegment {
    return {
      data: {
        id,
        ...notes,
        termUnits: toUnits(this.#terms.join("")),
        termStarts: Uint32Array.from(this.#termStarts),
        byEnding: orderByEnding(this.#terms),
        counts: Uint32Array.from(this.#counts),
        postingStarts: Uint32Array.from(this.#postingStarts),
      },
      postings: this.#bytes.slice(0, this.#length),
    };
  }

  #writeNumber(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length] = (rest & 127) | 128;
      this.#length += 1;
      rest >>>= 7;
    }
    this.#bytes[this.#length] = rest;
    this.#length += 1;
  }
}

function toUnits(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let offset = 0; offset < text.length; offset += 1) units[offset] = text.charCodeAt(offset);
  return units;
}

function orderByEnding(terms: readonly string[]): Uint32Array {
  // By their units: halves of a pair may change places.
  const reversed = terms.map((term) => term.split("").reverse().join(""));
  const order = Uint32Array.from(reversed.keys());
  return order.sort((left, right) => {
    const leftText = reversed[left] ?? "";
    const rightText = reversed[right] ?? "";
    return leftText < rightText ? -1 : leftText > rightText ? 1 : 0;
  });
}
