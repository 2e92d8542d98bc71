import type { FileFault } from "../file-fault.ts";
import type { ModelId } from "../ids.ts";
import type { EngineId, ModelEntry, ModelState } from "../model.ts";
import type { RemoteServer } from "../remote-server.ts";
import type { Settings } from "../settings.ts";
import type { StorageInfo } from "../stored-data.ts";
import type { SkillInfo } from "../tool.ts";
import type { AgentEvent } from "./agent-event.ts";
import type { ConversationsApi } from "./conversations-api.ts";
import type { DataApi } from "./data-api.ts";
import type { EncryptionApi } from "./encryption-api.ts";
import type { EvalsApi } from "./evals-api.ts";
import type { MemoriesApi } from "./memories-api.ts";
import type { ModelsApi } from "./models-api.ts";
import type { PacksApi } from "./packs-api.ts";
import type { RunLogsApi } from "./run-logs-api.ts";
import type { RunsApi } from "./runs-api.ts";
import type { SettingsApi } from "./settings-api.ts";
import type { ToolsApi } from "./tools-api.ts";
import type { WorkspacesApi } from "./workspaces-api.ts";

/** Facts that the page needs once, right after the start. */
export interface AgentStart {
  readonly models: readonly ModelEntry[];
  readonly modelState: ModelState;
  readonly settings: Settings;
  readonly skills: readonly SkillInfo[];
  readonly storage: StorageInfo;
  /** Faults of the tools and skills that come as files. */
  readonly fileFaults?: readonly FileFault[];
}

/** Choices for this page view only: they come from its address, not from the settings. */
export interface StartOptions {
  /** `?engine=`: this engine and no other. */
  readonly engine?: EngineId;
  /** `?model=`: loaded at start. */
  readonly modelId?: ModelId;
  /** A model whose last loads did not end: the user is asked before it is loaded. */
  readonly heldModel?: ModelId | null;
  /** The user's IANA time zone; absent means the worker's own. */
  readonly timeZone?: string;
  /** Origins the user lets tools talk to, such as `https://api.example` or `https://*.example.org`. */
  readonly allowedHosts?: readonly string[];
  /** A Web Lock that the worker holds as long as it lives: a request for it is granted when the worker ends. */
  readonly lifeLock?: string;
  /** A model server of the user's; absent means that every model runs on this device. */
  readonly server?: RemoteServer;
}

/**
 * The agent as the page sees it. Implemented by the agent host, in the worker or in the page itself. Nothing here
 * throws for an expected fault: those come back as `Result`.
 */
export interface AgentApi
  extends ModelsApi,
    PacksApi,
    EvalsApi,
    ConversationsApi,
    RunsApi,
    MemoriesApi,
    RunLogsApi,
    ToolsApi,
    SettingsApi,
    WorkspacesApi,
    EncryptionApi,
    DataApi {
  /** Opens the storage and returns what the page needs first. Call once. */
  start(options?: StartOptions): Promise<AgentStart>;
  /** Events from now on, in batches of at most one frame. One subscriber: a new one replaces the old. */
  subscribe(deliver: (events: readonly AgentEvent[]) => void): Promise<void>;
}
