import type { ModelClient } from "../agent/ports/model-client.ts";
import type { ModelLibrary } from "../agent/ports/model-library.ts";
import type { AgentEvent } from "../protocol/api/agent-event.ts";
import type { ConversationId } from "../protocol/ids.ts";
import type { EngineId } from "../protocol/model.ts";
import { type Scope, toScope } from "../protocol/project.ts";
import type { Stores } from "../store/stores.ts";
import { withoutTools } from "./agent-facts.ts";
import { createConversations } from "./conversations.ts";
import { createCurrentSettings } from "./current-settings.ts";
import type { EmbeddingSession } from "./embedding-session.ts";
import { createEventOutbox } from "./event-outbox.ts";
import type { HostDeps } from "./host-deps.ts";
import { createModelDownloads } from "./model-downloads.ts";
import type { ModelSession } from "./model-session.ts";
import { createModelPolicies } from "./policies/model-policies.ts";
import { createRecordClock } from "./record-clock.ts";
import type { OwnAgent } from "./runs/project-agents.ts";
import { forgetRead } from "./runs/read-ahead.ts";
import type { RunContext } from "./runs/run-context.ts";
import { createRunRegistry } from "./runs/run-registry.ts";
import { createSentText } from "./runs/sent-text.ts";
import { createUserServers } from "./user-servers.ts";
import { watchRejections } from "./watch-rejections.ts";

const IDLE_POLL_MS = 500;
const LOCAL_ENGINES: ReadonlySet<EngineId> = new Set(["webllm", "wllama"]);

/** The parts of the host that exist once it has started. */
export interface StartedHost {
  readonly stores: Stores;
  readonly library: ModelLibrary;
  readonly session: ModelSession;
  readonly ownAgent: OwnAgent;
  /** IANA name. */
  readonly timeZone: string;
}

/** The stateful parts of the host, from which every area of `AgentApi` takes what it needs. */
export type HostParts = ReturnType<typeof createHostParts>;

export function createHostParts(deps: HostDeps, readStarted: () => Promise<StartedHost>) {
  const { announce, clock, liveRuns, newId, createServers, loadEmbedders, offer } = deps;
  const never = new AbortController().signal;
  const wait = (milliseconds: number) => clock.wait(milliseconds, never);
  const outbox = createEventOutbox(wait);
  const emit = (event: AgentEvent): void => {
    outbox.push(event);
    followModels(event);
  };
  watchRejections(deps.faults, (failure) => emit({ type: "failure", failure }));

  const readStores = async (): Promise<Stores> => (await readStarted()).stores;
  const readLibrary = async () => (await readStarted()).library;
  const recordClock = createRecordClock(() => clock.wallNow());
  const runs = createRunRegistry();
  const settings = createCurrentSettings({ readStores, emit });
  const downloads = createModelDownloads({ readLibrary, turns: deps.downloadTurns, emit, now: () => clock.now() });
  const whenIdle = async (): Promise<void> => {
    while (!runs.isQuiet()) await wait(IDLE_POLL_MS);
  };
  let embedding: Promise<EmbeddingSession> | null = null;
  const readEmbedding = (): Promise<EmbeddingSession> => {
    embedding ??= import("./embedding-session.ts").then(
      ({ EmbeddingSession: Session }) =>
        new Session({ readStores, loadEmbedders, offer, whenIdle, wait, settings, emit }),
    );
    return embedding;
  };
  function followModels(event: AgentEvent): void {
    if (event.type === "memories-changed") void embedding?.then((session) => session.embedMissing());
    if (event.type !== "model" || event.state.type === "loading") return;
    // With its first local model a device gets the embedding model too; the chat model is loaded before either.
    const isLocal = event.state.type === "ready" && LOCAL_ENGINES.has(event.state.choice.engine);
    readEmbedding()
      .then((session) => (isLocal ? session.begin() : session.follow()))
      .catch(() => undefined);
  }
  const sentText = createSentText();
  const servers = createUserServers({
    createServers,
    readOwnAgent: async () => (await readStarted()).ownAgent.made.agent,
    settings,
    emit,
    sample: async (...asked) => {
      const { sampleOnce } = await import("./runs/sample-once.ts");
      const { session, timeZone } = await readStarted();
      return sampleOnce({ model: session, timeZone, runs, clock, newId, sentText }, ...asked);
    },
  });
  const conversations = createConversations({
    readStores,
    isAlive: async (runId) => runs.has(runId) || liveRuns.isAlive(runId),
    emit,
  });
  const windowStarts = new Map<string, number>();
  const { now } = recordClock;
  const onModelUsed = (model: ModelClient): void => forgetRead(model, sentText);
  const policies = createModelPolicies({
    ...deps,
    settings,
    runs,
    downloads,
    emit,
    readLibrary,
    readSession: async () => (await readStarted()).session,
    onModelUsed,
  });
  const shared = {
    settings,
    conversations,
    runs,
    policies,
    sentText,
    windowStarts,
    clock,
    liveRuns,
    loadResponders: deps.loadResponders ?? (async () => []),
    announce,
    now,
    newId,
    emit,
    findTools: async (...asked: Parameters<EmbeddingSession["findTools"]>) =>
      (await embedding)?.findTools(...asked) ?? {},
  };
  return {
    ...deps,
    ...shared,
    outbox,
    recordClock,
    servers,
    /** The model has seen other prompts since the last answer. */
    onModelUsed,
    /** Loaded when it is first asked for. */
    readEmbedding,
    downloads,
    /** Resolves once the host has started. */
    readStarted,
    readStores,
    /** Gives what a run of this conversation works in, or one of a new conversation in a scope. */
    readRunContext: async (conversationId: ConversationId | null = null, scope: Scope = null): Promise<RunContext> => {
      const started = await readStarted();
      const { stores, ownAgent, session, timeZone } = started;
      const conversation = conversationId === null ? null : await stores.conversations.read(conversationId);
      const within = conversation === null ? scope : toScope(conversation);
      const memories = stores.memories.within(within);
      const agent = withoutTools(servers.extend(ownAgent.made.agent), settings.current.toolsOff);
      const context = { ...shared, stores, memories, project: null, agent, model: session, timeZone };
      if (within === null) return context;
      const { toProjectContext } = await import("./runs/project-agents.ts");
      return toProjectContext(context, within, started, servers);
    },
  };
}
