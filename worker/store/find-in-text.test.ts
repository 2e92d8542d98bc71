import { describe, expect, it } from "vitest";
import { foldLetters } from "../search/terms.ts";
import { holdsWords, toExcerpt, toSearchWords } from "./find-in-text.ts";

describe("searching a text", () => {
  it("finds every word in any order, without minding case and accents", () => {
    const words = toSearchWords("  INSEL fähre ");
    expect(words).toEqual(["insel", "fahre"]);
    expect(holdsWords(foldLetters("Die Fähre zur Insel"), words)).toBe(true);
    expect(holdsWords(foldLetters("Die Fähre"), words)).toBe(false);
  });

  it("shows what was found as it is written, with what stands around it", () => {
    expect(toExcerpt("When does the\nFähre\n leave?", ["fahre"])).toEqual({
      before: "When does the ",
      match: "Fähre",
      after: " leave?",
    });
    const decomposed = "Cafe\u0301 at noon";
    expect(toExcerpt(decomposed, ["cafe"])?.match).toBe("Cafe\u0301");
    expect(toExcerpt("İstanbul ﬁrst", ["istanbul"])?.match).toBe("İstanbul");
  });

  it("shows what was found as it reads, without the marks of Markdown", () => {
    const text =
      "## Tides\n\nThe **ferry** leaves:\n\n- high water at `7:40`\n\n| Day | First |\n| --- | --- |\n| Monday | 7:40 |";
    expect(toExcerpt(text, ["ferry"])).toEqual({
      before: "Tides The ",
      match: "ferry",
      after: " leaves: high water at 7:40 · Day · First …",
    });
    expect(toExcerpt("2 * 3 - 1 is a sum", ["sum"])?.before).toBe("2 * 3 - 1 is a ");
  });

  it("cuts a long text around the place, and never through a letter", () => {
    const excerpt = toExcerpt(`${"😀".repeat(100)} ferry ${"😀".repeat(100)}`, ["ferry"]);
    expect(excerpt?.before.startsWith("…")).toBe(true);
    expect(excerpt?.after.endsWith("…")).toBe(true);
    expect(JSON.stringify(excerpt)).not.toMatch(/\\ud[89a-f]/i);
  });

  it("finds nothing where nothing is", () => {
    expect(toExcerpt("abc", ["x"])).toBeNull();
    expect(toExcerpt("abc", [])).toBeNull();
  });
});
