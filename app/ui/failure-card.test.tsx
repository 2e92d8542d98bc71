import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { FailureCode } from "../../worker/protocol/failure.ts";
import type { Language } from "../messages/catalogue.ts";
import { GERMAN } from "../messages/de/de.ts";
import { ENGLISH } from "../messages/en/english.ts";
import { SPANISH } from "../messages/es/es.ts";
import { createTranslator } from "../messages/translate.ts";
import { TranslatorContext } from "../messages/use-text.ts";
import { FailureCard } from "./failure-card.tsx";

const LANGUAGES: readonly Language[] = [ENGLISH, GERMAN, SPANISH];
// A language's record of failures names every code there is, or it does not compile.
const CODES = Object.keys(GERMAN.failures) as readonly FailureCode[];

describe("every failure a user can meet", () => {
  const table = CODES.flatMap((code) => LANGUAGES.map((language) => [code, language.code, language] as const));

  it.each(table)("%s says in %s what happened, what it means and what to do", (code, _, language) => {
    const t = createTranslator(language);
    const { what, meaning, remedy } = t.failure({ code });
    for (const sentence of [what, meaning, remedy]) {
      expect(sentence).toMatch(/^[\p{Lu}¿¡].{8,}[.?]$/u);
      // A sentence for a user, not for whoever wrote the program.
      expect(sentence).not.toMatch(/\bundefined\b|\bnull\b|Error:|Exception|\{|\}/);
    }
    expect(new Set([what, meaning, remedy]).size).toBe(3);
    const card = renderToStaticMarkup(
      <TranslatorContext value={t}>
        <FailureCard failure={{ code, detail: "0x80 <b>" }} onRetry={() => {}} />
      </TranslatorContext>,
    );
    expect(card).toContain('role="alert"');
    for (const sentence of [what, meaning, remedy]) expect(card).toContain(toMarkup(sentence));
    expect(card).toContain("0x80 &lt;b&gt;");
  });

  it("is named in every language, and in each in its own words", () => {
    expect(CODES.length).toBeGreaterThan(20);
    for (const code of CODES) {
      const said = LANGUAGES.map((language) => createTranslator(language).failure({ code }).what);
      expect(new Set(said).size, code).toBe(LANGUAGES.length);
    }
  });
});

/** As React writes text into markup. */
function toMarkup(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
}
