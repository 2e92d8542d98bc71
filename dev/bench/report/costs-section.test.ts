import { expect, test } from "vitest";
import { ASSUMED_BYTES, READING_LEAD } from "../../../worker/engines/catalog/answer-time.ts";
import { readRuns } from "../report.ts";
import { toCosts, toPlanRates } from "./costs-section.ts";

/** Tokens that cost 2 ms, 60 a GB of weights and 1 a million products of attention, and a third of that where they are read. */
const MODELS = [
  { model: "small", bytes: 145e6, attention: 17_280 },
  { model: "large", bytes: 1117e6, attention: 43_008 },
];
const lines = MODELS.flatMap((model) =>
  [500, 1000, 2000, 4000].map((behind) => {
    const written = 2 + (60 * model.bytes) / 1e9 + (model.attention * behind) / 1e6;
    return { ...model, threads: 1, readBehind: behind, read: written / 3, writtenBehind: behind, written };
  }),
);
const tools = [
  { own: 0, firstRead: 900, laterRead: 40, written: 20 },
  { own: 128, firstRead: 990, laterRead: 45, written: 20 },
];

test("what the plan predicts with is read from the fit, at the place of a usual answer", () => {
  const { bytes, lead } = toPlanRates({ lines, tools }, 1, "large");
  expect(bytes / 1e9).toBeCloseTo(1117 / (2 + 60 * 1.117 + 43.008), 1);
  expect(lead).toBeCloseTo(3);
});

test("what the plan assumes before anything was measured is what the kept figures say", () => {
  const { bytes, lead } = toPlanRates(readRuns("costs").at(-1), 1, "1.5b");
  // A second thread brings two thirds of the first.
  expect(ASSUMED_BYTES / (bytes * (1 + 2 / 3))).toBeGreaterThan(0.8);
  expect(ASSUMED_BYTES / (bytes * (1 + 2 / 3))).toBeLessThan(1.25);
  expect(READING_LEAD / lead).toBeGreaterThan(0.8);
  expect(READING_LEAD / lead).toBeLessThan(1.25);
});

test("a fit that is exact, and tools that hardly count, meet their targets", () => {
  const { targets, rows } = toCosts({ lines, tools });
  expect(targets.map(({ met, figure }) => [met, figure])).toEqual([
    [true, "1.00 and 1.00"],
    [true, "1.10"],
  ]);
  expect(rows).toHaveLength(3);
});
