import { describe, expect, it } from "vitest";
import { isSpelled, toTerms } from "./terms.ts";

describe("toTerms", () => {
  it("lowers case and drops accents, punctuation and apostrophes", () => {
    expect(toTerms("Caf\u00e9 d\u2019Orsay, DON'T—stop!")).toEqual(["cafe", "dorsay", "dont", "stop"]);
    expect(toTerms("cafe\u0301")).toEqual(["cafe"]);
  });

  it("keeps numbers and letters with numbers", () => {
    expect(toTerms("Model X-27b, 3.14 on 2026-11-21")).toEqual([
      "model",
      "x",
      "27b",
      "3",
      "14",
      "on",
      "2026",
      "11",
      "21",
    ]);
  });

  it("makes full-width and ligature forms plain", () => {
    expect(toTerms("ＡＢＣ１２３ ﬁle")).toEqual(["abc123", "file"]);
  });

  it("drops Arabic and Hebrew points and the stretching stroke", () => {
    expect(toTerms("كِتَابٌ")).toEqual(["كتاب"]);
    expect(toTerms("كـــتاب")).toEqual(["كتاب"]);
    expect(toTerms("שָׁלוֹם")).toEqual(["שלום"]);
  });

  it("keeps the vowel signs of Hindi, which make the word", () => {
    expect(toTerms("नमस्ते दुनिया")).toEqual(["नमस्ते", "दुनिया"]);
  });

  it("keeps Korean syllables and Cyrillic words whole", () => {
    expect(toTerms("한국어 검색")).toEqual(["한국어", "검색"]);
    expect(toTerms("Ёлка и чай")).toEqual(["елка", "и", "чаи"]);
  });

  it("cuts Chinese into overlapping pairs", () => {
    expect(toTerms("北京大学")).toEqual(expect.arrayContaining(["北京", "京大", "大学"]));
    expect(toTerms("猫")).toEqual(["猫"]);
  });

  it("cuts Japanese and Thai and keeps Latin words among them", () => {
    const terms = toTerms("東京タワーでcoffeeを飲む");
    expect(terms).toEqual(expect.arrayContaining(["東京", "coffee"]));
    expect(toTerms("ภาษาไทย").length).toBeGreaterThan(1);
  });

  it("takes emoji as words, joined ones and flags whole", () => {
    expect(toTerms("party 🎉👩‍🚀 🇦🇹!")).toEqual(["party", "🎉", "👩‍🚀", "🇦🇹"]);
  });

  it("finds nothing in nothing", () => {
    expect(toTerms("")).toEqual([]);
    expect(toTerms(" \u0000 ... \ud800 ")).toEqual([]);
  });
});

describe("isSpelled", () => {
  it("is true of words of an alphabet only", () => {
    expect(["word", "слово", "كتاب"].map(isSpelled)).toEqual([true, true, true]);
    expect(["27b", "北京", "🎉", "ไทย"].map(isSpelled)).toEqual([false, false, false, false]);
  });
});
