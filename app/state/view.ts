import type { ModelPolicy } from "../../worker/protocol/evals.ts";
import type { Failure } from "../../worker/protocol/failure.ts";
import type { FileFault } from "../../worker/protocol/file-fault.ts";
import type { ConversationId, ModelId, RunId } from "../../worker/protocol/ids.ts";
import type { McpServerInfo } from "../../worker/protocol/mcp.ts";
import type { Conversation, Message } from "../../worker/protocol/message.ts";
import type { ModelDownload, ModelEntry, ModelState } from "../../worker/protocol/model.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../worker/protocol/settings.ts";
import type { StorageInfo } from "../../worker/protocol/stored-data.ts";
import type { SkillInfo } from "../../worker/protocol/tool.ts";
import type { TableReading } from "../../worker/protocol/workspaces/workspace.ts";
import type { LiveRun } from "./live-run.ts";

/** The agent's state as the page knows it: a fold over its events and its answers. */
export interface View {
  readonly phase: "starting" | "ready";
  readonly models: readonly ModelEntry[];
  readonly modelState: ModelState;
  /** The download beside the loaded model. */
  readonly download: ModelDownload | null;
  /** How models are asked, as far as that was told. */
  readonly policies: Readonly<Record<ModelId, ModelPolicy>>;
  readonly settings: Settings;
  /** Changes of settings that are being stored: shown already, and in no event that was sent before. */
  readonly unsavedSettings: readonly Partial<Settings>[];
  readonly skills: readonly SkillInfo[];
  readonly storage: StorageInfo | null;
  /** Servers of tools that the user has added. */
  readonly servers: readonly McpServerInfo[];
  /** Faults of the tools and skills that come as files. */
  readonly fileFaults: readonly FileFault[];
  /** Newest change first. */
  readonly conversations: readonly Conversation[];
  /** Messages of the conversations opened last, by conversation, in order of `sequence`. */
  readonly messages: Readonly<Record<ConversationId, readonly Message[]>>;
  readonly runs: Readonly<Record<RunId, LiveRun>>;
  /** The newest fault that belongs to no run. */
  readonly failure: Failure | null;
  /** Grows when memories changed somewhere. */
  readonly memoryRevision: number;
  /** The same for folders and files. */
  readonly fileRevision: number;
  /** How far a tool is with a large table. */
  readonly tableReading: TableReading | null;
}

export const EMPTY_VIEW: View = {
  phase: "starting",
  models: [],
  modelState: { type: "none" },
  download: null,
  policies: {},
  settings: DEFAULT_SETTINGS,
  unsavedSettings: [],
  skills: [],
  storage: null,
  servers: [],
  fileFaults: [],
  conversations: [],
  messages: {},
  runs: {},
  failure: null,
  memoryRevision: 0,
  fileRevision: 0,
  tableReading: null,
};
