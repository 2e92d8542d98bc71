import { expect, test } from "vitest";
import { fitExponent } from "./fit-exponent.ts";
import { toMedian, toQuantile } from "./median.ts";

const WORK = [10, 100, 1000, 10_000];

test("finds the exponent of a power, also over what is spent before any work", () => {
  expect(fitExponent(WORK.map((work) => ({ work, cost: 3 * work ** 1.5 })))).toBeCloseTo(1.5, 6);
  expect(fitExponent(WORK.map((work) => ({ work, cost: 7 })))).toBeCloseTo(0, 6);
  expect(fitExponent(WORK.map((work) => ({ work, cost: 50 + work ** 2 / 100 })))).toBeGreaterThan(1.5);
});

test("takes the middle of values, and what lies between two", () => {
  expect(toMedian([3, 1, 2])).toBe(2);
  expect(toMedian([4, 1, 2, 3])).toBe(2.5);
  expect(toQuantile([0, 10], 0.95)).toBeCloseTo(9.5, 6);
  expect(toMedian([])).toBeNaN();
});
