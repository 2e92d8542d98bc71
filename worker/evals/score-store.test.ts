import { describe, expect, test } from "vitest";
import type { EvalScore } from "../protocol/evals.ts";
import { createScoreStore, mergeScore } from "./score-store.ts";

const score: EvalScore = {
  modelId: "starter",
  engine: "wllama",
  format: "chatml",
  constrained: true,
  version: 1,
  at: 10,
  durationMs: 5,
  byKind: { enum: { passed: 1, tried: 2 } },
  total: { passed: 1, tried: 2 },
  complete: true,
};

describe("the scores of a device", () => {
  test("a newer score takes the place of the older of the same model, format and constraint", () => {
    expect(mergeScore([score], { ...score, at: 20 })).toEqual([{ ...score, at: 20 }]);
    expect(mergeScore([score], { ...score, constrained: false })).toHaveLength(2);
    expect(mergeScore([score], { ...score, format: "llama3" })).toHaveLength(2);
  });

  test("a partial score does not take the place of a complete one, unless the cases have changed", () => {
    const partial = { ...score, at: 20, complete: false };
    expect(mergeScore([score], partial)).toEqual([score]);
    expect(mergeScore([score], { ...partial, version: 2 })).toEqual([{ ...partial, version: 2 }]);
    expect(mergeScore([partial], { ...partial, at: 30 })).toEqual([{ ...partial, at: 30 }]);
  });

  test("without a file system they last as long as the tab", async () => {
    const store = createScoreStore({ getDirectory: () => Promise.reject(new Error("refused")) });
    await store.put(score);
    await store.put({ ...score, modelId: "other", at: 20 });
    expect((await store.list()).map(({ modelId }) => modelId)).toEqual(["other", "starter"]);
  });
});
