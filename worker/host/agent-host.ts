import type { Agent } from "../agent/define/agent.ts";
import type { EmbedderLibrary } from "../agent/ports/embedder.ts";
import type { ModelLibrary } from "../agent/ports/model-library.ts";
import type { Clock } from "../agent/ports/run-deps.ts";
import type { PackFiles } from "../engines/pack/pack-files.ts";
import type { ScoreStore } from "../evals/score-store.ts";
import type { LiveRuns } from "../platform/live-runs.ts";
import type { AgentApi, StartOptions } from "../protocol/api/agent-api.ts";
import type { AgentEvent } from "../protocol/api/agent-event.ts";
import { assertNever } from "../protocol/assert-never.ts";
import type { Failure } from "../protocol/failure.ts";
import type { FileFault } from "../protocol/file-fault.ts";
import type { ModelId, RunId } from "../protocol/ids.ts";
import type { Settings, ToolFile } from "../protocol/settings.ts";
import type { Stores } from "../store/stores.ts";
import type { StoreChange } from "../store/tab-channel.ts";
import type { McpServers, McpServersDeps } from "../tools/mcp/mcp-servers.ts";
import { toSkillInfos } from "./agent-facts.ts";
import { createApprovalsApi } from "./api/approvals-api.ts";
import { createConversationsApi } from "./api/conversations-api.ts";
import { type ArchiveFormat, createDataApi } from "./api/data-api.ts";
import { createEvalsApi, type Evals } from "./api/evals-api.ts";
import { createManualCallsApi } from "./api/manual-calls-api.ts";
import { createMcpServersApi } from "./api/mcp-servers-api.ts";
import { createMemoriesApi } from "./api/memories-api.ts";
import { createModelsApi } from "./api/models-api.ts";
import { createPacksApi } from "./api/packs-api.ts";
import { createRunLogsApi } from "./api/run-logs-api.ts";
import { createRunsApi } from "./api/runs-api.ts";
import { createSemanticSearchApi } from "./api/semantic-search-api.ts";
import { createSummariesApi } from "./api/summaries-api.ts";
import { createToolFilesApi } from "./api/tool-files-api.ts";
import { createUndoApi } from "./api/undo-api.ts";
import { createCurrentSettings } from "./current-settings.ts";
import { createEventOutbox } from "./event-outbox.ts";
import { createModelSession, type ModelSession } from "./model-session.ts";
import { createRecordClock } from "./record-clock.ts";
import { createRunRegistry } from "./runs/run-registry.ts";
import { createRunStarter, type RunContext } from "./runs/run-starter.ts";
import { watchRejections } from "./watch-rejections.ts";

/** What the host is put together from; `compose.ts` names the concrete parts. */
export interface HostDeps {
  openStores(listeners: StoreListeners): Promise<Stores>;
  loadArchiveFormat(): Promise<ArchiveFormat>;
  /** Called again whenever the user's files change. */
  createAgent(stores: Stores, options: StartOptions, toolFiles: readonly ToolFile[]): Agent | Promise<Agent>;
  /** What was wrong with the files the agent was last made from; asked after `createAgent`. */
  readFileFaults?(): readonly FileFault[];
  /** Makes the library of the user's servers of tools; loaded when there is a first one. */
  createServers?(deps: McpServersDeps): Promise<McpServers>;
  createModelLibrary(options: StartOptions): ModelLibrary | Promise<ModelLibrary>;
  /** Embedding models, by which notes are found by meaning; loaded when there is a first one. */
  loadEmbedders?(): Promise<EmbedderLibrary>;
  loadEvals(): Promise<Evals>;
  readonly evalScores: ScoreStore;
  /** Makes and installs packs. */
  loadPackFiles(): Promise<PackFiles>;
  /** The model to load by itself at start, or null to wait for the user. */
  chooseFirstModel(library: ModelLibrary, settings: Settings): Promise<ModelId | null>;
  readonly clock: Clock;
  readonly timeZone: string;
  newId(): string;
  /** The thread's global scope, whose forgotten rejections are told to the page. */
  readonly faults?: Pick<EventTarget, "addEventListener">;
  /** Marks a run as alive for as long as this worker lives; other tabs can ask. */
  readonly liveRuns: LiveRuns;
}

/** What the stores tell outside any call. */
export interface StoreListeners {
  onFailure(failure: Failure): void;
  /** Another tab has changed something. */
  onChange(change: StoreChange): void;
}

/** What exists from the start on. */
interface Running {
  readonly stores: Stores;
  readonly library: ModelLibrary;
  readonly session: ModelSession;
  readonly timeZone: string;
  makeAgent(files: readonly ToolFile[]): Promise<Agent>;
  /** Without any server's tools. Another one after the user's files have changed. */
  ownAgent: Agent;
}

/**
 * The agent behind `AgentApi`, in the worker or in the page: opens storage, loads the first model, and sets the API parts
 * up, each of which answers for one part of the interface.
 */
export function createAgentHost(deps: HostDeps): AgentApi {
  const never = new AbortController().signal;
  const outbox = createEventOutbox((milliseconds) => deps.clock.wait(milliseconds, never));
  const emit = (event: AgentEvent): void => {
    outbox.push(event);
    if (event.type === "memories-changed") semantic.onMemoriesChanged();
  };
  if (deps.faults !== undefined) watchRejections(deps.faults, (failure) => emit({ type: "failure", failure }));
  const recordClock = createRecordClock(() => deps.clock.wallNow());
  const now = (): number => recordClock.now();
  const readFileFaults = (): readonly FileFault[] => deps.readFileFaults?.() ?? [];

  let started: Promise<Running> | null = null;
  const running = (): Promise<Running> => {
    if (started === null) throw new Error("The agent host was used before it was started.");
    return started;
  };
  const readStores = async (): Promise<Stores> => (await running()).stores;

  const runs = createRunRegistry();
  const settings = createCurrentSettings({ readStores, emit });
  const semantic = createSemanticSearchApi({ readStores, loadEmbedders: deps.loadEmbedders, settings, emit });
  const isAlive = (runId: RunId): Promise<boolean> => deps.liveRuns.isAlive(runId);
  const conversations = createConversationsApi({ readStores, runs, isAlive, now, emit });
  const servers = createMcpServersApi({
    createServers: deps.createServers,
    readOwnAgent: async () => (await running()).ownAgent,
    settings,
    emit,
  });
  const toolFiles = createToolFilesApi({
    makeAgent: async (files) => (await running()).makeAgent(files),
    readFileFaults,
    replaceAgent: async (agent) => {
      (await running()).ownAgent = agent;
      emit({ type: "tools-changed", skills: toSkillInfos(servers.extend(agent)), fileFaults: readFileFaults() });
    },
    settings,
  });
  const readRunContext = async (): Promise<RunContext> => {
    const { stores, ownAgent, session, timeZone } = await running();
    return { stores, agent: servers.extend(ownAgent), model: session, timeZone };
  };
  const runParts = { settings, conversations, runs, clock: deps.clock, now, newId: () => deps.newId(), emit };
  const starter = createRunStarter({ ...runParts, holdAlive: (runId, until) => deps.liveRuns.hold(runId, until) });

  const boot = async (options: StartOptions): Promise<Running> => {
    const stores = await deps.openStores({
      onFailure: (failure) => emit({ type: "failure", failure }),
      onChange: (change) => void takeChange(change).catch(() => undefined),
    });
    await settings.begin(stores);
    // Not waited for: it only matters to what is stored next.
    stores.conversations.list().then(
      (stored) => {
        for (const { updatedAt } of stored) recordClock.note(updatedAt);
      },
      () => undefined,
    );
    const library = await deps.createModelLibrary(options);
    const session = createModelSession(library, {
      clock: deps.clock,
      forcedEngine: () => options.engine ?? (settings.current.engine === "auto" ? null : settings.current.engine),
      onState: (state) => {
        if (state.type !== "ready") starter.onModelGone();
        emit({ type: "model", state });
      },
    });
    const first = options.modelId ?? (await deps.chooseFirstModel(library, settings.current));
    if (first !== null && first === options.heldModel) await session.hold(first);
    else if (first !== null) void session.load(first);
    const makeAgent = async (files: readonly ToolFile[]): Promise<Agent> => deps.createAgent(stores, options, files);
    const ownAgent = await makeAgent(settings.current.toolFiles);
    return { stores, library, session, timeZone: options.timeZone ?? deps.timeZone, makeAgent, ownAgent };
  };

  /** Everything may be different now. */
  const reload = async (): Promise<void> => {
    await settings.reload();
    await semantic.follow();
    const { conversations: stored } = await readStores();
    emit({ type: "everything-changed", conversations: await stored.list() });
    emit({ type: "memories-changed" });
  };
  /** Tells the page what another tab has changed. */
  const takeChange = async (change: StoreChange): Promise<void> => {
    switch (change.type) {
      case "conversation":
        return conversations.emitReloaded(change.conversationId);
      case "memories":
        return emit({ type: "memories-changed" });
      case "settings":
        return settings.reload();
      case "everything":
        return reload();
      default:
        return assertNever(change);
    }
  };

  const dataDesk = createDataApi({
    readStores,
    loadArchiveFormat: () => deps.loadArchiveFormat(),
    now,
    stopRuns: () => runs.stopAll(),
    onReplaced: reload,
  });

  return {
    start: async (options = {}) => {
      if (started === null) {
        started = boot(options);
        started.then(servers.open, () => undefined);
        // Not before there are stores; what it fails with is told where it is shown.
        started.then(semantic.follow).catch(() => undefined);
      }
      const { stores, ownAgent, library, session } = await started;
      const [models, storage] = await Promise.all([library.list(), stores.info()]);
      // Read last, with no wait before the reply: a change told meanwhile would be overwritten by what was before it.
      return {
        models,
        storage,
        modelState: session.state,
        settings: settings.current,
        skills: toSkillInfos(servers.extend(ownAgent)),
        ...(deps.readFileFaults === undefined ? {} : { fileFaults: deps.readFileFaults() }),
      };
    },
    subscribe: async (deliver) => outbox.subscribe(deliver),
    ...createModelsApi({ readModels: running, isBusy: runs.isBusy, stopRuns: () => runs.stopAll() }),
    ...conversations.desk,
    ...createRunsApi({ ...runParts, readRunContext, starter }),
    ...createRunLogsApi({ readStores }),
    ...createApprovalsApi({ runs, settings }),
    ...createManualCallsApi({ ...runParts, readRunContext }),
    ...createUndoApi({ ...runParts, readStores }),
    ...createSummariesApi({ readRunContext, starter, conversations, runs }),
    ...createEvalsApi({
      ...runParts,
      loadEvals: () => deps.loadEvals(),
      scores: deps.evalScores,
      readModel: async () => (await running()).session,
      onModelUsed: starter.onModelGone,
    }),
    ...createMemoriesApi({ readStores, emit }),
    ...semantic.desk,
    ...dataDesk,
    ...createPacksApi({ loadPackFiles: () => deps.loadPackFiles(), data: dataDesk }),
    ...servers.desk,
    ...toolFiles,
    ...settings.desk,
  };
}
