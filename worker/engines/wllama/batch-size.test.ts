import { expect, test } from "vitest";
import { chooseBatchTokens, FIRST_BATCH_TOKENS } from "./batch-size.ts";

test.each([
  ["stays after a quick stop", 128, 300, 128],
  ["stays at the bound", 128, 2_000, 128],
  ["shrinks to steps that take a second", 128, 3_000, 32],
  ["shrinks to the smallest steps on a slow device", 128, 60_000, 16],
  ["does not grow back", 16, 5_000, 16],
])("the size of a step %s", (_case, before, stopMs, after) => {
  expect(chooseBatchTokens(before, stopMs)).toBe(after);
});

test("the first steps are large", () => {
  expect(FIRST_BATCH_TOKENS).toBeGreaterThanOrEqual(64);
});
