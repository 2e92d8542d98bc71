import { type ProxyMethods, proxy, releaseProxy, transfer, wrap } from "comlink";
import type { AgentApi, AgentStart, StartOptions } from "../worker/protocol/api/agent-api.ts";
import type { AgentEvent } from "../worker/protocol/api/agent-event.ts";

/** How long the agent may leave a question unanswered, and how often it is asked while something is under way. */
export interface Watch {
  readonly everyMs: number;
  readonly patienceMs: number;
  /** Milliseconds of a clock that does not go back. */
  readonly now: () => number;
  /** Calls back again and again; the answer ends it. */
  readonly repeat: (everyMs: number, callback: () => void) => () => void;
  /** A name that no other lock has. */
  readonly newLock: () => string;
  /** Resolves when nobody holds a lock any more; never where there are no locks. */
  readonly untilFree: (lock: string) => Promise<void>;
}

/** A worker that is asked for a sign of life every 10 s and given up after 45 s: long enough for a slow device. */
export const DEFAULT_WATCH: Watch = {
  everyMs: 10_000,
  patienceMs: 45_000,
  now: () => performance.now(),
  repeat: (everyMs, callback) => {
    const timer = setInterval(callback, everyMs);
    return () => clearInterval(timer);
  },
  newLock: () => `alcove-worker-${crypto.randomUUID()}`,
  untilFree: (lock) =>
    new Promise((resolve) => {
      navigator.locks?.request(lock, async () => resolve()).catch(() => undefined);
    }),
};

/** The agent in its worker, and how to hear of its restarts. */
export interface AgentClient {
  readonly api: AgentApi;
  /** Called after a dead worker was replaced and its storage opened again. */
  onRestart(listener: (start: AgentStart) => void): void;
}

/** A worker that ended before it answered. */
class WorkerGone extends Error {}

/** Every member of the agent answers with a promise already, so its remote form is the same, plus comlink's own. */
type RemoteAgent = AgentApi & ProxyMethods;

interface Connection {
  readonly remote: RemoteAgent;
  /** Rejects with `WorkerGone` when the worker is lost. */
  readonly gone: Promise<never>;
  /** Starts the agent; from then on the worker's end is heard of at once. */
  start(): Promise<AgentStart>;
}

/**
 * Talks to the agent in a worker as if it were here. A worker can vanish without a word (memory, a crash of its
 * process), which would leave every call open for ever; so open calls are watched, the dead worker is replaced, and
 * what was asked of it comes back as the failure `worker-gone`.
 */
export function connectAgent(
  start: () => Worker,
  options: StartOptions = {},
  watch: Watch = DEFAULT_WATCH,
): AgentClient {
  let deliver: ((events: readonly AgentEvent[]) => void) | undefined;
  let restarted: ((start: AgentStart) => void) | undefined;
  const openRuns = new Set<string>();
  let connection = connect();

  function connect(): Connection {
    const worker = start();
    const remote = wrap<AgentApi>(worker) as unknown as RemoteAgent;
    let lose: (detail: string) => void = () => {};
    const gone = new Promise<never>((_, reject) => {
      let isLost = false;
      lose = (detail) => {
        if (isLost) return;
        isLost = true;
        endWatch();
        worker.terminate();
        remote[releaseProxy]();
        reject(new WorkerGone(detail));
        void replace(detail);
      };
    });
    gone.catch(() => {});
    let silentMs = 0;
    let lookedAt = watch.now();
    const endWatch = watch.repeat(watch.everyMs, () => {
      // Of a longer pause the page slept, or was hidden and called seldom: the worker was not asked in that time.
      silentMs += Math.min(watch.now() - lookedAt, watch.everyMs);
      lookedAt = watch.now();
      if (openRuns.size === 0) silentMs = 0;
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
    return {
      remote,
      gone,
      async start() {
        const lifeLock = watch.newLock();
        const started = await ask((agent) => agent.start({ ...options, lifeLock }));
        void watch.untilFree(lifeLock).then(() => lose("the worker ended"));
        return started;
      },
    };
  }

  async function replace(detail: string): Promise<void> {
    openRuns.clear();
    connection = connect();
    deliver?.([{ type: "failure", failure: { code: "worker-gone", detail } }]);
    try {
      await subscribe();
      restarted?.(await connection.start());
    } catch {
      // A second loss is reported by its own replacement.
    }
  }

  async function subscribe(): Promise<void> {
    await ask((remote) => remote.subscribe(proxy(receive)));
  }

  function receive(events: readonly AgentEvent[]): void {
    for (const event of events) {
      if (event.type !== "run") continue;
      if (event.event.type === "run-end") openRuns.delete(event.runId);
      else openRuns.add(event.runId);
    }
    deliver?.(events);
  }

  let nextCall = 0;
  async function ask<Value>(call: (remote: RemoteAgent) => Promise<Value>): Promise<Value> {
    const { remote, gone } = connection;
    const key = `call ${nextCall++}`;
    openRuns.add(key);
    try {
      return await Promise.race([call(remote), gone]);
    } finally {
      openRuns.delete(key);
    }
  }

  const own: Partial<AgentApi> = {
    start: () => connection.start(),
    subscribe(listener) {
      deliver = listener;
      return subscribe();
    },
  };
  // Every other member is passed on as it is: one line for all of them costs the page less than one for each.
  const api = new Proxy(own, {
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

  return {
    api,
    onRestart(listener) {
      restarted = listener;
    },
  };
}

/** A value as it crosses to the worker: functions stay here and are called from there, ports go over for good. */
function toCrossing(value: unknown): unknown {
  if (typeof value === "function") return proxy(value);
  return value instanceof MessagePort ? transfer(value, [value]) : value;
}
