import { expect, it } from "vitest";
import { guessLanguage } from "./guess-language.ts";

it.each([
  ["The ferry leaves at seven and it is on time.", "en"],
  ["Die Fähre fährt um sieben Uhr, und sie ist nicht voll.", "de"],
  ["El barco sale a las siete y no está lleno.", "es"],
  ["Ça va bien", null],
  ["42", null],
  ["", null],
])("%j is of the language %j", (text, language) => {
  expect(guessLanguage(text)).toBe(language);
});
