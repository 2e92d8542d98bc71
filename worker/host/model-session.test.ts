import { describe, expect, it } from "vitest";
import type { ModelClient } from "../agent/ports/model-client.ts";
import type { ModelLibrary } from "../agent/ports/model-library.ts";
import type { Clock } from "../agent/ports/run-deps.ts";
import { createModel } from "../agent/run/run-agent.fixture.ts";
import type { ModelState } from "../protocol/model.ts";
import { createTestLibrary, toEntry } from "./agent-host.fixture.ts";
import { ModelSession } from "./model-session.ts";

/** A clock whose waits end when the test says so. */
function createWaits() {
  const waits: { readonly milliseconds: number; readonly end: () => void }[] = [];
  const clock: Pick<Clock, "wait" | "wallNow"> = {
    wallNow: () => 1000,
    wait: (milliseconds, signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve(), { once: true });
        waits.push({ milliseconds, end: resolve });
      }),
  };
  return { clock, waits };
}

/** A session whose loads end when the test says so. */
function createSession(overrides: Partial<ModelLibrary> = {}, clock = createWaits().clock) {
  const states: ModelState[] = [];
  const disposed: string[] = [];
  const pending: { readonly id: string; readonly finish: () => void }[] = [];
  const load = (id: string) => (): Promise<ModelClient> =>
    new Promise((resolve) => {
      const client: ModelClient = {
        ...createModel(["x"]),
        dispose: async () => {
          disposed.push(id);
        },
      };
      pending.push({ id, finish: () => resolve(client) });
    });
  const library: ModelLibrary = {
    ...createTestLibrary(Object.fromEntries(["a", "b", "c"].map((id) => [id, load(id)]))),
    ...overrides,
  };
  const session = new ModelSession(library, {
    forcedEngine: () => null,
    contexts: () => ({ b: 2048 }),
    onState: (state) => states.push(state),
    clock,
  });
  const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));
  const finish = async (id: string): Promise<void> => {
    await settle();
    for (const each of pending.splice(0))
      if (each.id === id) each.finish();
      else pending.push(each);
    await settle();
  };
  return { session, states, disposed, pending, finish, settle };
}

describe("a model session", () => {
  it("holds a model back with its reason until it is asked for, and a question does not ask for it", async () => {
    const { session, states, pending, finish, settle } = createSession();
    await session.hold("a");
    expect(states).toEqual([{ type: "failed", modelId: "a", failure: { code: "load-unfinished" } }]);
    expect(await session.whenReady()).toBeNull();
    await settle();
    expect(pending).toEqual([]);
    const loading = session.load("a");
    await finish("a");
    expect((await loading).ok).toBe(true);
  });

  it("hands on how fast the loaded model has written, with what it ran on", async () => {
    const noted: unknown[] = [];
    const { session, finish } = createSession({ noteTurn: async (...turn) => void noted.push(turn) });
    const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 20, prefillMs: 1, decodeMs: 500 };
    session.noteTurn(usage);
    const loading = session.load("a");
    await finish("a");
    await loading;
    session.noteTurn(usage);
    expect(noted).toMatchObject([[{ id: "a" }, { engine: "scripted" }, usage]]);
  });

  it("loads a model with the context window that the user set for it", async () => {
    const wishes: (number | undefined)[] = [];
    const { session } = createSession({
      load: async (_entry, choice) => {
        wishes.push(choice.contextTokens);
        return { ok: false, failure: { code: "cancelled" } };
      },
    });
    await session.load("a");
    await session.load("b");
    expect(wishes).toEqual([undefined, 2048]);
  });

  it("offers the processor for a held model that would have gone to the GPU", async () => {
    const both = { ...toEntry("a"), engines: ["webllm", "wllama"] as const };
    const { session } = createSession({
      list: async () => [both],
      choose: async () => ({ ok: true, value: { engine: "webllm", reason: "" } }),
    });
    await session.hold("a");
    expect(session.state).toMatchObject({ type: "failed", fallback: "wllama" });
  });

  it("loads a model, says how it goes, and hands it out once it is ready", async () => {
    const { session, states, finish } = createSession();
    const loading = session.load("a");
    const ready = session.whenReady();
    await finish("a");
    expect(await loading).toMatchObject({ ok: true, value: { type: "ready", modelId: "a" } });
    expect((await ready)?.info.engine).toBe("scripted");
    expect(states.map(({ type }) => type)).toEqual(["loading", "ready"]);
  });

  it("holds one model: another one is disposed of before the next is loaded", async () => {
    const { session, disposed, finish } = createSession();
    const first = session.load("a");
    await finish("a");
    await first;
    const second = session.load("b");
    await finish("b");
    await second;
    expect(disposed).toEqual(["a"]);
    expect(session.state).toMatchObject({ modelId: "b" });
  });

  it("ends with the last of several loads asked for at once, and keeps only that one", async () => {
    const { session, disposed, finish, pending } = createSession();
    const loads = ["a", "b", "c"].map((id) => session.load(id));
    for (const id of ["a", "b", "c"]) await finish(id);
    const cancelled = { ok: false, failure: { code: "cancelled" } };
    expect(await Promise.all(loads)).toMatchObject([cancelled, cancelled, { ok: true, value: { modelId: "c" } }]);
    expect(session.state).toMatchObject({ type: "ready", modelId: "c" });
    expect(pending).toEqual([]);
    expect(disposed).not.toContain("c");
  });

  it("that is cancelled ends without a model, and disposes of one that comes late", async () => {
    const { session, disposed, finish, settle } = createSession();
    const loading = session.load("a");
    await settle();
    const cancelled = session.cancel();
    await finish("a");
    await cancelled;
    expect(await loading).toEqual({ ok: false, failure: { code: "cancelled" } });
    expect(session.state).toEqual({ type: "none" });
    expect(disposed).toEqual(["a"]);
    expect(await session.whenReady()).toBeNull();
  });

  it("tells a failure, and tries again when a model is needed", async () => {
    let tries = 0;
    const { session } = createSession({
      load: async () => {
        tries += 1;
        return tries === 1
          ? { ok: false, failure: { code: "download-failed" } }
          : { ok: true, value: createModel(["x"]) };
      },
    });
    expect(await session.load("a")).toEqual({ ok: false, failure: { code: "download-failed" } });
    expect(session.state).toMatchObject({ type: "failed", failure: { code: "download-failed" } });
    expect(await session.whenReady()).not.toBeNull();
    expect(tries).toBe(2);
  });

  it("turns a fault of the library into a failure, and can go on", async () => {
    let tries = 0;
    const { session } = createSession({
      load: async () => {
        tries += 1;
        if (tries === 1) throw new Error("a bug");
        return { ok: true, value: createModel(["x"]) };
      },
    });
    expect(await session.load("a")).toEqual({ ok: false, failure: { code: "internal", detail: "a bug" } });
    expect((await session.load("a")).ok).toBe(true);
  });

  it("keeps the loaded model where a file that was picked is none, and loads it again where the next one fails late", async () => {
    const { session, states, disposed, finish, settle, pending } = createSession();
    void session.load("a");
    await finish("a");
    states.length = 0;
    const refused = await session.importFiles([{ name: "holiday.jpg", size: 1, slice: () => new Blob() }]);
    expect(refused).toMatchObject({ failure: { code: "model-corrupt" } });
    expect(session.state).toMatchObject({ type: "ready", modelId: "a" });
    expect(disposed).toEqual([]);
    await session.load("zebra");
    expect(session.state).toMatchObject({ type: "ready", modelId: "a" });
    const late = session.load("b");
    await settle();
    void session.cancel();
    await finish("b");
    expect(await late).toMatchObject({ failure: { code: "cancelled" } });
    expect(pending.map(({ id }) => id)).toEqual(["a"]);
    const waiting = session.whenReady();
    await finish("a");
    expect(await waiting).not.toBeNull();
    expect(session.state).toMatchObject({ type: "ready", modelId: "a" });
    expect(states.map(({ type }) => type)).not.toContain("failed");
  });

  it("that is unloaded while another comes stays away", async () => {
    const { session, finish, settle } = createSession();
    void session.load("a");
    await finish("a");
    void session.load("b");
    await settle();
    const unloaded = session.unload();
    await finish("b");
    await unloaded;
    expect(session.state).toEqual({ type: "none" });
    expect(await session.whenReady()).toBeNull();
  });

  it("refuses a model that nobody knows", async () => {
    const { session } = createSession();
    expect(await session.load("zebra")).toMatchObject({ ok: false, failure: { code: "model-missing" } });
  });

  it("says that a lost model is gone even when it cannot be disposed of any more", async () => {
    const client = { ...createModel(["x"]), dispose: () => new Promise<void>(() => undefined) };
    const { session } = createSession({ load: async () => ({ ok: true, value: client }) });
    await session.load("a");
    void session.markFailed({ type: "failed", modelId: "a", failure: { code: "engine-timeout" } }, client);
    expect(session.state).toMatchObject({ type: "failed", failure: { code: "engine-timeout" } });
  });
});
