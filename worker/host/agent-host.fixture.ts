import { createTestClock, type TestClock } from "../../package/test-clock.ts";
import type { Agent } from "../agent/define/agent.ts";
import type { EmbedderLibrary } from "../agent/ports/embedder.ts";
import type { ModelClient } from "../agent/ports/model-client.ts";
import type { ModelLibrary } from "../agent/ports/model-library.ts";
import type { Responder } from "../agent/ports/responder.ts";
import { toyAgent } from "../agent/run/run-agent.fixture.ts";
import { createScoreStore } from "../evals/score-store.ts";
import { createTrialStore } from "../evals/trial-store.ts";
import type { AgentApi } from "../protocol/api/agent-api.ts";
import type { AgentEvent } from "../protocol/api/agent-event.ts";
import type { SendReceipt } from "../protocol/api/runs-api.ts";
import type { DeviceReport } from "../protocol/device-plan.ts";
import type { Result } from "../protocol/failure.ts";
import type { RunId } from "../protocol/ids.ts";
import type { Message } from "../protocol/message.ts";
import type { ModelEntry } from "../protocol/model.ts";
import type { RunEvent } from "../protocol/run-event.ts";
import type { Encryption } from "../store/encryption/encryption.ts";
import { createInMemoryStores } from "../store/in-memory-stores.ts";
import type { Stores } from "../store/stores.ts";
import type { StoreChange } from "../store/tab-channel.ts";
import { createAgentHost } from "./agent-host.ts";
import type { HostDeps, StoreListeners } from "./host-deps.ts";

/** A model of the test's catalog. */
export function toEntry(id: string): ModelEntry {
  return { id, title: id, engines: ["scripted"], format: "chatml", contextTokens: 4096, local: true };
}

/** A library of these models; each load makes a new client. */
export function createTestLibrary(
  models: Readonly<Record<string, () => ModelClient | Promise<ModelClient>>>,
): ModelLibrary {
  return {
    list: async () => Object.keys(models).map(toEntry),
    choose: async () => ({ ok: true, value: { engine: "scripted", reason: "The test asks for it." } }),
    load: async (entry) => {
      const make = models[entry.id];
      return make === undefined ? { ok: false, failure: { code: "model-missing" } } : { ok: true, value: await make() };
    },
    download: async () => ({ ok: true, value: null }),
    noteTurn: async () => undefined,
    importFiles: async () => ({ ok: false, failure: { code: "model-corrupt" } }),
    importFolder: async () => ({ ok: false, failure: { code: "model-corrupt" } }),
    delete: async () => ({ ok: true, value: null }),
    plan: async () => ({
      ...TEST_DEVICE,
      recommendation: { modelId: Object.keys(models)[0] ?? "", deviceClass: "gpu", runnersUp: [] },
    }),
    verify: async (modelId) => ({ ok: false, failure: { code: "model-missing", detail: modelId } }),
  };
}

const TEST_DEVICE: Omit<DeviceReport, "recommendation"> = {
  adapter: null,
  forced: null,
  cores: 4,
  threads: 3,
  memoryBytes: null,
  budgetBytes: 1e9,
  freeBytes: null,
  plans: [],
};

/** The evals with their scores in memory, and neither packs nor servers nor embedding models. */
export function createTestParts(): Pick<
  HostDeps,
  | "encryption"
  | "loadEvals"
  | "evalScores"
  | "loadPolicyTrials"
  | "trials"
  | "loadPackFiles"
  | "offer"
  | "readText"
  | "hasWorkspaces"
  | "loadWorkspaces"
  | "createServers"
  | "loadEmbedders"
  | "faults"
  | "announce"
  | "downloadTurns"
> {
  const noFiles = { getDirectory: () => Promise.reject(new DOMException("refused", "SecurityError")) };
  return {
    encryption: Promise.resolve<Encryption>({
      readState: async () => "off",
      locate: () => Promise.reject(new Error("nothing is encrypted")),
      unlock: async () => "done",
      deleteLocked: async () => undefined,
      encrypt: async () => "other-tab",
      changePassphrase: async () => "wrong-passphrase",
      readMessageSeal: () => null,
      decrypt: async () => "wrong-passphrase",
    }),
    loadEvals: () => import("../evals/run-evals.ts"),
    evalScores: createScoreStore(noFiles),
    loadPolicyTrials: () => import("../evals/try-policies.ts"),
    trials: createTrialStore(noFiles),
    loadPackFiles: () => Promise.reject(new Error("no packs")),
    offer: () => undefined,
    readText: async (_, file) => ({ type: "text", text: new TextDecoder().decode(await file.arrayBuffer()) }),
    hasWorkspaces: async () => false,
    loadWorkspaces: () => Promise.reject(new Error("no folders")),
    createServers: () => Promise.reject(new Error("no servers")),
    loadEmbedders: () => Promise.reject(new Error("no embedding models")),
    faults: new EventTarget(),
    announce: () => undefined,
    downloadTurns: { take: (_modelId, _signal, work) => work(), tell: () => {}, listen: () => {} },
  };
}

/** Stores in memory whose ids count up and whose clock stands still. */
export function createTestStores(): Stores {
  let ids = 0;
  return createInMemoryStores({ now: () => 1000, newId: () => `stored-${++ids}` });
}

/** A started host, the events it sent and the parts it uses. */
export interface TestHost {
  readonly api: AgentApi;
  readonly events: readonly AgentEvent[];
  readonly stores: Stores;
  readonly clock: TestClock;
  /** Runs that count as alive in other workers. */
  readonly alive: Set<RunId>;
  /** Acts as if another tab had changed something. */
  emitChange(change: StoreChange): void;
  /** Resolves with the run's events once it has ended and is stored. */
  runEvents(runId: RunId): Promise<readonly RunEvent[]>;
  /** Resolves with the first event that fits. */
  waitFor(fits: (event: AgentEvent) => boolean): Promise<AgentEvent>;
  messages(conversationId: string): Promise<readonly Message[]>;
}

/** Starts a host on stores in memory, with one model loaded unless `models` says otherwise. */
export async function startTestHost(options: {
  readonly model?: ModelClient;
  readonly library?: ModelLibrary;
  readonly agent?: Agent;
  /** In place of an agent. */
  readonly createAgent?: HostDeps["createAgent"];
  readonly stores?: Stores;
  readonly embedders?: EmbedderLibrary;
  readonly responders?: readonly Responder[];
  readonly firstModel?: string | null;
  readonly faults?: EventTarget;
  readonly announce?: HostDeps["announce"];
  readonly encryption?: HostDeps["encryption"];
  /** By default one that jumps forward whenever the event loop is idle. */
  readonly clock?: TestClock;
  /** By default UTC. */
  readonly timeZone?: string;
  /** For a second host on the same stores: its ids count on from here. */
  readonly idsFrom?: number;
  /** The stores open once this resolves, as those of a passphrase do. */
  readonly unlocked?: Promise<void>;
  /** Called with the host before it is started. */
  readonly beforeStart?: (api: AgentApi) => void;
}): Promise<TestHost> {
  const clock = options.clock ?? createTestClock({ auto: true });
  let ids = options.idsFrom ?? 0;
  const newId = (): string => `id-${++ids}`;
  const stores = options.stores ?? createInMemoryStores({ now: () => clock.wallNow(), newId });
  const { embedders, model, responders } = options;
  const library = options.library ?? createTestLibrary(model === undefined ? {} : { test: () => model });
  const alive = new Set<RunId>();
  const held = new Map<RunId, Promise<void>>();
  const events: AgentEvent[] = [];
  let listeners: StoreListeners | null = null;
  const watchers = new Set<() => void>();
  const api = createAgentHost({
    openStores: async (given) => {
      listeners = given;
      await options.unlocked;
      return stores;
    },
    loadArchiveFormat: () => import("../store/archive.ts"),
    createAgent: options.createAgent ?? (async () => ({ agent: options.agent ?? toyAgent([]), faults: [] })),
    createModelLibrary: async () => library,
    ...createTestParts(),
    ...(responders === undefined ? {} : { loadResponders: async () => responders }),
    ...(embedders === undefined ? {} : { loadEmbedders: async () => embedders }),
    chooseFirstModel: async () => (options.firstModel === undefined ? "test" : options.firstModel),
    clock,
    timeZone: options.timeZone ?? "UTC",
    newId,
    ...(options.faults === undefined ? {} : { faults: options.faults }),
    ...(options.announce === undefined ? {} : { announce: options.announce }),
    ...(options.encryption === undefined ? {} : { encryption: options.encryption }),
    liveRuns: {
      hold: (runId, until) => held.set(runId, until),
      isAlive: async (runId) => alive.has(runId),
    },
  });
  await api.subscribe((batch) => {
    events.push(...batch);
    for (const watch of [...watchers]) watch();
  });
  options.beforeStart?.(api);
  await api.start();
  const waitFor = (fits: (event: AgentEvent) => boolean): Promise<AgentEvent> =>
    new Promise((resolve) => {
      const watch = (): void => {
        const found = events.find(fits);
        if (found === undefined) return;
        watchers.delete(watch);
        resolve(found);
      };
      watchers.add(watch);
      watch();
    });
  return {
    api,
    events,
    stores,
    clock,
    alive,
    waitFor,
    emitChange: (change) => listeners?.onChange(change),
    runEvents: async (runId) => {
      await held.get(runId);
      await waitFor((event) => event.type === "run" && event.runId === runId && event.event.type === "run-end");
      return events.flatMap((event) => (event.type === "run" && event.runId === runId ? [event.event] : []));
    },
    messages: (conversationId) => stores.conversations.messages(conversationId),
  };
}

/** The value of a result; throws with the failure of one that has none. */
export function toValue<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.detail ?? ""}`);
  return result.value;
}

/** Asks and waits for the answer's end. */
export async function ask(
  host: TestHost,
  text: string,
  options: Partial<Parameters<AgentApi["send"]>[0]> = {},
): Promise<SendReceipt & { readonly events: readonly RunEvent[] }> {
  const receipt = toValue(await host.api.send({ conversationId: null, text, ...options }));
  return { ...receipt, events: await host.runEvents(receipt.runId) };
}
