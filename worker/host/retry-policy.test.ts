import { expect, test } from "vitest";
import { toRetryWait } from "./retry-policy.ts";

test("the first loss is tried again at once, each later one after a longer wait, never longer than half an hour", () => {
  const waits = [1, 2, 3, 4, 5, 6, 20].map(toRetryWait);
  expect(waits).toEqual([0, 30_000, 120_000, 480_000, 1_800_000, 1_800_000, 1_800_000]);
});
