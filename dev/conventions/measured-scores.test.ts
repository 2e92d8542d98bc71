import { describe, expect, test } from "vitest";
import measured from "../../app/views/models/measured-scores.json" with { type: "json" };
import { listCatalog } from "../../worker/engines/catalog/model-catalog.ts";
import { EVAL_CASES, EVAL_VERSION } from "../../worker/evals/eval-case.ts";
import { EVAL_KINDS, type MeasuredScore } from "../../worker/protocol/evals.ts";

const scores = measured as readonly MeasuredScore[];
const HOW = "Measure again: npm run bench -- gym --all --engine=wllama --ship, and once more with --free.";

describe("the gym's scores that the app is shipped with", () => {
  test("hold the starter's, with the output locked as it is in the chat", () => {
    expect(scores.filter(({ modelId, constrained }) => modelId === "starter" && constrained)).toHaveLength(1);
  });

  test.each(scores)("$modelId, $format, locked: $constrained: are of these cases and of this file", (score) => {
    expect(score.version, HOW).toBe(EVAL_VERSION);
    const model = listCatalog({ scripts: false }).find(({ id }) => id === score.modelId);
    expect(model?.source, HOW).toMatchObject({ sha256: score.modelHash });
    expect(model?.engines).toContain(score.engine);
    expect(score.command).toContain(`--engine=${score.engine}`);
  });

  test.each(scores)("$modelId, $format, locked: $constrained: are of every case, and add up", (score) => {
    expect(score.complete).toBe(true);
    for (const kind of EVAL_KINDS) {
      expect(score.byKind[kind]?.tried, kind).toBe(EVAL_CASES.filter((each) => each.kind === kind).length);
    }
    const passed = Object.values(score.byKind).reduce((sum, tally) => sum + tally.passed, 0);
    expect(score.total).toEqual({ passed, tried: EVAL_CASES.length });
  });
});
