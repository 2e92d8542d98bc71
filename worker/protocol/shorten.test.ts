import * as fc from "fast-check";
import { expect, it } from "vitest";
import { cutText, shorten } from "./shorten.ts";

it("a cut text never ends or begins inside a character", async () => {
  await fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.nat(120), (text, room) => {
      for (const cut of [cutText(text, room), shorten(text, room)]) expect(cut).not.toMatch(/\p{Surrogate}/u);
      expect(cutText(text, room).length).toBeLessThanOrEqual(room + 1);
      expect(text.startsWith(cutText(text, room).replace(/…$/, "")) || text.endsWith("…")).toBe(true);
    }),
  );
});

it("a text that fits stays as it is", () => {
  expect(cutText("exactly", 7)).toBe("exactly");
  expect(shorten("exactly", 7)).toBe("exactly");
});

it("a shortened text keeps head and tail and says how much is missing between them", () => {
  expect(shorten(`${"a".repeat(75)}${"b".repeat(1_000)}${"c".repeat(25)}`, 100)).toBe(
    `${"a".repeat(75)} […1000 characters left out…] ${"c".repeat(25)}`,
  );
});
