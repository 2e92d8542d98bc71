import { findFirst } from "./find-first.ts";

/** A matching note. */
export interface RankedNote {
  readonly doc: number;
  readonly score: number;
  readonly updatedAt: number;
}

/** The best few so far, in order. */
export class BestNotes {
  readonly notes: RankedNote[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(doc: number, score: number, updatedAt: number): void {
    const { notes } = this;
    if (notes.length >= this.#limit) {
      const last = notes[notes.length - 1];
      if (last === undefined || !isBefore(score, updatedAt, doc, last)) return;
      notes.pop();
    }
    const place = findFirst(notes.length, (index) => {
      const other = notes[index];
      return other === undefined || !isBefore(score, updatedAt, doc, other);
    });
    notes.splice(place, 0, { doc, score, updatedAt });
  }
}

function isBefore(score: number, updatedAt: number, doc: number, other: RankedNote): boolean {
  if (score !== other.score) return score > other.score;
  if (updatedAt !== other.updatedAt) return updatedAt > other.updatedAt;
  return doc > other.doc;
}
