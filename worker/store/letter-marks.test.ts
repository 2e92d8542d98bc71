import fc from "fast-check";
import { expect, it } from "vitest";
import { LetterMarks, toRuns } from "./letter-marks.ts";

it("pass over no text that holds the word", () => {
  const marks = new LetterMarks();
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.string(),
      fc.string({ unit: "grapheme" }),
      (before, word, after) => {
        expect(marks.mayHold(marks.add(before + word + after), toRuns(word))).toBe(true);
      },
    ),
  );
});

it("pass over nearly all texts that lack a word of seven letters", () => {
  const marks = new LetterMarks();
  const places = Array.from({ length: 200 }, (_, at) =>
    marks.add(Array.from({ length: 40 }, (__, word) => (at * 7919 + word * 104_729).toString(36)).join(" ")),
  );
  expect(places.filter((place) => marks.mayHold(place, toRuns("quinces"))).length).toBeLessThan(10);
});

it("pass over no text for a word of two letters, and an empty one for any longer", () => {
  const marks = new LetterMarks();
  const place = marks.add("");
  expect(marks.mayHold(place, toRuns("ab"))).toBe(true);
  expect(marks.mayHold(place, toRuns("abc"))).toBe(false);
});
