import type { Embedder, EmbedderLibrary, Reranker } from "../agent/ports/embedder.ts";
import type { MemoryPort } from "../agent/ports/memory-port.ts";
import type { ModelLibrary } from "../agent/ports/model-library.ts";
import type { Responder } from "../agent/ports/responder.ts";
import type { Clock } from "../agent/ports/run-deps.ts";
import type { BrowserModelOffer } from "../engines/open-model-library.ts";
import type { PackFiles } from "../engines/pack/pack-files.ts";
import type * as evals from "../evals/run-evals.ts";
import type { ScoreStore } from "../evals/score-store.ts";
import type { TrialStore } from "../evals/trial-store.ts";
import type * as policyTrials from "../evals/try-policies.ts";
import type { DownloadTurns } from "../platform/download-turns.ts";
import type { LiveRuns } from "../platform/live-runs.ts";
import type { StartOptions } from "../protocol/api/agent-api.ts";
import type { DetectedCall } from "../protocol/api/detected-call.ts";
import type { Failure } from "../protocol/failure.ts";
import type { ModelId } from "../protocol/ids.ts";
import type { Project } from "../protocol/project.ts";
import type { Settings, ToolFile } from "../protocol/settings.ts";
import type { FileBytes, FileText, PdfReader, TableReading } from "../protocol/workspaces/workspace.ts";
import type * as archive from "../store/archive.ts";
import type { Encryption } from "../store/encryption/encryption.ts";
import type { Stores } from "../store/stores.ts";
import type { StoreChange } from "../store/tab-channel.ts";
import type { WorkspaceStore } from "../store/workspace/workspace-store.ts";
import type { ExtendedAgent } from "../tools/files/extend-with-files.ts";
import type { McpServers, McpServersDeps } from "../tools/mcp/mcp-servers.ts";

/** The concrete parts behind the host; `compose.ts` names them. The `load...` members are called on first use. */
export interface HostDeps {
  openStores(listeners: StoreListeners): Promise<Stores>;
  readonly encryption: Promise<Encryption>;
  /** Writes and reads the file of an export. */
  loadArchiveFormat(): Promise<typeof archive>;
  /**
   * Makes the agent of a project, or outside of all, with the user's files; called again whenever those change, or a first
   * folder is connected. Its tools keep to the notes they are given, to the folders and hosts of the project, and to the
   * settings as they are at each call, and say when they have used a file, or how far they are with one.
   */
  createAgent(
    stores: AgentStores,
    options: StartOptions,
    toolFiles: readonly ToolFile[],
    onFileUse: (reading?: TableReading | null) => void,
    readSettings: () => Settings,
    project: Project | null,
  ): Promise<ExtendedAgent>;
  /** Called when the user adds a first server of tools. */
  createServers(deps: McpServersDeps): Promise<McpServers>;
  createModelLibrary(options: StartOptions): Promise<ModelLibrary>;
  /** Embedding models, for search by meaning. */
  loadEmbedders(): Promise<EmbedderLibrary>;
  /** The app's exact skills; absent where the model answers everything. */
  loadResponders?(): Promise<readonly Responder[]>;
  loadEvals(): Promise<Evals>;
  readonly evalScores: ScoreStore;
  /** The questions of a trial of policies. */
  loadPolicyTrials(): Promise<PolicyTrials>;
  readonly trials: TrialStore;
  loadPackFiles(): Promise<PackFiles>;
  /** False where no folder was ever connected: then nothing of it is loaded. */
  hasWorkspaces(): Promise<boolean>;
  /** Takes over what the page or the host has for other parts. */
  offer(offered: Partial<Offered>): void;
  /** The text of a file that is in no folder. */
  readText(name: string, file: FileBytes): Promise<FileText>;
  /** The user's folders; `onUse` is told whenever a tool has read or changed a file. */
  loadWorkspaces(onUse: () => void): Promise<WorkspaceStore>;
  /** The model to load at start, or null to wait for the user. */
  chooseFirstModel(library: ModelLibrary, settings: Settings): Promise<ModelId | null>;
  readonly clock: Clock;
  /** IANA name. */
  readonly timeZone: string;
  newId(): string;
  /** The thread's global scope, whose unhandled rejections are reported to the page. */
  readonly faults: Pick<EventTarget, "addEventListener">;
  /** Marks a run as alive for as long as this worker lives; other tabs can ask. */
  readonly liveRuns: LiveRuns;
  /** Tells the other pages of the origin of a call that was found and not made. */
  announce(call: DetectedCall): void;
  /** Lets one of the origin's workers at a time download a model. */
  readonly downloadTurns: DownloadTurns;
}

/** Parts that are known only once the page, or the host, has them. */
export interface Offered {
  readonly readPdf: PdfReader;
  readonly browserModel?: BrowserModelOffer;
  /** The embedding model that is loaded now, for finding files by meaning; null for none. */
  readonly embedder: Embedder | null;
  readonly reranker: Reranker | null;
}

/** The stores that tools get: the notes through a port that sees one scope. */
export interface AgentStores extends Pick<Stores, "conversations" | "signIns" | "settings"> {
  readonly memories: MemoryPort;
}

/** Callbacks for reports of the stores outside any call. */
export interface StoreListeners {
  onFailure(failure: Failure): void;
  /** Another tab has changed something. */
  onChange(change: StoreChange): void;
}

/** The questions by which two ways of asking a model are compared; loaded when a model is first tried. */
export type PolicyTrials = Pick<typeof policyTrials, "steps" | "tryStep">;

/** The cases, the loop around them and the scores; loaded when the evals are first started. */
export type Evals = Pick<typeof evals, "chooseCases" | "tryFormat" | "runEvals" | "toScore">;
