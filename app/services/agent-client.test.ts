import { expose } from "comlink";
import { describe, expect, it } from "vitest";
import type { AgentApi } from "../../worker/protocol/api/agent-api.ts";
import type { AgentEvent } from "../../worker/protocol/api/agent-event.ts";
import { connectAgent, DEFAULT_WATCH, type Watch } from "./agent-client.ts";

interface FakeWorker {
  readonly worker: Worker;
  /** Acts like a script that failed to start or threw. */
  crash(message: string): void;
  isTerminated(): boolean;
}

/** A worker's end of a channel with an agent behind it. */
function startFake(agent: Partial<AgentApi>): FakeWorker {
  const { port1, port2 } = new MessageChannel();
  expose(agent, port2 as Parameters<typeof expose>[1]);
  let terminated = false;
  const worker = Object.assign(port1, {
    terminate() {
      terminated = true;
      port1.close();
      port2.close();
    },
  }) as unknown as Worker;
  port1.start();
  return {
    worker,
    crash: (message) => port1.dispatchEvent(Object.assign(new Event("error"), { message })),
    isTerminated: () => terminated,
  };
}

const START = { models: [], skills: [] } as unknown as Awaited<ReturnType<AgentApi["start"]>>;
const never = () => new Promise<never>(() => {});

/** Time that goes on when the test says so. */
function createTime() {
  const callbacks = new Set<() => void>();
  let now = 0;
  let end: () => void = () => {};
  const watch: Watch = {
    ...DEFAULT_WATCH,
    untilFree: () => new Promise((resolve) => (end = resolve)),
    now: () => now,
    repeat: (_everyMs, callback) => {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
  };
  return {
    watch,
    goOn: (milliseconds: number) => {
      now += milliseconds;
      for (const callback of [...callbacks]) callback();
    },
    /** Frees the lock that the worker held. */
    endLife: () => end(),
  };
}

describe("the client of the agent's worker", () => {
  it("passes calls on and events back", async () => {
    const events: AgentEvent[] = [];
    const { worker } = startFake({
      subscribe: async (deliver) => deliver([{ type: "memories-changed" }]),
      listConversations: async () => [],
    });
    const { api } = connectAgent(() => worker);
    await api.subscribe((batch) => events.push(...batch));
    expect(await api.listConversations()).toEqual([]);
    await expect.poll(() => events).toEqual([{ type: "memories-changed" }]);
    worker.terminate();
  });

  it("is started only when it was unlocked, however long the user takes for that", async () => {
    const { watch, goOn } = createTime();
    const locked = startFake({
      start: async () => START,
      listConversations: never,
      readStorage: never,
      subscribe: async () => {},
    });
    let unlock = () => {};
    const { api } = connectAgent(
      () => locked.worker,
      {},
      watch,
      () => new Promise((resolve) => (unlock = resolve)),
    );
    let isStarted = false;
    const started = api.start().then(() => {
      isStarted = true;
    });
    api.listConversations().catch(() => {});
    for (let elapsed = 0; elapsed < 3 * watch.patienceMs; elapsed += watch.everyMs) goOn(watch.everyMs);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([isStarted, locked.isTerminated()]).toEqual([false, false]);
    unlock();
    await started;
  });

  it("replaces a worker that gives no sign of life, and what was asked of it fails", async () => {
    const events: AgentEvent[] = [];
    const silent = startFake({ listConversations: never, readStorage: never, subscribe: async () => {} });
    const healthy = startFake({
      start: async () => START,
      subscribe: async () => {},
      listConversations: async () => [],
    });
    const workers = [silent, healthy];
    const { watch, goOn } = createTime();
    const { api, onRestart } = connectAgent(() => workers.shift()?.worker ?? healthy.worker, {}, watch);
    const restarts: unknown[] = [];
    onRestart((start) => restarts.push(start));
    await api.subscribe((batch) => events.push(...batch));
    const waiting = api.listConversations();
    for (let elapsed = watch.everyMs; elapsed <= watch.patienceMs; elapsed += watch.everyMs) goOn(watch.everyMs);
    expect(silent.isTerminated()).toBe(false);
    goOn(watch.everyMs);
    await expect(waiting).rejects.toThrow("no sign of life");
    expect(silent.isTerminated()).toBe(true);
    expect(events).toEqual([{ type: "failure", failure: { code: "worker-gone", detail: "no sign of life" } }]);
    await expect.poll(() => restarts).toHaveLength(1);
    expect(await api.listConversations()).toEqual([]);
    healthy.worker.terminate();
  });

  it("hears of a worker's end at once, with or without an open question", async () => {
    const events: AgentEvent[] = [];
    const options: unknown[] = [];
    const agent: Partial<AgentApi> = {
      start: async (given) => {
        options.push(given);
        return START;
      },
      subscribe: async () => {},
      listModels: async () => [],
    };
    const [first, second] = [startFake(agent), startFake(agent)];
    const workers = [first, second];
    const { watch, endLife } = createTime();
    const { api, onRestart } = connectAgent(() => workers.shift()?.worker ?? second.worker, { modelId: "m" }, watch);
    const restarts: unknown[] = [];
    onRestart((start) => restarts.push(start));
    await api.subscribe((batch) => events.push(...batch));
    await api.start();
    first.worker.terminate();
    endLife();
    await expect.poll(() => restarts).toHaveLength(1);
    expect(events).toEqual([{ type: "failure", failure: { code: "worker-gone", detail: "the worker ended" } }]);
    expect(options).toHaveLength(2);
    expect(options[0]).toMatchObject({ modelId: "m", lifeLock: expect.stringMatching(/^alcove-worker-/) });
    expect(options[1]).not.toEqual(options[0]);
    expect(await api.listModels()).toEqual([]);
    second.worker.terminate();
  });

  it("leaves a worker alone that is slow but answers", async () => {
    let finish: (conversations: []) => void = () => {};
    const slow = startFake({
      listConversations: () => new Promise((resolve) => (finish = resolve)),
      readStorage: async () => ({ durable: true, persisted: false, usedBytes: 0, quotaBytes: 0 }),
    });
    const { watch, goOn } = createTime();
    const { api } = connectAgent(() => slow.worker, {}, watch);
    const waiting = api.listConversations();
    for (let elapsed = 0; elapsed < 3 * watch.patienceMs; elapsed += watch.everyMs) {
      goOn(watch.everyMs);
      // Answers come back in the order of the questions, so the sign of life was heard before this one.
      await api.readStorage();
    }
    finish([]);
    expect(await waiting).toEqual([]);
    expect(slow.isTerminated()).toBe(false);
    slow.worker.terminate();
  });

  it.each([
    ["slept for an hour", [3_600_000]],
    ["is hidden, so that its timers come once a minute,", Array<number>(30).fill(60_000)],
  ])("leaves a worker alone while the page %s", async (_title, pauses) => {
    const worker = startFake({
      listConversations: never,
      readStorage: async () => ({ durable: true, persisted: false, usedBytes: 0, quotaBytes: 0 }),
    });
    const { watch, goOn } = createTime();
    const { api } = connectAgent(() => worker.worker, {}, watch);
    void api.listConversations().catch(() => {});
    for (const pause of pauses) {
      goOn(pause);
      await api.readStorage();
    }
    goOn(watch.everyMs);
    expect(worker.isTerminated()).toBe(false);
    worker.worker.terminate();
  });

  it("replaces a worker whose script fails", async () => {
    const broken = startFake({ listConversations: never });
    const healthy = startFake({ start: async () => START, subscribe: async () => {}, listModels: async () => [] });
    const workers = [broken, healthy];
    const { api } = connectAgent(() => workers.shift()?.worker ?? healthy.worker);
    const waiting = api.listConversations();
    broken.crash("no module");
    await expect(waiting).rejects.toThrow("no module");
    expect(await api.listModels()).toEqual([]);
    healthy.worker.terminate();
  });
});
