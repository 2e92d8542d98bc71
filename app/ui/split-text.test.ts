import { expect, it } from "vitest";
import { splitText } from "./split-text.ts";

const LINE = "The ferry leaves from pier two at low water.\n";
const SIZE = 8000;

it("holds a text of 5 MB in some hundred parts, of which one changes while it grows", () => {
  const text = LINE.repeat(120_000);
  const parts = splitText(text, SIZE);
  expect(parts.join("")).toBe(text);
  expect(parts.length).toBeLessThan(800);
  const grown = splitText(`${text}${LINE}`, SIZE);
  expect(grown.length - parts.length).toBeLessThanOrEqual(1);
  expect(grown.slice(0, parts.length - 1)).toEqual(parts.slice(0, -1));
});

it.each([
  ["", [""]],
  ["brief", ["brief"]],
  ["x".repeat(8000), ["x".repeat(8000)]],
  ["x".repeat(8001), ["x".repeat(8000), "x"]],
  [`${"x".repeat(7000)}\n${"y".repeat(2000)}`, [`${"x".repeat(7000)}\n`, "y".repeat(2000)]],
  [`${"x".repeat(7000)} ${"y".repeat(2000)}`, [`${"x".repeat(7000)} `, "y".repeat(2000)]],
])("cuts behind a line or a word, or where a part is full", (text, parts) => {
  expect(splitText(text, SIZE)).toEqual(parts);
});
