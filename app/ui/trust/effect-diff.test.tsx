import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { EffectPreview } from "../../../worker/protocol/run-event.ts";
import type { Language } from "../../messages/catalogue.ts";
import { GERMAN } from "../../messages/de/de.ts";
import { ENGLISH } from "../../messages/en/english.ts";
import { SPANISH } from "../../messages/es/es.ts";
import { createTranslator } from "../../messages/translate.ts";
import { TranslatorContext } from "../../messages/use-text.ts";
import { EffectDiff } from "./effect-diff.tsx";

function show(preview: EffectPreview, language: Language = ENGLISH): string {
  return renderToStaticMarkup(
    <TranslatorContext value={createTranslator(language)}>
      <EffectDiff preview={preview} />
    </TranslatorContext>,
  );
}

describe("the title of what would change", () => {
  const save = (notes: number): EffectPreview => ({
    title: "Save",
    saves: { notes, namespace: "garden" },
    before: null,
    after: "x",
  });

  it.each([
    [ENGLISH, "Save a note in garden", "Save 2 notes in garden"],
    [GERMAN, "Eine Notiz in garden speichern", "2 Notizen in garden speichern"],
    [SPANISH, "Guardar una nota en garden", "Guardar 2 notas en garden"],
  ])("is in the person's language: $code", (language, one, several) => {
    expect(show(save(1), language)).toContain(`>${one}</figcaption>`);
    expect(show(save(2), language)).toContain(`>${several}</figcaption>`);
  });

  it("says so where programs of the device may run the file", () => {
    const file = { action: "create", path: ".git/hooks/pre-commit", runs: true } as const;
    expect(show({ title: "x", file, before: null, after: "x" })).toContain("Programs on your device may run");
    const { runs: _, ...poem } = file;
    expect(show({ title: "x", file: poem, before: null, after: "x" })).not.toContain("Programs on your device");
  });

  it("is the tool's own where the page has no words for it", () => {
    expect(show({ title: "api.example.com", before: null, after: "x" }, GERMAN)).toContain(">api.example.com<");
  });
});
