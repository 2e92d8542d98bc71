import { describe, expect, it } from "vitest";
import { revealHidden } from "./reveal-hidden.ts";

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
});
