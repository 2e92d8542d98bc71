import { describe, expect, test } from "vitest";
import { createTestClock } from "../../../package/test-clock.ts";
import { ScriptedClient } from "../../engines/scripted/scripted.ts";
import { chatmlTemplate } from "../../formats/templates/chatml-template.ts";
import type { EvalPlan, EvalState } from "../../protocol/evals.ts";
import { createTestParts } from "../agent-host.fixture.ts";
import { createRunRegistry } from "../runs/run-registry.ts";
import { createEvalsApi } from "./evals-api.ts";

const PLAN: EvalPlan = { format: null, constrained: true, kinds: ["refusal"] };

function createApi(turn: { readonly text: string; readonly chunkDelayMs?: number }, hasModel = true) {
  const script = { name: "m", title: "M", format: "chatml", contextTokens: 4096 } as const;
  const general = { turns: [turn] };
  // A second exchange, so that the first one plays as often as it is wanted.
  const exchanges = [general, { question: "never asked", turns: [turn] }];
  const client = new ScriptedClient({ ...script, exchanges }, { template: chatmlTemplate });
  const { loadEvals, evalScores } = createTestParts();
  const runs = createRunRegistry();
  const used = { count: 0 };
  let ids = 0;
  const api = createEvalsApi({
    loadEvals,
    evalScores,
    readModel: async () => (hasModel ? client : null),
    runs,
    policies: {
      explain: async (modelId) => ({ modelId, policy: "native", why: "assumed", isMeasuring: false }),
      measure: async () => ({ ok: true, value: null }),
      choose: async () => "native",
    },
    onModelUsed: () => {
      used.count += 1;
    },
    clock: createTestClock({ auto: true }),
    newId: () => `id-${ids++}`,
  });
  const states: EvalState[] = [];
  const until = async (fits: (state: EvalState) => boolean): Promise<EvalState> => {
    for (;;) {
      const last = states.at(-1);
      if (last !== undefined && fits(last)) return last;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  return { api, runs, states, until, used };
}

describe("the gym's api", () => {
  test("a run tells how it goes, keeps its score, and gives the model back", async () => {
    const { api, runs, states, until, used } = createApi({ text: "I cannot do that." });
    await api.watchEvals((state) => void states.push(state));
    expect(await api.startEvals(PLAN)).toEqual({ ok: true, value: null });
    const end = await until(({ type, done }) => type === "idle" && done === 10);
    expect(end.score?.total).toEqual({ passed: 10, tried: 10 });
    expect(states.map(({ done }) => done)).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10]);
    expect(await api.listEvalScores()).toEqual([end.score]);
    expect(used.count).toBe(1);
    await runs.stopAll();
    expect(runs.refuseIfBusy()).toBeNull();
  });

  test("while it runs no other is started, and stopping leaves a partial score", async () => {
    const { api, runs, states, until } = createApi({ text: "No. No. No. No.", chunkDelayMs: 5 });
    await api.watchEvals((state) => void states.push(state));
    await api.startEvals(PLAN);
    await until(({ done }) => done === 2);
    expect(runs.refuseIfBusy()).toMatchObject({ failure: { code: "engine-busy" } });
    expect(await api.startEvals(PLAN)).toMatchObject({ failure: { code: "engine-busy" } });
    await api.stopEvals();
    const end = await until(({ type }) => type === "idle");
    expect(end.score).toMatchObject({ complete: false, total: { passed: end.done, tried: end.done } });
    expect(end.done).toBeLessThan(10);
  });

  test("a question does not wait for it and is not refused: the gym ends with a partial score", async () => {
    const { api, runs, states, until } = createApi({ text: "No. No. No. No.", chunkDelayMs: 5 });
    await api.watchEvals((state) => void states.push(state));
    await api.startEvals(PLAN);
    await until(({ done }) => done === 1);
    expect(await runs.begin(async () => ({ ok: true, value: "asked" }), "question")).toEqual({
      ok: true,
      value: "asked",
    });
    expect(states.at(-1)).toMatchObject({ type: "idle", score: { complete: false } });
  });

  test("whoever ends all runs, to load another model for instance, ends the gym too", async () => {
    const { api, runs, states, until } = createApi({ text: "No. No. No. No.", chunkDelayMs: 5 });
    await api.watchEvals((state) => void states.push(state));
    await api.startEvals(PLAN);
    await until(({ done }) => done === 1);
    await runs.stopAll();
    expect(states.at(-1)?.type).toBe("idle");
  });

  test("a question tried in a format ends by a stop, and by a question of the user's, which is not refused", async () => {
    const { api, runs, used } = createApi({ text: "No. ".repeat(400), chunkDelayMs: 5 });
    const stopped = api.tryFormat("command");
    await expect.poll(() => runs.refuseIfBusy()).not.toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await api.stopEvals();
    await stopped;
    await expect.poll(() => runs.refuseIfBusy()).toBeNull();
    const left = api.tryFormat("command");
    await new Promise((resolve) => setTimeout(resolve, 20));
    const asked = await runs.begin(async () => ({ ok: true, value: "asked" }), "question");
    expect(asked).toEqual({ ok: true, value: "asked" });
    await left;
    expect(used.count).toBe(2);
  });

  test("without a model there is nothing to test", async () => {
    const { api } = createApi({ text: "" }, false);
    expect(await api.startEvals(PLAN)).toEqual({ ok: false, failure: { code: "no-model" } });
  });
});
