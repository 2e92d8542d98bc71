import { describe, expect, test } from "vitest";
import { createTestClock } from "../../../package/test-clock.ts";
import type { ModelClient } from "../../agent/ports/model-client.ts";
import { createModel } from "../../agent/run/run-agent.fixture.ts";
import { createTrialStore } from "../../evals/trial-store.ts";
import { steps } from "../../evals/try-policies.ts";
import type { AgentEvent } from "../../protocol/api/agent-event.ts";
import type { ModelEntry, ModelState, PolicyId } from "../../protocol/model.ts";
import type { PolicyTrials } from "../host-deps.ts";
import { createRunRegistry } from "../runs/run-registry.ts";
import { createModelPolicies, type ModelPoliciesDeps } from "./model-policies.ts";

const ENTRY: ModelEntry = {
  id: "unknown",
  title: "unknown-1.5b",
  engines: ["wllama"],
  format: "chatml",
  contextTokens: 4096,
  local: true,
};

/** A loaded model of which nothing is known, and what it is asked; `tryStep` answers. */
function setUp(options: {
  readonly tryStep: PolicyTrials["tryStep"];
  readonly entry?: Partial<ModelEntry>;
  readonly rest?: Partial<ModelPoliciesDeps>;
}) {
  const scripted = createModel([]);
  const model: ModelClient = { ...scripted, info: { ...scripted.info, modelId: ENTRY.id, engine: "wllama" } };
  const state: ModelState = {
    type: "ready",
    modelId: ENTRY.id,
    choice: { engine: "wllama", reason: "" },
    format: "chatml",
    contextTokens: 4096,
  };
  const asked: string[] = [];
  const events: AgentEvent[] = [];
  const clock = createTestClock({ auto: true });
  const runs = createRunRegistry();
  const noFiles = { getDirectory: () => Promise.reject(new DOMException("refused", "SecurityError")) };
  const deps: ModelPoliciesDeps = {
    trials: createTrialStore(noFiles),
    loadPolicyTrials: async () => ({
      steps,
      tryStep: (step, given) => {
        asked.push(`${step.policy} ${step.task.id}`);
        return options.tryStep(step, given);
      },
    }),
    readLibrary: async () => ({ list: async () => [{ ...ENTRY, ...options.entry }] }),
    readSession: async () => ({ state, whenReady: async () => model }),
    settings: { current: {} },
    runs,
    downloads: { isUnderWay: () => false },
    onModelUsed: () => undefined,
    clock,
    newId: () => "id",
    emit: (event) => events.push(event),
    ...options.rest,
  };
  return { policies: createModelPolicies(deps), asked, events, runs, clock, model, deps };
}

const passesStaged: PolicyTrials["tryStep"] = async ({ policy, task }) => policy === "staged" || task.calls.length > 0;

describe("the trial of a model of which nothing is known", () => {
  test("asks it sixteen cases in both ways, and the better one is used from then on", async () => {
    const { policies, asked, events, model } = setUp({ tryStep: passesStaged, entry: { title: "large-7b" } });
    expect(await policies.choose(model.info)).toBe("native");
    policies.noteReady();
    await expect.poll(() => asked.length).toBe(32);
    await expect.poll(() => events.at(-1)).toMatchObject({ type: "policy", policy: { isMeasuring: false } });
    expect(new Set(asked).size).toBe(32);
    expect(await policies.explain("unknown")).toEqual({
      modelId: "unknown",
      policy: "staged",
      why: "measured",
      trial: { native: { passed: 8, of: 16 }, staged: { passed: 16, of: 16 } },
      isMeasuring: false,
    });
    expect(await policies.choose(model.info)).toBe("staged");
    // It is over: another load asks nothing more.
    policies.noteReady();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(asked).toHaveLength(32);
  });

  test("is asked half for calls and half for words, and changes the way in blocks", () => {
    expect(steps).toHaveLength(32);
    expect(steps.filter(({ task }) => task.calls.length > 0)).toHaveLength(16);
    expect(steps.slice(0, 12).map(({ policy }) => policy)).toEqual([
      ...Array.from({ length: 4 }, () => "native"),
      ...Array.from({ length: 8 }, () => "staged"),
    ]);
  });

  test("a question does not wait for it: the case under way ends and is asked again later", async () => {
    const begun: string[] = [];
    let isHeld = true;
    const { policies, asked, runs } = setUp({
      tryStep: ({ task }, { signal }) => {
        begun.push(task.id);
        if (!isHeld) return Promise.resolve(true);
        return new Promise((resolve) => signal.addEventListener("abort", () => resolve(null), { once: true }));
      },
    });
    policies.noteReady();
    await expect.poll(() => begun.length).toBe(1);
    expect(runs.refuseIfBusy()).toBeNull();
    expect(await runs.begin(async () => ({ ok: true, value: "asked" }), "question")).toMatchObject({ ok: true });
    isHeld = false;
    await expect.poll(() => asked.length).toBe(33);
    expect(asked[1]).toBe(asked[0]);
  });

  test("does not begin while a run, a download, or somebody who writes has the model", async () => {
    let isLoading = true;
    const { policies, asked, runs, clock } = setUp({
      tryStep: passesStaged,
      rest: { downloads: { isUnderWay: () => isLoading } },
    });
    policies.noteReady();
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(asked).toEqual([]);
    let end: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      end = resolve;
    });
    runs.add("run", "c", { stop: () => undefined, decide: () => undefined, done });
    isLoading = false;
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(asked).toEqual([]);
    policies.noteWriting();
    const writtenAt = clock.now();
    end();
    await expect.poll(() => asked.length).toBe(32);
    expect(clock.now() - writtenAt).toBeGreaterThan(60_000);
  });

  test("that takes long ends early and counts what it has; it goes on until both ways have some", async () => {
    const { policies, asked, clock, deps } = setUp({
      tryStep: async ({ policy }) => {
        clock.advance(50_000);
        return policy === "native";
      },
    });
    policies.noteReady();
    await expect.poll(async () => (await deps.trials.read("unknown"))?.isOver).toBe(true);
    expect(asked).toHaveLength(8);
    expect(await policies.explain("unknown")).toMatchObject({
      policy: "native",
      why: "measured",
      trial: { native: { passed: 4, of: 4 }, staged: { passed: 0, of: 4 } },
    });
  });

  test("a fault of the engine ends it until the next load, and what it had is kept", async () => {
    let count = 0;
    const { policies, asked } = setUp({
      tryStep: async () => {
        count += 1;
        return count === 3 ? null : true;
      },
    });
    policies.noteReady();
    await expect.poll(() => asked.length).toBe(3);
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(asked).toHaveLength(3);
    policies.noteReady();
    await expect.poll(() => asked.length).toBe(33);
    expect(asked[3]).toBe(asked[2]);
  });

  test.each([
    ["the catalog knows", { policy: "staged" }, "staged"],
    ["plays a script", { engines: ["scripted"] }, "native"],
  ] as const)("is none for a model that %s", async (_case, entry, policy) => {
    const { policies, asked } = setUp({ tryStep: passesStaged, entry });
    policies.noteReady();
    expect(await policies.measure()).toMatchObject({ ok: false });
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(asked).toEqual([]);
    expect(await policies.explain("unknown")).toMatchObject({ policy, why: "known" });
  });

  test("can be asked for again, and then begins at once", async () => {
    let better: PolicyId = "staged";
    const { policies, asked, events } = setUp({ tryStep: async ({ policy }) => policy === better });
    policies.noteReady();
    await expect.poll(() => asked.length).toBe(32);
    await expect.poll(() => events.at(-1)).toMatchObject({ policy: { policy: "staged", isMeasuring: false } });
    better = "native";
    policies.noteWriting();
    expect(await policies.measure()).toEqual({ ok: true, value: null });
    await expect.poll(() => asked.length).toBe(64);
    await expect.poll(() => events.at(-1)).toMatchObject({ policy: { policy: "native", isMeasuring: false } });
  });

  test("the user's choice goes before what was measured, and only the user's wish begins a trial then", async () => {
    const { policies, asked, model } = setUp({
      tryStep: passesStaged,
      rest: { settings: { current: { policies: { unknown: "native" } } } },
    });
    expect(await policies.choose(model.info)).toBe("native");
    policies.noteReady();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(asked).toEqual([]);
    expect(await policies.measure()).toEqual({ ok: true, value: null });
    await expect.poll(() => asked.length).toBe(32);
    expect((await policies.explain("unknown")).policy).toBe("staged");
  });
});
