import { expect, test } from "vitest";
import { findPassage } from "../../views/files/file-viewer.tsx";
import { findSupport, isClaim } from "./find-support.ts";

const PASSAGES = [
  "The rent is 940 euros a month, due on the third working day.",
  "ペットは猫一匹に限り認める。敷金は九万円。",
];

test.each([
  ["The rent is 940 euros a month. [1]", [0]],
  ["It is due on the third working day.", [0]],
  ["On the third day of work the month's rent is due, working.", [0]],
  ["You pay 940.", [0]],
  ["You pay 940 euros and 55 for parking.", []],
  ["The rent is 945 euros a month.", []],
  ["ペットは猫一匹に限ります。", [1]],
  ["ペットは犬でもよいです。", []],
  ["I do not know. [1]", []],
  ["The rent is low.", []],
  ["", []],
])("%j is said by the passages %j", (sentence, expected) => {
  expect(findSupport(sentence, PASSAGES)).toEqual(expected);
});

test("only what states something is a claim", () => {
  expect(isClaim("The rent is low.")).toBe(true);
  expect(isClaim("家賃は八万五千円です。")).toBe(true);
  for (const text of ["Yes.", "I found this in your files:", "Shall I look further?", "[1]"]) {
    expect(isClaim(text), text).toBe(false);
  }
});

test("a passage is found whatever blanks are between its words", () => {
  const text = "a (b)\n\n  c* d";
  expect(findPassage(text, "(b) c*")).toEqual({ start: 2, end: 11 });
  expect(findPassage(text, "none")).toBeNull();
  expect(findPassage(text, " ")).toBeNull();
});
