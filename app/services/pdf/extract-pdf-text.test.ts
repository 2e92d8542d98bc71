import { expect, it } from "vitest";
import { writePdf } from "../../../e2e/harness/write-pdf.ts";
import { extractPdfText } from "./extract-pdf-text.ts";

const MUTANTS = 250;

it("a PDF that was damaged in any place is read as far as it goes, or refused, and is never waited for", {
  timeout: 300_000,
}, async () => {
  const whole = new TextEncoder().encode(writePdf(["The garage is behind the house.", null, "The rent is 940 euros."]));
  const kinds = new Map<string, number>();
  for (let seed = 0; seed < MUTANTS; seed += 1) {
    const bytes = whole.slice(0, whole.length - ((seed * 31) % Math.floor(whole.length / 8)));
    for (let at = seed % 11; at < bytes.length; at += 149 + ((seed * 13) % 997))
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (seed % 8));
    const { type } = await extractPdfText({ bytes, maxCharacters: 10_000 });
    kinds.set(type, (kinds.get(type) ?? 0) + 1);
  }
  expect([...kinds.values()].reduce((sum, count) => sum + count, 0)).toBe(MUTANTS);
  // Some are read and some are not: the damage is neither none nor always the end.
  expect(kinds.get("text")).toBeGreaterThan(5);
  expect(kinds.size).toBeGreaterThan(1);
});
