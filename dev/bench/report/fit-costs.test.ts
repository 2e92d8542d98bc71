import { expect, test } from "vitest";
import { fitCosts, sumCost } from "./fit-costs.ts";

const toSamples = (prices: readonly number[]) =>
  [
    [1, 0.1, 5],
    [1, 0.5, 9],
    [1, 1.5, 2],
    [1, 0.4, 70],
    [1, 2.5, 30],
  ].map((parts) => ({ parts, cost: sumCost(prices, parts) }));

test("the prices that costs were made of are found", () => {
  const { prices, worst } = fitCosts(toSamples([3, 40, 0.5]));
  expect(prices[0]).toBeCloseTo(3);
  expect(prices[1]).toBeCloseTo(40);
  expect(prices[2]).toBeCloseTo(0.5);
  expect(worst).toBeCloseTo(1);
});

test("no part costs less than nothing, and the worst mistake is told as a factor", () => {
  const samples = toSamples([3, 40, 0]).map(({ parts, cost }, at) => ({ parts, cost: at === 3 ? cost / 2 : cost }));
  const { prices, worst } = fitCosts(samples);
  expect(Math.min(...prices)).toBeGreaterThanOrEqual(0);
  expect(worst).toBeGreaterThan(1.2);
  expect(worst).toBeLessThanOrEqual(2.1);
});
