import { describe, expect, it } from "vitest";
import { revealHidden, revealHiddenIn } from "./reveal-hidden.ts";

describe("hidden characters", () => {
  it.each([
    ["pay\u202Eeurt\u202C", "pay⟨U+202E⟩eurt⟨U+202C⟩"],
    ["a\u200Bb", "a⟨U+200B⟩b"],
    ["a\u2066b\u2069", "a⟨U+2066⟩b⟨U+2069⟩"],
    ["x\u{E0041}", "x⟨U+E0041⟩"],
    ["bell\u0007", "bell⟨U+0007⟩"],
    ["a\u200Db", "a⟨U+200D⟩b"],
    ["\uFEFFa", "⟨U+FEFF⟩a"],
  ])("are written out: %j", (text, shown) => {
    expect(revealHidden(text)).toBe(shown);
  });

  it.each(["line\none\ttab", "👩‍👩‍👧 and 👍🏽", "Fähre 日本語 🚢", "می‌خواهم", "שלום עולם"])(
    "are not seen where writing needs them: %s",
    (text) => {
      expect(revealHidden(text)).toBe(text);
    },
  );

  it("are written out in every text and name of a value", () => {
    expect(revealHiddenIn({ "to\u202E": ["a\u200B", { b: 1, c: null }] })).toEqual({
      "to⟨U+202E⟩": ["a⟨U+200B⟩", { b: 1, c: null }],
    });
  });
});
