import { expect, it } from "vitest";
import { scoreBags, toBag } from "./bm25.ts";
import { createLikeness, toFeatures } from "./likeness.ts";
import { toTerms } from "./terms.ts";

const compare = (word: string, term: string): number => (word === term ? 1 : 0);

function rank(question: string, texts: readonly string[]): readonly number[] {
  const bags = texts.map((text) => toBag(toTerms(text)));
  const scores = scoreBags(bags, { words: toTerms(question), compare });
  return [...texts.keys()].sort((one, other) => (scores[other]?.score ?? 0) - (scores[one]?.score ?? 0));
}

it("counts a rare word more, repeats less and less, a long text less, and all words most", () => {
  expect(rank("red ferry", ["red red", "a red door", "the ferry"])[0]).toBe(2);
  expect(rank("ferry", ["island and sea and land", "ferry", "ferry among many other words of one text"])[0]).toBe(1);
  expect(rank("ferry island", ["ferry ferry ferry ferry", "ferry island", "island island", "x"])[0]).toBe(1);
});

it("gives nothing for a question without words, and for no texts", () => {
  expect(scoreBags([toBag(["a"])], { words: [], compare })).toEqual([{ score: 0, matched: 0 }]);
  expect(scoreBags([], { words: ["a"], compare })).toEqual([]);
});

it("rates likeness from 0 to 1, by kinds of tokens too, and takes no accented letter for an English word", () => {
  expect(createLikeness(["7 - 2", "a lamp"].map(toFeatures))("3 + 4")).toEqual([expect.closeTo(1), 0]);
  expect(createLikeness([toFeatures("a lamp")])("à")).toEqual([0]);
});
