import { describe, expect, it } from "vitest";
import { findFlaw } from "./judge-answer.ts";
import type { Expectation } from "./question.ts";

const NOW = new Date("2026-11-22T23:30:00Z");

function isGood(expectation: Expectation, answer: string): boolean {
  return findFlaw({ ask: "", expect: expectation }, answer, NOW) === null;
}

describe("judging an answer", () => {
  it("finds a number however it is written, and no other", () => {
    expect(isGood({ number: 1250.5 }, "It is 1,250.5.")).toBe(true);
    expect(isGood({ number: 1250.5 }, "Das sind 1.250,5.")).toBe(true);
    expect(isGood({ number: 12 }, "The answer is 120.")).toBe(false);
    expect(isGood({ number: 12 }, "The answer is twelve.")).toBe(false);
  });

  it("knows the time in a place, some minutes late", () => {
    expect(isGood({ timeIn: "Asia/Tokyo" }, "It is Monday, 23 November 2026, 08:29:10 in Asia/Tokyo.")).toBe(true);
    expect(isGood({ timeIn: "Asia/Tokyo" }, "It is 8:30 AM.")).toBe(true);
    expect(isGood({ timeIn: "Asia/Tokyo" }, "It is 23:30.")).toBe(false);
  });

  it("knows dates and how far they are", () => {
    expect(isGood({ daysFromNow: 10 }, "It will be Wednesday, 2 December 2026.")).toBe(true);
    expect(isGood({ daysFromNow: 10 }, "2026-12-02")).toBe(true);
    expect(isGood({ daysFromNow: 10 }, "It is 22 November 2026.")).toBe(false);
    expect(isGood({ daysUntil: "12-25" }, "There are 33 days.")).toBe(true);
    expect(isGood({ daysUntil: "11-21" }, "There are 364 days.")).toBe(true);
  });

  it("takes a refusal, and nothing that is made up", () => {
    expect(isGood({ declines: true }, "I have no tool to tell the weather.")).toBe(true);
    expect(isGood({ declines: true }, "It is 14 °C in Berlin.")).toBe(false);
    expect(isGood({ declines: true }, "I cannot, but it is 14 degrees.")).toBe(false);
  });

  it("takes no empty answer, and none that says what it must not", () => {
    expect(findFlaw({ ask: "", expect: { says: "." } }, " ", NOW)).toBe("nothing");
    expect(findFlaw({ ask: "", expect: { says: "rome" }, never: "paris" }, "Rome, not Paris", NOW)).not.toBeNull();
  });
});
