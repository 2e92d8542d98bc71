import { describe, expect, it } from "vitest";
import type { ModelClient } from "../agent/ports/model-client.ts";
import type { ModelLibrary } from "../agent/ports/model-library.ts";
import type { Clock } from "../agent/ports/run-deps.ts";
import { createModel } from "../agent/run/run-agent.fixture.ts";
import type { Failure } from "../protocol/failure.ts";
import type { EngineId, ModelState } from "../protocol/model.ts";
import { createTestLibrary } from "./agent-host.fixture.ts";
import { ModelSession } from "./model-session.ts";

interface Loss {
  readonly states: ModelState[];
  /** The engine of each load, in order. */
  readonly loads: EngineId[];
  /** Milliseconds of each wait, in order. */
  readonly waits: number[];
  readonly session: ModelSession;
  /** Ends the wait that is under way, and lets what follows happen. */
  endWait(): Promise<void>;
  lose(code?: Failure["code"]): Promise<void>;
  /** The kept file is, or is no longer, what its hash says. */
  damage(isDamaged: boolean): void;
  /** How often the file was read from end to end. */
  countChecks(): number;
  /** The engine of a load goes while nothing is asked of it; the first load is 1. */
  vanish(load: number): Promise<void>;
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));

/** A session with a model that runs on the GPU or the processor; `fails` decides what a load comes to. */
function createLoss(fails: (load: number, engine: EngineId) => Failure | null = () => null): Loss {
  const states: ModelState[] = [];
  const loads: EngineId[] = [];
  const waits: number[] = [];
  const losers: ((failure: Failure) => void)[] = [];
  let endWait: () => void = () => undefined;
  let isDamaged = false;
  let checks = 0;
  const clock: Pick<Clock, "wait" | "wallNow"> = {
    wallNow: () => 5000,
    wait: (milliseconds, signal) => {
      waits.push(milliseconds);
      return new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve(), { once: true });
        endWait = resolve;
      });
    },
  };
  const base = createTestLibrary({ a: () => createModel(["x"]) });
  const library: ModelLibrary = {
    ...base,
    list: async () => (await base.list()).map((entry) => ({ ...entry, engines: ["webllm", "wllama"] })),
    choose: async (_entry, forced) => ({ ok: true, value: { engine: forced ?? "webllm", reason: "" } }),
    load: async (_entry, choice) => {
      loads.push(choice.engine);
      const failure = fails(loads.length, choice.engine);
      const model = createModel(["x"]);
      const lost = new Promise<Failure>((resolve) => losers.push(resolve));
      const client: ModelClient = { ...model, lost, info: { ...model.info, engine: choice.engine } };
      return failure === null ? { ok: true, value: client } : { ok: false, failure };
    },
    verify: async () => {
      checks += 1;
      return isDamaged ? { ok: false, failure: { code: "model-corrupt" } } : { ok: true, value: null };
    },
  };
  const session = new ModelSession(library, {
    forcedEngine: () => null,
    contexts: () => undefined,
    onState: (state) => states.push(state),
    clock,
  });
  return {
    states,
    loads,
    waits,
    session,
    damage: (damaged) => {
      isDamaged = damaged;
    },
    countChecks: () => checks,
    endWait: async () => {
      endWait();
      await settle();
    },
    vanish: async (load) => {
      losers[load - 1]?.({ code: "device-lost", detail: "gone" });
      await settle();
    },
    lose: async (code = "device-lost") => {
      const client = await session.whenReady();
      if (client === null) throw new Error("There is no engine to lose.");
      await session.markFailed({ type: "failed", modelId: "a", failure: { code, detail: "gone" } }, client);
    },
  };
}

describe("an engine that is lost", () => {
  it.each(["device-lost", "engine-crashed", "engine-timeout", "out-of-memory"] as const)(
    "by %s is said, and started again at once without asking",
    async (code) => {
      const { session, states, loads, waits, lose, endWait } = createLoss();
      await session.load("a");
      await lose(code);
      expect(states.at(-1)).toEqual({
        type: "failed",
        modelId: "a",
        failure: { code, detail: "gone" },
        retryAt: 5000,
      });
      expect(waits).toEqual([0]);
      await endWait();
      expect(session.state).toMatchObject({ type: "ready", choice: { engine: "webllm" } });
      expect(loads).toEqual(["webllm", "webllm"]);
    },
  );

  it("twice in a row is not spun on: the processor is offered, and the GPU is tried again later and later", async () => {
    const { session, loads, waits, lose, endWait } = createLoss((load) =>
      load > 2 ? { code: "webgpu-missing" } : null,
    );
    await session.load("a");
    await lose();
    await endWait();
    await lose();
    expect(session.state).toMatchObject({ type: "failed", fallback: "wllama", retryAt: 35_000 });
    for (let load = 3; load < 7; load += 1) {
      expect(loads).toHaveLength(load - 1);
      await endWait();
      expect(session.state).toMatchObject({ type: "failed", failure: { code: "webgpu-missing" }, fallback: "wllama" });
    }
    expect(waits).toEqual([0, 30_000, 120_000, 480_000, 1_800_000, 1_800_000]);
  });

  it("goes on with the processor once the user agrees, and stays there until another load is asked for", async () => {
    const { session, loads, lose, endWait } = createLoss();
    await session.load("a");
    await lose();
    await endWait();
    await lose();
    await session.load("a", "wllama");
    expect(session.state).toMatchObject({ type: "ready", choice: { engine: "wllama" } });
    await endWait();
    await lose("engine-crashed");
    expect(session.state).not.toHaveProperty("fallback");
    await endWait();
    expect(loads).toEqual(["webllm", "webllm", "wllama", "wllama"]);
    await session.load("a");
    expect(loads.at(-1)).toBe("webllm");
  });

  it("is tried at once by a question, and the wait it had is over", async () => {
    const { session, loads, lose, endWait } = createLoss();
    await session.load("a");
    await lose();
    await endWait();
    await lose();
    expect((await session.whenReady())?.info.engine).toBe("webllm");
    expect(loads).toHaveLength(3);
    await endWait();
    expect(loads).toHaveLength(3);
  });

  it("counts as lost for the first time again after an answer that went well", async () => {
    const { session, waits, lose, endWait } = createLoss();
    await session.load("a");
    for (let round = 0; round < 3; round += 1) {
      await lose();
      await endWait();
      session.noteAnswered();
    }
    expect(waits).toEqual([0, 0, 0]);
    expect(session.state.type).toBe("ready");
  });

  it("while nothing is asked of it is said at once, started again, and counted like any other", async () => {
    const { session, states, loads, waits, vanish, endWait } = createLoss();
    await session.load("a");
    await vanish(1);
    expect(states.at(-1)).toMatchObject({ type: "failed", failure: { code: "device-lost" }, retryAt: 5000 });
    await endWait();
    expect(session.state).toMatchObject({ type: "ready", choice: { engine: "webllm" } });
    await vanish(2);
    expect(session.state).toMatchObject({ type: "failed", fallback: "wllama", retryAt: 35_000 });
    expect(loads).toEqual(["webllm", "webllm"]);
    expect(waits).toEqual([0, 30_000]);
  });

  it("is counted once where its answer and itself both tell of it", async () => {
    const { session, waits, lose, vanish, endWait } = createLoss();
    await session.load("a");
    await lose();
    await vanish(1);
    await endWait();
    expect(session.state.type).toBe("ready");
    expect(waits).toEqual([0]);
  });

  it("after it was let go changes nothing", async () => {
    const { session, states, vanish } = createLoss();
    await session.load("a");
    await session.load("a");
    const before = states.length;
    await vanish(1);
    await session.unload();
    await vanish(2);
    expect(states.slice(before)).toEqual([{ type: "none" }]);
  });

  it("by a crash over changed weights is not started over them again: the file is called damaged", async () => {
    const { session, loads, lose, endWait, damage } = createLoss();
    await session.load("a");
    damage(true);
    await lose("engine-crashed");
    await endWait();
    expect(session.state).toEqual({ type: "failed", modelId: "a", failure: { code: "model-corrupt" } });
    await session.load("a");
    expect(session.state).toMatchObject({ type: "failed", failure: { code: "model-corrupt" } });
    expect(loads).toHaveLength(1);
    damage(false);
    await session.load("a");
    expect(session.state.type).toBe("ready");
  });

  it("has its file read once after a crash, and not after the GPU was lost", async () => {
    const { session, lose, endWait, countChecks } = createLoss();
    await session.load("a");
    await lose("device-lost");
    await endWait();
    expect(countChecks()).toBe(0);
    await lose("engine-crashed");
    await endWait();
    await session.load("a");
    expect(countChecks()).toBe(1);
  });

  it("is left alone when the user unloads the model meanwhile", async () => {
    const { session, loads, lose, endWait } = createLoss();
    await session.load("a");
    await lose();
    await session.unload();
    await endWait();
    expect(loads).toHaveLength(1);
    expect(session.state).toEqual({ type: "none" });
  });
});

describe("a model that does not load on the GPU", () => {
  it.each(["model-corrupt", "model-missing", "download-failed"] as const)(
    "for %s would not load on the processor either, which is not offered",
    async (code) => {
      const { session, waits } = createLoss(() => ({ code }));
      await session.load("a");
      expect(session.state).toEqual({ type: "failed", modelId: "a", failure: { code } });
      expect(waits).toEqual([]);
    },
  );

  it.each(["model-unsupported", "webgpu-missing", "out-of-memory"] as const)(
    "for %s says so, offers the processor, and is not tried again by itself",
    async (code) => {
      const { session, waits } = createLoss((_load, engine) => (engine === "webllm" ? { code } : null));
      await session.load("a");
      expect(session.state).toEqual({ type: "failed", modelId: "a", failure: { code }, fallback: "wllama" });
      expect(waits).toEqual([]);
      await session.load("a", "wllama");
      expect(session.state).toMatchObject({ type: "ready", choice: { engine: "wllama" } });
    },
  );
});
