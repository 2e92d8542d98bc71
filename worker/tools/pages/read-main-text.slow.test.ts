import { expect, it } from "vitest";
import { readMainText } from "./read-main-text.ts";

it.each([
  ["tags that nest without end", "<div>"],
  ["list items that nest without end", "<ul><li>"],
  ["paragraphs", "<p>x"],
  ["inline elements", "<span>a</span>"],
  ["headings", "<h1>a</h1>"],
  ["broken entities", "&#x"],
  ["broken comments", "<!-"],
  ["broken attributes", '<a b="'],
  ["breaks", "<br>"],
  ["forms", "<select><option>"],
])("the main text comes in time whatever a large page repeats: %s", (_, part) => {
  const { text: read } = readMainText(part.repeat(Math.floor(250_000 / part.length)));
  expect(typeof read).toBe("string");
});
