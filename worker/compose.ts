import type { Agent } from "./agent/define/agent.ts";
import { createAssistant } from "./assistant/assistant.ts";
import { createBrowserModelLibrary } from "./engines/browser-model-library.ts";
import { STARTER_MODEL_ID } from "./engines/catalog/model-catalog.ts";
import { createScoreStore } from "./evals/score-store.ts";
import type { ChatTemplate } from "./formats/templates/chat-template.ts";
import { chooseTemplate } from "./formats/templates/choose-template.ts";
import { createAgentHost } from "./host/agent-host.ts";
import { platformClock } from "./platform/clock.ts";
import { createLockedRuns } from "./platform/live-runs.ts";
import { loadAtBase } from "./platform/load-at-base.ts";
import type { AgentApi, StartOptions } from "./protocol/api/agent-api.ts";
import type { FileFault } from "./protocol/file-fault.ts";
import type { ModelId } from "./protocol/ids.ts";
import type { EngineId, FormatId } from "./protocol/model.ts";
import type { ToolFile } from "./protocol/settings.ts";
import { openStores } from "./store/open-stores.ts";
import { retireWriteLog } from "./store/retire-write-log.ts";
import type { ExtendedAgent } from "./tools/files/extend-with-files.ts";
import { createServerLink, type ServerLink } from "./tools/mcp/create-server-link.ts";

/** Puts the agent together for a browser's worker. The only place that names every concrete part. */
export function composeAgent(): AgentApi {
  const newId = (): string => crypto.randomUUID();
  const serverLink = createServerLink();
  let fileFaults: readonly FileFault[] = [];
  return createAgentHost({
    openStores: (listeners) =>
      openStores({
        clock: { now: () => platformClock.wallNow(), newId },
        retireLog: () => retireWriteLog(indexedDB, navigator),
        ...listeners,
      }),
    loadArchiveFormat: () => loadAtBase(toBaseUrl(), () => import("./store/archive.ts")),
    async createAgent(stores, options, toolFiles) {
      const extended = await addFiles(createAssistant(stores.memories), options, toolFiles, serverLink);
      fileFaults = extended.faults;
      return extended.agent;
    },
    readFileFaults: () => fileFaults,
    async createServers(deps) {
      const { createMcpServers } = await loadAtBase(toBaseUrl(), () => import("./tools/mcp/mcp-servers.ts"));
      const library = await createMcpServers(deps);
      serverLink.attach(library);
      return library;
    },
    loadEvals: () => loadAtBase(toBaseUrl(), () => import("./evals/run-evals.ts")),
    loadPackFiles: async () => {
      const [{ createPackFiles }, { openPackEnvironment }] = await Promise.all([
        import("./engines/pack/pack-files.ts"),
        import("./engines/pack/browser-pack-environment.ts"),
      ]);
      return createPackFiles(await openPackEnvironment(toBaseUrl()));
    },
    evalScores: createScoreStore(navigator.storage),
    createModelLibrary: async (options) => {
      const { server } = options;
      const toTemplate = (format: FormatId, chatTemplate: string | null): ChatTemplate =>
        chooseTemplate(format, chatTemplate, new Date(platformClock.wallNow()));
      const place = { baseUrl: toBaseUrl(), scripts: wantsScripts(options), tiny: options.modelId === "tiny" };
      const library = createBrowserModelLibrary({ ...place, toTemplate });
      if (server === undefined) return library;
      const { addRemoteModel } = await import("./engines/remote/remote-library.ts");
      return addRemoteModel(library, { server, origin: globalThis.origin, toTemplate });
    },
    loadEmbedders: async () => {
      const { createEmbedderLibrary } = await import("./engines/wllama/embedder-library.ts");
      return createEmbedderLibrary();
    },
    chooseFirstModel: async (library, settings) => {
      const models = await library.list();
      const findFor = (engine: EngineId): ModelId | undefined =>
        models.find(({ engines }) => engines.includes(engine))?.id;
      // Scripts are listed only when the address asks for them, and whoever sets a server means to use it.
      const asked = findFor("scripted") ?? findFor("remote");
      return asked ?? (settings.modelId === "" ? STARTER_MODEL_ID : settings.modelId);
    },
    clock: platformClock,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    newId,
    faults: globalThis,
    liveRuns: createLockedRuns(navigator.locks),
  });
}

/** Adds the tools and skills that lie beside the page as files. Without them the agent works all the same. */
async function addFiles(
  agent: Agent,
  { allowedHosts = [] }: StartOptions,
  toolFiles: readonly ToolFile[],
  { callMcp }: ServerLink,
): Promise<ExtendedAgent> {
  try {
    const [{ extendWithFiles }, { createBrowserManifestDeps }] = await loadAtBase(toBaseUrl(), () =>
      Promise.all([import("./tools/files/extend-with-files.ts"), import("./tools/manifest/browser-manifest-deps.ts")]),
    );
    return await extendWithFiles(agent, readAppFile, createBrowserManifestDeps(allowedHosts, callMcp), toolFiles);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { agent, faults: [{ file: "tools", line: 1, message }] };
  }
}

async function readAppFile(path: string): Promise<string | null> {
  try {
    const response = await fetch(new URL(path, toBaseUrl()));
    // A server that answers every unknown address with the page has no such file.
    const isPage = response.headers.get("content-type")?.startsWith("text/html") === true;
    return response.ok && !isPage ? await response.text() : null;
  } catch {
    return null;
  }
}

/** The page starts this worker from a blob, which has no folder, and names it by the app's base address. */
function toBaseUrl(): string {
  return URL.canParse(globalThis.name) ? globalThis.name : new URL("./", globalThis.location.href).href;
}

function wantsScripts({ engine, modelId }: StartOptions): boolean {
  return engine === "scripted" || modelId?.startsWith("scripted:") === true;
}
