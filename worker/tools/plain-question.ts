import type { WishLanguage } from "../agent/context/memory-wishes.ts";

/** How numbers and days are written in each language that questions are read in. */
export const LOCALES: Readonly<Record<WishLanguage, string>> = { en: "en-GB", de: "de-DE", es: "es-ES" };

/** A question with single spaces, and without what Spanish opens one with. */
export function toBareQuestion(question: string): string {
  return question
    .trim()
    .replaceAll(/\s+/gu, " ")
    .replace(/^[¿¡]+/u, "");
}

/** A bare question without the courtesy and the marks that end it. */
export function withoutEnding(bare: string): string {
  return bare.replace(/[\s?!.,]+(?:please|bitte|por favor)?[\s?!.]*$/iu, "");
}
