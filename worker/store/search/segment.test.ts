import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildSegment } from "./build-segment.ts";
import { SegmentTerms } from "./segment.ts";

/** Every string one slip away, over a small alphabet: slow and plain. */
function neighbours(word: string, alphabet: string): Set<string> {
  const found = new Set<string>();
  for (let index = 0; index <= word.length; index += 1) {
    const before = word.slice(0, index);
    const after = word.slice(index);
    for (const letter of alphabet) {
      found.add(before + letter + after);
      if (after !== "") found.add(before + letter + after.slice(1));
    }
    if (after !== "") found.add(before + after.slice(1));
    if (after.length > 1) found.add(`${before}${after[1]}${after[0]}${after.slice(2)}`);
  }
  found.delete(word);
  return found;
}

describe("SegmentTerms", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "ж"), minLength: 1, maxLength: 6 });

  it("finds words, beginnings and slips like a plain list does", () => {
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 60 }), word, (words, wanted) => {
        const terms = new Map(words.map((term) => [term, 1]));
        terms.set("\u0002abc", 1);
        const built = buildSegment(1, [{ doc: 1, updatedAt: 1, terms, length: words.length }]);
        const dictionary = new SegmentTerms(built.data);
        const sorted = [...terms.keys()].sort();
        expect(Array.from({ length: dictionary.size }, (_, index) => dictionary.term(index))).toEqual(sorted);
        expect(dictionary.find(wanted)).toBe(sorted.indexOf(wanted));
        const [first, end] = dictionary.findPrefix(wanted);
        expect(sorted.slice(first, end)).toEqual(sorted.filter((term) => term.startsWith(wanted)));
        const slips = neighbours(wanted, "abcж");
        const near = dictionary.findOneEdit(wanted).map((index) => dictionary.term(index));
        expect(near.sort()).toEqual(sorted.filter((term) => slips.has(term)));
      }),
      { numRuns: 500, seed: 11 },
    );
  });
});
