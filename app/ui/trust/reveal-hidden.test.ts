import { describe, expect, it } from "vitest";
import { revealHidden, withoutHidden } from "./reveal-hidden.ts";

describe("hidden characters", () => {
  it.each([
    ["pay\u202Eeurt\u202C", "pay⟨U+202E⟩eurt⟨U+202C⟩"],
    ["a\u200Bb", "a⟨U+200B⟩b"],
    ["a\u2066b\u2069", "a⟨U+2066⟩b⟨U+2069⟩"],
    ["x\u{E0041}", "x⟨U+E0041⟩"],
    ["bell\u0007", "bell⟨U+0007⟩"],
    ["a\u200Db", "a⟨U+200D⟩b"],
    ["\uFEFFa", "⟨U+FEFF⟩a"],
    ["milk\uFE00\uFE0F", "milk⟨U+FE00⟩⟨U+FE0F⟩"],
    ["milk\u{E0100}", "milk⟨U+E0100⟩"],
    ["a\u034Fb\u3164c\u2800d\u115Fe\uFFA0", "a⟨U+034F⟩b⟨U+3164⟩c⟨U+2800⟩d⟨U+115F⟩e⟨U+FFA0⟩"],
    ["👩\u200D\u200Da", "👩⟨U+200D⟩⟨U+200D⟩a"],
    ["❤\uFE0F\uFE0F", "❤\uFE0F⟨U+FE0F⟩"],
  ])("are written out: %j", (text, shown) => {
    expect(revealHidden(text)).toBe(shown);
  });

  it.each(["line\none\ttab", "👩‍👩‍👧 and 👍🏽", "❤️ 1️⃣ 🏳️‍🌈", "Fähre 日本語 🚢", "می‌خواهم", "שלום עולם"])(
    "are not seen where writing needs them: %s",
    (text) => {
      expect(revealHidden(text)).toBe(text);
    },
  );

  it("that Unicode lets a font leave out are all written out, but for the few that writing needs", () => {
    const left: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCodePoint(code);
      if (!/[\p{Default_Ignorable_Code_Point}\p{Cf}]/u.test(character)) continue;
      if (revealHidden(`a${character}b`) === `a${character}b`) left.push(code.toString(16));
    }
    // Prepended marks of numbers and signs of hieroglyphs, shorthand and music are drawn.
    expect(
      left.filter((code) => !/^(?:60[0-5]|6dd|70f|89[01]|8e2|110bd|110cd|1343.|13440|13455)$/u.test(code)),
    ).toEqual([]);
  });

  it("are left out of what is copied", () => {
    expect(withoutHidden("Buy\u{E0041}\u{E0042} milk\u202E\n\t👩‍👧")).toBe("Buy milk\n\t👩‍👧");
  });
});
