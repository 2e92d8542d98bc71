import * as fc from "fast-check";
import { expect, it } from "vitest";
import { isRepeating } from "./repetition.ts";

it("any unit of up to 80 characters written over and over is a repetition, whatever came before it", async () => {
  await fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 80 }), fc.string({ maxLength: 300 }), (unit, before) =>
      isRepeating(before + unit.repeat(Math.ceil(600 / unit.length))),
    ),
  );
});

it("a short text, a long sentence twice, and numbered lines are none", () => {
  expect(isRepeating("ha ".repeat(100))).toBe(false);
  const sentence = Array.from({ length: 60 }, (_, index) => `word${index}`).join(" ");
  expect(isRepeating(`${sentence} ${sentence}`)).toBe(false);
  expect(isRepeating(Array.from({ length: 200 }, (_, index) => `${index}. Next item\n`).join(""))).toBe(false);
});
