import { describe, expect, it } from "vitest";
import { revealLookAlikes, revealName } from "./reveal-look-alikes.ts";

describe("letters that look like Latin ones", () => {
  it.each([
    ["p\u0430ypal", "p⟨U+0430⟩ypal"],
    ["memory.re\u0430d", "memory.re⟨U+0430⟩d"],
    ["g\u03BF\u03BFgle_1", "g⟨U+03BF⟩⟨U+03BF⟩gle_1"],
    ["\u13A2nfo", "⟨U+13A2⟩nfo"],
    ["\u0251dmin", "⟨U+0251⟩dmin"],
  ])("are written out among Latin letters: %j", (text, shown) => {
    expect(revealLookAlikes(text)).toBe(shown);
  });

  it.each([
    "plain ASCII, a_b-c.d",
    "Übermut, naïve, façade, Łódź, İstanbul",
    "Паром уходит в 7:40, USB-кабель и 3D-печать",
    "ο ρόλος του",
    "10 kΩ, 5 μm, Δx",
    "東京Tower、ゲームboy、한국TV",
    "ไทยhello",
    "שלום hello",
  ])("are left alone in writing that nobody confuses: %s", (text) => {
    expect(revealLookAlikes(text)).toBe(text);
  });

  it("in an address of their own script show the host that is really asked", () => {
    expect(revealLookAlikes("see https://\u0430\u0440\u0440\u04CF\u0435.com/login now")).toBe(
      "see https://\u0430\u0440\u0440\u04CF\u0435.com⟨xn--80ak6aa92e.com⟩/login now",
    );
    expect(revealLookAlikes("https://m\u00FCnchen.de")).toBe("https://m\u00FCnchen.de⟨xn--mnchen-3ya.de⟩");
    expect(revealLookAlikes("https://\u0430pi.example.com/x")).toContain("⟨xn--pi-6kc.example.com⟩/x");
    expect(revealLookAlikes("https://a\u3002example")).toContain("⟨a.example⟩");
    expect(revealLookAlikes("https://api.example.com/ü")).toBe("https://api.example.com/ü");
  });

  it("are written out in a name even where they stand alone, and so are dressed forms and hidden characters", () => {
    expect(revealName("\u0441\u043E\u0440\u0443")).toBe("⟨U+0441⟩⟨U+043E⟩⟨U+0440⟩⟨U+0443⟩");
    expect(revealName("\uFF41dmin")).toBe("⟨U+FF41⟩dmin");
    expect(revealName("\u{1D41A}dmin\u2024read")).toBe("⟨U+1D41A⟩dmin⟨U+2024⟩read");
    expect(revealName("a\u200Bb")).toBe("a⟨U+200B⟩b");
    expect(revealName("поиск")).toBe("поиск");
    expect(revealName("search_2")).toBe("search_2");
  });
});
