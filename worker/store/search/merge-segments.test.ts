import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildSegment, type IndexedNote } from "./build-segment.ts";
import { forEachPosting, mergeSegments } from "./merge-segments.ts";
import { type BuiltSegment, SegmentTerms } from "./segment.ts";

const noPause = () => Promise.resolve();

const note = fc.record({
  updatedAt: fc.nat(),
  terms: fc
    .array(fc.tuple(fc.constantFrom("a", "ab", "b", "c", "\u0002t"), fc.integer({ min: 1, max: 300 })), {
      maxLength: 5,
    })
    .map((entries) => new Map(entries)),
  length: fc.nat(500),
});

function readSegment(built: BuiltSegment): unknown {
  const terms = new SegmentTerms(built.data);
  return {
    docs: [...built.data.docs],
    updatedAt: [...built.data.updatedAt],
    lengths: [...built.data.lengths],
    terms: Array.from({ length: terms.size }, (_, index) => {
      const { start, end, count } = terms.place(index);
      const postings: number[][] = [];
      forEachPosting(built.postings, start, end, (ordinal, frequency) => postings.push([ordinal, frequency]));
      return { term: terms.term(index), count, postings };
    }),
  };
}

describe("mergeSegments", () => {
  it("gives what building at once from the living notes gives", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(note, { maxLength: 40 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.nat(60)),
        async (notes, pieces, dead) => {
          const numbered: IndexedNote[] = notes.map((one, index) => ({ ...one, doc: index * 3 + 1 }));
          const size = Math.max(1, Math.ceil(numbered.length / pieces));
          const parts = Array.from({ length: pieces }, (_, piece) =>
            buildSegment(piece + 1, numbered.slice(piece * size, (piece + 1) * size)),
          );
          const gone = new Set(dead);
          const merged = await mergeSegments(9, parts, gone, noPause);
          const direct = buildSegment(
            9,
            numbered.filter(({ doc }) => !gone.has(doc)),
          );
          expect(readSegment(merged)).toEqual(readSegment(direct));
        },
      ),
      { numRuns: 200, seed: 3 },
    );
  });

  it("keeps postings apart that need several bytes", async () => {
    const notes = Array.from({ length: 40_000 }, (_, doc) => ({
      doc: doc + 1,
      updatedAt: doc,
      terms: new Map(doc % 20_000 === 0 ? [["rare", 70_000]] : [["common", 1]]),
      length: 1,
    }));
    const built = buildSegment(1, notes);
    const merged = await mergeSegments(2, [built], new Set(), noPause);
    expect(readSegment(merged)).toMatchObject({
      terms: [
        { term: "common", count: 39_998 },
        {
          term: "rare",
          postings: [
            [0, 70_000],
            [20_000, 70_000],
          ],
        },
      ],
    });
  });
});
