import { expect, test } from "vitest";
import { splitSentences } from "./split-sentences.ts";

test.each([
  [
    "One cat is allowed. [1] The rent is 940.50 euros. [2]",
    ["One cat is allowed. [1] ", "The rent is 940.50 euros. [2]"],
  ],
  ["One cat [1]. Two dogs.[2]", ["One cat [1]. ", "Two dogs.[2]"]],
  ["Am 14. März, d. h. am Freitag. Danach nicht.", ["Am 14. März, d. h. am Freitag. ", "Danach nicht."]],
  ["家賃は八万円です。敷金は九万円です。[1]", ["家賃は八万円です。", "敷金は九万円です。[1]"]],
  ["no end", ["no end"]],
  ["", []],
])("%j is %j", (text, expected) => {
  const sentences = splitSentences(text);
  expect(sentences).toEqual(expected);
  expect(sentences.join("")).toBe(text);
});
