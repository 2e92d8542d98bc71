import { expect, it } from "vitest";
import { readCover } from "./cover.ts";
import { toContentWords } from "./families.ts";

it.each([
  ["When does the ferry leave?", "The ferry leaves at 7:40.", true],
  ["When does the ferry leave?", "Obey the zebra.", false],
  ["Merke dir: die Fähre fährt um acht", "Gehorche der Stimme, die ruft.", false],
  ["Wann fährt die Fähre?", "Die Fähre fährt um acht.", true],
  ["bicycle locks", "The bicycle lock opens with 4812.", true],
])("asked %j, a note %j is about it: %j", (query, note, about) => {
  expect(readCover(toContentWords(query), note).isTelling).toBe(about);
});
