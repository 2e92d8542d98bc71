import { expect, test } from "vitest";
import { findPassage } from "./find-passage.ts";
import { isQuoted } from "./is-quoted.ts";

const PASSAGES = ["The rent is 940 euros a month, due on the third working day."];

test.each([
  ["The rent is 940 euros a month. [1]", true],
  ["It is due on the third working day.", true],
  ["You pay 940.", true],
  ["I do not know. [1]", false],
  ["The rent is low.", false],
  ["", false],
])("%j rests on a passage: %s", (answer, expected) => {
  expect(isQuoted(answer, PASSAGES)).toBe(expected);
});

test("a passage is found whatever blanks are between its words", () => {
  const text = "a (b)\n\n  c* d";
  expect(findPassage(text, "(b) c*")).toEqual({ start: 2, end: 11 });
  expect(findPassage(text, "none")).toBeNull();
  expect(findPassage(text, " ")).toBeNull();
});
