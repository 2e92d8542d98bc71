import type { Agent } from "./agent/define/agent.ts";
import type { FilesPort } from "./agent/ports/files-port.ts";
import type { ModelLibrary } from "./agent/ports/model-library.ts";
import { createAssistant } from "./assistant/assistant.ts";
import type { PackFiles } from "./engines/pack/pack-files.ts";
import { createScoreStore } from "./evals/score-store.ts";
import { createTrialStore } from "./evals/trial-store.ts";
import { createAgentHost } from "./host/agent-host.ts";
import type { Offered } from "./host/host-deps.ts";
import { isServerSeen } from "./host/is-server-seen.ts";
import { toConversationFiles } from "./host/runs/conversation-files.ts";
import { platformClock } from "./platform/clock.ts";
import { createLockedTurns } from "./platform/download-turns.ts";
import { createLockedRuns } from "./platform/live-runs.ts";
import { loadAtBase } from "./platform/load-at-base.ts";
import type { AgentApi, StartOptions } from "./protocol/api/agent-api.ts";
import { DETECTED_CHANNEL } from "./protocol/api/detected-call.ts";
import { describeError } from "./protocol/describe-error.ts";
import type { ModelId } from "./protocol/ids.ts";
import { loadOnce } from "./protocol/load-once.ts";
import type { EngineId } from "./protocol/model.ts";
import type { Project } from "./protocol/project.ts";
import type { Settings, ToolFile } from "./protocol/settings.ts";
import { toSecretKey } from "./protocol/tool.ts";
import type { Encryption } from "./store/encryption/encryption.ts";
import { DATABASE_NAME, openStores } from "./store/open-stores.ts";
import { withTemporary } from "./store/with-temporary.ts";
import { hasWorkspaces } from "./store/workspace/has-workspaces.ts";
import type { DocumentReaders } from "./store/workspace/read-document.ts";
import type { WorkspaceStore } from "./store/workspace/workspace-store.ts";
import type { ExtendedAgent } from "./tools/files/extend-with-files.ts";
import type { ReadText } from "./tools/files/load-files.ts";
import type { ManifestDeps } from "./tools/manifest/to-manifest-tool.ts";
import { openManual } from "./tools/manual/open-manual.ts";
import { createServerLink } from "./tools/mcp/create-server-link.ts";
import type { McpServersDeps } from "./tools/mcp/mcp-servers.ts";

/** Composes the agent for a browser's worker. The only place that names every concrete part. */
export function composeAgent(): AgentApi {
  const newId = (): string => crypto.randomUUID();
  const serverLink = createServerLink();
  let offered: Offered = {
    readPdf: async () => ({ type: "unreadable", reason: "not-text" }),
    embedder: null,
    reranker: null,
  };
  let scripts = false;
  let started: Pick<McpServersDeps, "signIns" | "allowedHosts"> = {};
  const readManual = openManual(readAppFile);
  const readers: DocumentReaders = { readPdf: (...pdf) => offered.readPdf(...pdf) };
  const loadWorkspaces = loadOnce(async (onUse: () => void) => {
    const { openWorkspaces } = await import("./store/workspace/workspace-store.ts");
    const now = () => platformClock.wallNow();
    const models = { readEmbedder: () => offered.embedder, readReranker: () => offered.reranker };
    return await openWorkspaces({ newId, readers, ...models, now, onUse }, navigator);
  });
  // Asked for at every start, so it is loaded beside the rest of it.
  let opened: Encryption | null = null;
  const encryption = loadAtBase(toBaseUrl(), () => import("./store/encryption/encryption.ts")).then(
    ({ openEncryption }) => {
      opened = openEncryption(DATABASE_NAME, indexedDB, navigator, forgetPrompts);
      return opened;
    },
  );
  // Whoever asks is told.
  encryption.catch(() => undefined);
  const detected = new BroadcastChannel(DETECTED_CHANNEL);
  return createAgentHost({
    encryption,
    openStores: async (listeners) => {
      const clock = { now: () => platformClock.wallNow(), newId };
      const stores = await openStores({
        clock,
        retireLog: async () => (await import("./store/guard/retire-write-log.ts")).retireWriteLog(navigator),
        freeSpace: forgetPrompts,
        locate: async () => (await encryption).locate(),
        ...listeners,
      });
      return withTemporary(stores, async () => {
        const { createInMemoryStores } = await loadAtBase(toBaseUrl(), () => import("./store/in-memory-stores.ts"));
        return createInMemoryStores(clock);
      });
    },
    loadArchiveFormat: () => loadAtBase(toBaseUrl(), () => import("./store/archive.ts")),
    createAgent: async (stores, options, toolFiles, onFileUse, readSettings, project) => {
      const folders = await openFolders(() => loadWorkspaces(() => onFileUse()), readSettings, project);
      const { allowedHosts: allowed = [] } = options;
      const allowedHosts = allowed.filter((host) => project?.hosts?.includes(host) ?? true);
      started = { signIns: stores.signIns, allowedHosts: allowed };
      const files = { ...toConversationFiles(stores.conversations), ...folders?.tables, noteReading: onFileUse };
      const addFolders: Addition = async (agent) => folders?.addTo(agent) ?? agent;
      let agent = createAssistant(stores.memories, files, readManual);
      for (const add of [addCode, addFolders, addPages]) {
        const extended = add(agent, { files, allowedHosts });
        agent = await extended.catch(() => agent);
      }
      const secret = async (name: string, host: string, tool: string): Promise<string | undefined> =>
        (await stores.settings.read())?.secrets?.[toSecretKey(tool, { name, host })];
      const scope = (tool: string) => toScope(readSettings(), tool);
      const callMcp = serverLink.within((server) => isServerSeen(readSettings(), project, server));
      return await addFiles(agent, { allowedHosts }, toolFiles, { callMcp, secret, scope });
    },
    createServers: async (deps) => {
      const { createMcpServers } = await loadAtBase(toBaseUrl(), () => import("./tools/mcp/mcp-servers.ts"));
      const loadServing = () => loadAtBase(toBaseUrl(), () => import("./tools/mcp/serve-tools.ts"));
      const servers = await createMcpServers({ ...deps, ...started, loadServing });
      serverLink.attach(servers);
      return servers;
    },
    createModelLibrary: async (options) => {
      scripts = playsScripts(options);
      const { openModelLibrary } = await import("./engines/open-model-library.ts");
      return openModelLibrary({
        baseUrl: toBaseUrl(),
        scripts,
        tiny: options.modelId === "tiny",
        server: options.server,
        browserModel: offered.browserModel,
        locks: navigator.locks,
        newId,
        readMessageSeal: () => opened?.readMessageSeal() ?? null,
        now: () => platformClock.wallNow(),
      });
    },
    loadEmbedders: async () =>
      (await import("./engines/wllama/embedder-library.ts")).createEmbedderLibrary(toBaseUrl()),
    // A script plays its own answers.
    loadResponders: async () =>
      scripts ? [] : (await loadAtBase(toBaseUrl(), () => import("./fastpath/registry.ts"))).createResponders(),
    loadEvals: () => loadAtBase(toBaseUrl(), () => import("./evals/run-evals.ts")),
    evalScores: createScoreStore(navigator.storage),
    loadPolicyTrials: () => loadAtBase(toBaseUrl(), () => import("./evals/try-policies.ts")),
    trials: createTrialStore(navigator.storage),
    loadPackFiles,
    hasWorkspaces: () => hasWorkspaces(indexedDB),
    loadWorkspaces,
    offer: (more) => {
      offered = { ...offered, ...more };
    },
    readText: async (name, file) =>
      (await import("./store/workspace/read-document.ts")).readDocument(name, file, readers),
    chooseFirstModel,
    clock: platformClock,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    newId,
    faults: globalThis,
    announce: (call) => detected.postMessage(call),
    liveRuns: createLockedRuns(navigator.locks),
    downloadTurns: createLockedTurns(navigator.locks, new BroadcastChannel("alcove-downloads")),
  });
}

/** Forgets prompts that engines have read, and can read again (`prompt-state.ts`). */
async function forgetPrompts(): Promise<boolean> {
  return await (await import("./engines/wllama/prompt-state.ts")).forgetKeptPrompts(globalThis.caches);
}

/** Whether scripted models are on offer, for tests and demonstrations. */
function playsScripts({ engine, modelId = "" }: StartOptions): boolean {
  return engine === "scripted" || modelId.startsWith("scripted:");
}

async function chooseFirstModel(library: ModelLibrary, settings: Settings): Promise<ModelId | null> {
  const models = await library.list();
  const findFor = (engine: EngineId): ModelId | undefined => models.find(({ engines }) => engines.includes(engine))?.id;
  // Scripts are listed only if the address asks for them, and a server only if the user has set one.
  return findFor("scripted") ?? findFor("remote") ?? (settings.modelId || (models[0]?.id ?? null));
}

async function loadPackFiles(): Promise<PackFiles> {
  const [{ createPackFiles }, { openPackEnvironment }] = await Promise.all([
    import("./engines/pack/pack-files.ts"),
    import("./engines/pack/browser-pack-environment.ts"),
  ]);
  return createPackFiles(await openPackEnvironment(toBaseUrl()));
}

/** The user's folders as additions to the agent. */
interface Folders {
  readonly tables: Pick<FilesPort, "open" | "openPieces">;
  addTo(agent: Agent): Agent;
}

/** The user's folders, if there are any. Without their storage the agent works all the same. */
async function openFolders(
  load: () => Promise<WorkspaceStore>,
  readSettings: () => Settings,
  project: Project | null,
): Promise<Folders | null> {
  try {
    if (!(await hasWorkspaces(indexedDB))) return null;
    const { workspaces, files: all } = await load();
    const { withinFolders, toSeen } = await import("./store/workspace/within-folders.ts");
    const isSeen = toSeen(readSettings, project);
    const grants = await workspaces.listGrants(isSeen);
    if (grants === null) return null;
    const { addDocuments } = await import("./assistant/documents-skill.ts");
    const files = withinFolders(all, isSeen);
    return {
      tables: {
        open: (path, caller) => files.read(path, caller),
        openPieces: (path, caller) => files.openPieces(path, caller),
      },
      addTo: (agent) => addDocuments(agent, files, grants),
    };
  } catch {
    return null;
  }
}

/** Adds tools and skills whose code is loaded when an agent is made; the agent works without them. */
type Addition = (
  agent: Agent,
  deps: { readonly files: FilesPort; readonly allowedHosts: readonly string[] },
) => Promise<Agent>;

/** Adds the skill for scripts. */
async function addCode(...[agent, { files }]: Parameters<Addition>): Promise<Agent> {
  const { addCodeSkill } = await import("./assistant/code-skill.ts");
  return addCodeSkill(agent, files, {
    loadScripts: async () => (await import("./tools/sandbox/browser-script-runner.ts")).createBrowserScriptRunner(),
    loadSql: async () => (await import("./tools/tables/sql/browser-sql-runner.ts")).createBrowserSqlRunner(),
  });
}

/** Lets the agent read pages of the hosts that the user allowed, if there are any. */
async function addPages(...[agent, { allowedHosts }]: Parameters<Addition>): Promise<Agent> {
  if (!allowedHosts.some((host) => host.startsWith("https://"))) return agent;
  const { addPagesSkill } = await loadAtBase(toBaseUrl(), () => import("./assistant/pages-skill.ts"));
  return addPagesSkill(agent, { fetch: (input, init) => fetch(input, init), allowedHosts });
}

/** Adds what else is read of the files beside the page, and of the user's, to an agent that has their tools and skills. */
type AgentExtension = (
  extended: ExtendedAgent,
  read: ReadText,
  toolFiles: readonly ToolFile[],
) => Promise<ExtendedAgent>;

/** One for each kind of file that declares neither a tool nor a skill of the loop. */
const EXTENSIONS: readonly (() => Promise<AgentExtension>)[] = [
  async () => (await import("./flows/add-flows.ts")).addFlows,
];

/** Adds the tools and skills that are served beside the page as files. The agent works without them. */
async function addFiles(
  agent: Agent,
  { allowedHosts = [] }: StartOptions,
  toolFiles: readonly ToolFile[],
  manifests: Pick<ManifestDeps, "callMcp" | "secret" | "scope">,
): Promise<ExtendedAgent> {
  try {
    const [{ extendWithFiles }, { createHttpExecutor }, { createBrowserScriptRunner }, ...extensions] =
      await loadAtBase(toBaseUrl(), () =>
        Promise.all([
          import("./tools/files/extend-with-files.ts"),
          import("./tools/manifest/http-executor.ts"),
          import("./tools/sandbox/browser-script-runner.ts"),
          ...EXTENSIONS.map((load) => load()),
        ]),
      );
    const http = createHttpExecutor({ fetch: (input, init) => fetch(input, init), allowedHosts });
    const deps: ManifestDeps = { ...manifests, http, runScript: createBrowserScriptRunner() };
    let extended = await extendWithFiles(agent, readAppFile, deps, toolFiles);
    for (const addTo of extensions) extended = await addTo(extended, readAppFile, toolFiles);
    return extended;
  } catch (error) {
    return { agent, faults: [{ file: "tools", line: 1, message: describeError(error) }] };
  }
}

/** The places that the user lets a tool of theirs be pointed at; undefined for anything. */
function toScope({ scopes = {} }: Settings, tool: string): readonly string[] | undefined {
  return Object.hasOwn(scopes, tool) ? scopes[tool] : undefined;
}

async function readAppFile(path: string): Promise<string | null> {
  try {
    const response = await fetch(new URL(path, toBaseUrl()));
    // A server that returns the page for every unknown address does not have the file.
    const isPage = response.headers.get("content-type")?.startsWith("text/html") === true;
    return response.ok && !isPage ? await response.text() : null;
  } catch {
    return null;
  }
}

/** The page starts this worker from a blob, which has no folder, and gives it the app's base address as its name. */
function toBaseUrl(): string {
  return URL.canParse(globalThis.name) ? globalThis.name : new URL("./", globalThis.location.href).href;
}
