import type { ModelLibrary } from "../agent/ports/model-library.ts";
import type { AgentEvent } from "../protocol/api/agent-event.ts";
import type { Stores } from "../store/stores.ts";
import { type Conversations, createConversations } from "./conversations.ts";
import type { CurrentAgent } from "./current-agent.ts";
import { type CurrentSettings, createCurrentSettings } from "./current-settings.ts";
import { EmbeddingSession } from "./embedding-session.ts";
import { createEventOutbox, type EventOutbox } from "./event-outbox.ts";
import type { HostDeps } from "./host-deps.ts";
import type { ModelSession } from "./model-session.ts";
import { createRecordClock, type RecordClock } from "./record-clock.ts";
import type { RunContext } from "./runs/run-context.ts";
import { createRunRegistry, type RunRegistry } from "./runs/run-registry.ts";
import { createSentText, type SentText } from "./runs/sent-text.ts";
import { createUserServers, type UserServers } from "./user-servers.ts";
import { watchRejections } from "./watch-rejections.ts";

/** What exists once the host has started. */
export interface StartedHost {
  readonly stores: Stores;
  readonly library: ModelLibrary;
  readonly session: ModelSession;
  readonly ownAgent: CurrentAgent;
  /** IANA name. */
  readonly timeZone: string;
}

/** The stateful parts of the host, from which every area of `AgentApi` takes what it needs. */
export interface HostParts extends HostDeps {
  readonly outbox: EventOutbox;
  emit(event: AgentEvent): void;
  readonly recordClock: RecordClock;
  /** The time that records are stored with, in milliseconds since the epoch. */
  now(): number;
  readonly runs: RunRegistry;
  readonly sentText: SentText;
  readonly settings: CurrentSettings;
  readonly conversations: Conversations;
  readonly servers: UserServers;
  readonly embedding: EmbeddingSession;
  /** Resolves once the host has started. */
  readStarted(): Promise<StartedHost>;
  readStores(): Promise<Stores>;
  readRunContext(): Promise<RunContext>;
}

export function createHostParts(deps: HostDeps, readStarted: () => Promise<StartedHost>): HostParts {
  const { clock, liveRuns } = deps;
  const never = new AbortController().signal;
  const outbox = createEventOutbox((milliseconds) => clock.wait(milliseconds, never));
  const emit = outbox.push;
  watchRejections(deps.faults, (failure) => emit({ type: "failure", failure }));

  const readStores = async (): Promise<Stores> => (await readStarted()).stores;
  const recordClock = createRecordClock(() => clock.wallNow());
  const runs = createRunRegistry();
  const settings = createCurrentSettings({ readStores, emit });
  const embedding = new EmbeddingSession({ readStores, loadEmbedders: () => deps.loadEmbedders(), settings, emit });
  outbox.observe((event) => {
    if (event.type === "memories-changed") embedding.embedMissing();
  });
  const servers = createUserServers({
    createServers: (serversDeps) => deps.createServers(serversDeps),
    readOwnAgent: async () => (await readStarted()).ownAgent.agent,
    settings,
    emit,
  });
  const conversations = createConversations({
    readStores,
    isAlive: async (runId) => runs.has(runId) || liveRuns.isAlive(runId),
    emit,
  });
  const now = (): number => recordClock.now();
  const newId = (): string => deps.newId();
  const sentText = createSentText();
  const shared = { settings, conversations, runs, sentText, clock, liveRuns, now, newId, emit };
  const windowStarts = new Map<string, number>();
  return {
    ...deps,
    ...shared,
    outbox,
    recordClock,
    servers,
    embedding,
    readStarted,
    readStores,
    readRunContext: async () => {
      const { stores, ownAgent, session, timeZone } = await readStarted();
      return { ...shared, windowStarts, stores, agent: servers.extend(ownAgent.agent), model: session, timeZone };
    },
  };
}
