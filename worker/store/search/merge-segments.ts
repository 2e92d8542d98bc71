import { SegmentWriter } from "./build-segment.ts";
import { at, type BuiltSegment, SegmentTerms } from "./segment.ts";

/**
 * Merges neighbouring segments (their document numbers ascend from one to the next) into one and leaves out dead
 * documents. Merging one segment alone rewrites it without its dead. `pause` is awaited every few thousand postings, so
 * that the thread can do other work.
 */
export async function mergeSegments(
  id: number,
  parts: readonly BuiltSegment[],
  dead: ReadonlySet<number>,
  pause: () => Promise<void>,
): Promise<BuiltSegment> {
  const merged: MergedDocs = { docs: [], updatedAt: [], lengths: [] };
  const sources = parts.map((part) => toSource(part, dead, merged));
  const writer = new SegmentWriter();
  let sincePause = 0;
  for (;;) {
    let smallest: string | null = null;
    for (const { term } of sources) if (term !== null && (smallest === null || term < smallest)) smallest = term;
    if (smallest === null) break;
    writer.startTerm();
    for (const source of sources) {
      if (source.term !== smallest) continue;
      const place = source.terms.place(source.next);
      forEachPosting(source.part.postings, place.start, place.end, (ordinal, frequency) => {
        const moved = source.ordinals[ordinal] ?? -1;
        if (moved >= 0) writer.add(moved, frequency);
      });
      sincePause += place.count;
      source.next += 1;
      source.term = source.next < source.terms.size ? source.terms.term(source.next) : null;
    }
    writer.endTerm(smallest);
    if (sincePause > POSTINGS_BETWEEN_PAUSES) {
      sincePause = 0;
      await pause();
    }
  }
  return writer.finish(id, {
    docs: Uint32Array.from(merged.docs),
    updatedAt: Float64Array.from(merged.updatedAt),
    lengths: Uint16Array.from(merged.lengths),
  });
}

interface MergedDocs {
  readonly docs: number[];
  readonly updatedAt: number[];
  readonly lengths: number[];
}

/** A segment as it is read into the merged one, term by term. */
interface MergeSource {
  readonly part: BuiltSegment;
  /** The new ordinal of each document; -1 for a dead one. */
  readonly ordinals: Int32Array;
  readonly terms: SegmentTerms;
  next: number;
  term: string | null;
}

/** Appends a segment's living documents to `merged`. */
function toSource(part: BuiltSegment, dead: ReadonlySet<number>, merged: MergedDocs): MergeSource {
  const ordinals = new Int32Array(part.data.docs.length).fill(-1);
  part.data.docs.forEach((doc, ordinal) => {
    if (dead.has(doc)) return;
    ordinals[ordinal] = merged.docs.length;
    merged.docs.push(doc);
    merged.updatedAt.push(at(part.data.updatedAt, ordinal));
    merged.lengths.push(at(part.data.lengths, ordinal));
  });
  const terms = new SegmentTerms(part.data);
  return { part, ordinals, terms, next: 0, term: terms.size > 0 ? terms.term(0) : null };
}

const POSTINGS_BETWEEN_PAUSES = 10_000;

/** Reads the postings between two byte offsets. */
export function forEachPosting(
  bytes: Uint8Array,
  start: number,
  end: number,
  visit: (ordinal: number, frequency: number) => void,
): void {
  let position = start;
  const readNumber = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = at(bytes, position);
      position += 1;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  for (let ordinal = -1; position < end; ) {
    const value = readNumber();
    ordinal += value >>> 1;
    visit(ordinal, (value & 1) === 1 ? readNumber() : 1);
  }
}
