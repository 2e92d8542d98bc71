import { expect, test } from "vitest";
import { chooseFastest, listCandidates } from "./measure-threads.ts";

test.each([
  [2, [1, 2]],
  [4, [2, 3, 4]],
  [6, [3, 5, 6]],
  [32, [8]],
])("of %i cores the thread counts %j are measured", (cores, counts) => {
  expect(listCandidates(cores)).toEqual(counts);
});

test.each([
  ["the fastest", [100, 180], 2],
  ["fewer threads that are about as fast", [100, 105], 1],
  ["fewer threads where more slow each other down", [100, 30], 1],
])("%s are taken", (_case, rates, threads) => {
  expect(chooseFastest(rates.map((rate, index) => ({ threads: index + 1, rate })))).toBe(threads);
});

test.each([
  ["one round that was disturbed does not count", [180, 60, 175], 2],
  ["nor does one that was not, where the machine stays busy", [30, 180, 35], 1],
])("%s", (_case, rates, threads) => {
  const measured = rates.flatMap((rate) => [
    { threads: 1, rate: 100 },
    { threads: 2, rate },
  ]);
  expect(chooseFastest(measured)).toBe(threads);
});

test("nothing is chosen where nothing could be measured", () => {
  expect(chooseFastest([])).toBeNull();
});
