import { type ProxyMethods, proxy, releaseProxy, transfer, wrap } from "comlink";
import type { AgentApi, AgentStart, StartOptions } from "../../worker/protocol/api/agent-api.ts";
import type { AgentEvent } from "../../worker/protocol/api/agent-event.ts";

/** How often the agent is polled while something is under way, and how long it may stay silent. */
export type Watch = typeof DEFAULT_WATCH;

/** Polls every 10 s and gives the worker up after 45 s of silence: long enough for a slow device. */
export const DEFAULT_WATCH = {
  everyMs: 10_000,
  patienceMs: 45_000,
  /** Monotonic clock, in milliseconds. */
  now: (): number => performance.now(),
  /** Calls back every so often; returns a function that ends it. */
  repeat: (everyMs: number, callback: () => void): (() => void) => {
    const timer = setInterval(callback, everyMs);
    return () => clearInterval(timer);
  },
  /** Returns a unique name for a Web Lock. */
  newLock: (): string => `alcove-worker-${crypto.randomUUID()}`,
  /** Resolves when nobody holds the lock any more; never if the browser has no Web Locks. */
  untilFree: (lock: string): Promise<void> =>
    new Promise((resolve) => {
      navigator.locks?.request(lock, async () => resolve()).catch(() => undefined);
    }),
};

/** Every method of the agent returns a promise already, so its remote form is the same, plus comlink's own. */
type RemoteAgent = AgentApi & ProxyMethods;

/**
 * Talks to the agent in a worker as if it were here. A worker can vanish without a word (memory, a crash of its
 * process), which would leave every open call pending for ever; so open calls are watched, a dead worker is replaced,
 * and its open calls fail as `worker-gone`.
 */
export function connectAgent(
  startWorker: () => Worker,
  options: StartOptions = {},
  watch: Watch = DEFAULT_WATCH,
  /** Called before each start, when the agent may have to be unlocked. */
  prepare?: (api: AgentApi) => Promise<void>,
) {
  let deliver: ((events: readonly AgentEvent[]) => void) | undefined;
  let restarted: ((start: AgentStart) => void) | undefined;
  /** Runs and calls that the worker has not ended. */
  const pending = new Set<string>();
  let nextCall = 0;
  let isPreparing = false;
  let connection = connect();

  function connect(): ReturnType<typeof openConnection> {
    return openConnection(
      startWorker(),
      watch,
      // A question before the start waits for the user there.
      () => pending.size > 0 && !isPreparing,
      (detail) => void replace(detail),
    );
  }

  async function replace(detail: string): Promise<void> {
    pending.clear();
    connection = connect();
    deliver?.([{ type: "failure", failure: { code: "worker-gone", detail } }]);
    try {
      await subscribe();
      restarted?.(await start());
    } catch {
      // A second loss is reported by its own replacement.
    }
  }

  /** Starts the agent. Its worker holds a lock from then on, so its end is known at once. */
  async function start(): Promise<AgentStart> {
    isPreparing = true;
    await prepare?.(api);
    isPreparing = false;
    const { lose } = connection;
    const lifeLock = watch.newLock();
    const started = await ask((agent) => agent.start({ ...options, lifeLock }));
    void watch.untilFree(lifeLock).then(() => lose("the worker ended"));
    return started;
  }

  async function subscribe(): Promise<void> {
    await ask((remote) => remote.subscribe(proxy(receive)));
  }

  function receive(events: readonly AgentEvent[]): void {
    for (const event of events) {
      if (event.type !== "run") continue;
      if (event.event.type === "run-end") pending.delete(event.runId);
      else pending.add(event.runId);
    }
    deliver?.(events);
  }

  async function ask<Value>(call: (remote: RemoteAgent) => Promise<Value>): Promise<Value> {
    const { remote, whileAlive } = connection;
    const key = `call ${nextCall++}`;
    pending.add(key);
    try {
      return await whileAlive(call(remote));
    } finally {
      pending.delete(key);
    }
  }

  const own: Partial<AgentApi> = {
    start,
    subscribe(listener) {
      deliver = listener;
      return subscribe();
    },
  };
  const api = toAgentApi(own, ask);
  return {
    api,
    /** Called after a dead worker was replaced and its storage opened again. */
    onRestart(listener: (start: AgentStart) => void): void {
      restarted = listener;
    },
  };
}

/** Watches a worker: `onLost` is called once, when it failed to start, ended, or stayed silent for too long. */
function openConnection(worker: Worker, watch: Watch, isBusy: () => boolean, onLost: (detail: string) => void) {
  const remote = wrap<AgentApi>(worker) as unknown as RemoteAgent;
  // Not a race with one promise that outlives all calls: each call would leave something with it.
  const fails = new Set<(error: Error) => void>();
  /** The work's own end, or a rejection if the worker is lost before. */
  const whileAlive = <Value>(work: Promise<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      fails.add(reject);
      void work.then(resolve, reject).then(() => fails.delete(reject));
    });
  let isLost = false;
  /** Gives the worker up; what was asked of it fails. */
  const lose = (detail: string) => {
    if (isLost) return;
    isLost = true;
    endWatch();
    worker.terminate();
    remote[releaseProxy]();
    for (const fail of fails) fail(new Error(detail));
    onLost(detail);
  };
  let silentMs = 0;
  let lookedAt = watch.now();
  const endWatch = watch.repeat(watch.everyMs, () => {
    // Cap the gap: after sleep or throttling this timer fires late, and the worker was not polled meanwhile.
    silentMs += Math.min(watch.now() - lookedAt, watch.everyMs);
    lookedAt = watch.now();
    if (!isBusy()) silentMs = 0;
    else if (silentMs > watch.patienceMs) lose("no sign of life");
    else
      void remote.readStorage().then(
        () => (silentMs = 0),
        () => {},
      );
  });
  worker.addEventListener("error", (event) => lose(event.message || "the worker's script could not be started"), {
    once: true,
  });
  return { remote, whileAlive, lose };
}

/** The agent's methods: our own, and every other one passed on by name, which costs the page less than listing them. */
function toAgentApi(
  own: Partial<AgentApi>,
  ask: (call: (remote: RemoteAgent) => Promise<unknown>) => unknown,
): AgentApi {
  return new Proxy(own, {
    get(target, name, self) {
      if (typeof name === "symbol" || name in target) return Reflect.get(target, name, self);
      return (...given: readonly unknown[]) =>
        ask((remote) => {
          const call: unknown = Reflect.get(remote, name);
          if (typeof call !== "function") throw new TypeError(`The agent has no '${name}'.`);
          return call(...given.map(toCrossing)) as Promise<unknown>;
        });
    },
  }) as AgentApi;
}

/** A value as it crosses to the worker: functions become proxies, ports are transferred. */
function toCrossing(value: unknown): unknown {
  if (typeof value === "function") return proxy(value);
  return value instanceof MessagePort ? transfer(value, [value]) : value;
}
