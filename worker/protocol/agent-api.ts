import type { DeviceReport } from "./device-plan.ts";
import type { EvalPlan, EvalScore, EvalState } from "./evals.ts";
import type { EvidenceCheck } from "./evidence.ts";
import type { Failure } from "./failure.ts";
import type { FileFault } from "./file-fault.ts";
import type { CallId, ConversationId, MemoryId, MessageId, ModelId, RunId } from "./ids.ts";
import type { JsonObject } from "./json.ts";
import type { McpPort, McpServerInfo } from "./mcp.ts";
import type {
  MemoryChange,
  MemoryDraft,
  MemoryEdit,
  MemoryHit,
  MemoryMerge,
  MemoryQuery,
  MemoryRecord,
  MemoryRevert,
  MemoryScopes,
  MemoryUse,
  MemoryWrite,
  SemanticSearch,
} from "./memory.ts";
import type { Attachment, Conversation, Message, MessageHit } from "./message.ts";
import type { EngineId, LoadProgress, ModelEntry, ModelState } from "./model.ts";
import type { PackBytes, PackChoice, PackContents, PackFile, PackProgress } from "./pack.ts";
import type { RemoteServer } from "./remote-server.ts";
import type { ApprovalDecision, EffectPreview, RunEvent } from "./run-event.ts";
import type { Grant, Settings, ToolFile } from "./settings.ts";
import type { ImportMode, ImportSummary, StorageShare } from "./stored-data.ts";
import type { ToolOutcome, ToolSpec } from "./tool.ts";

/** An answer that cannot be thrown across the worker border. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

/** What the agent's side tells the page, in order, in batches. */
export type AgentEvent =
  | {
      readonly type: "run";
      readonly runId: RunId;
      readonly conversationId: ConversationId;
      readonly messageId: MessageId;
      readonly event: RunEvent;
    }
  | { readonly type: "model"; readonly state: ModelState }
  | { readonly type: "conversation-changed"; readonly conversation: Conversation }
  | { readonly type: "conversation-deleted"; readonly conversationId: ConversationId }
  | { readonly type: "message-stored"; readonly message: Message }
  | { readonly type: "memories-changed" }
  /** An import or a deletion replaced what was stored, here or in another tab: these are the conversations now. */
  | { readonly type: "everything-changed"; readonly conversations: readonly Conversation[] }
  | { readonly type: "settings-changed"; readonly settings: Settings }
  /** Servers were added or changed, and with them what the skills may use. */
  | {
      readonly type: "servers-changed";
      readonly servers: readonly McpServerInfo[];
      readonly skills: readonly SkillInfo[];
    }
  /** The user's files were added or removed, and with them what the skills may use. */
  | {
      readonly type: "tools-changed";
      readonly skills: readonly SkillInfo[];
      readonly fileFaults: readonly FileFault[];
    }
  | { readonly type: "failure"; readonly failure: Failure };

/** Facts the page needs once, right after the start. */
export interface AgentStart {
  readonly models: readonly ModelEntry[];
  readonly modelState: ModelState;
  readonly settings: Settings;
  readonly skills: readonly SkillInfo[];
  readonly storage: StorageInfo;
  /** What is wrong with the tools and skills that come as files. */
  readonly fileFaults?: readonly FileFault[];
}

/** Choices that hold for this page view only: they come from the address and the page, not from the settings. */
export interface StartOptions {
  /** `?engine=`: this engine and no other. */
  readonly engine?: EngineId;
  /** `?model=`: loaded at start. */
  readonly modelId?: ModelId;
  /** A model whose last loads did not end: it is not loaded at start, and the user is asked. */
  readonly heldModel?: ModelId | null;
  /** The user's IANA time zone; absent means the worker's own. */
  readonly timeZone?: string;
  /** Origins the user lets tools talk to, such as `https://api.example` or `https://*.example.org`. */
  readonly allowedHosts?: readonly string[];
  /** A Web Lock that the agent's worker holds for as long as it lives: whoever waits for it hears of its end. */
  readonly lifeLock?: string;
  /** A model server of the user's; absent means that every model runs on this device. */
  readonly server?: RemoteServer;
}

/** A skill as the page shows it. */
export interface SkillInfo {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly ToolSpec[];
}

/** How durable this browser's storage is for us. */
export interface StorageInfo {
  /** False: nothing survives the tab, because the browser refuses storage. */
  readonly durable: boolean;
  /** True when the browser promised not to evict. */
  readonly persisted: boolean;
  readonly usedBytes: number;
  readonly quotaBytes: number;
  /** A problem to show as a standing banner. */
  readonly failure?: Failure;
}

/** A file the user picked: the browser's `File`, as far as the protocol needs it. */
export interface PickedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  slice(start?: number, end?: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** A question to the agent. */
export interface SendRequest {
  /** Null starts a new conversation. */
  readonly conversationId: ConversationId | null;
  /** The message this one follows; absent for the conversation's newest. Another value makes a branch. */
  readonly parentId?: MessageId | null;
  readonly text: string;
  readonly attachments?: readonly Attachment[];
  readonly skill?: string;
  /** Whether the model reasons first, where it has a switch for that; absent for the user's setting. */
  readonly thinking?: boolean;
  /** Every turn must be a call until a tool has run (the grammar forces it where the engine can). */
  readonly forceCall?: boolean;
  /** The first turn's calls are reported in the run's events and none is executed. */
  readonly detect?: boolean;
}

/** What `send` answers once the question is durably stored and the run has begun. */
export interface SendReceipt {
  readonly conversationId: ConversationId;
  readonly userMessageId: MessageId;
  readonly assistantMessageId: MessageId;
  readonly runId: RunId;
}

/** How a call ended that the user made by hand. */
export interface ManualCallEnd {
  readonly outcome: ToolOutcome;
  /** What it wrote on this device, in order; also when it failed half-way. Absent when nothing. */
  readonly edits?: readonly MemoryEdit[];
}

/** A stored run without its events. */
export interface RunSummary {
  readonly id: RunId;
  readonly conversationId: ConversationId;
  readonly startedAt: number;
  /** The user's words; the files that went along with them are in the log's `run-start`. */
  readonly question: string;
  readonly reason: string;
  readonly turns: number;
  readonly calls: number;
  readonly durationMs: number;
}

/** A run's whole log: what export writes and the scripted engine replays. */
export interface RunRecord extends RunSummary {
  readonly version: number;
  readonly events: readonly RunEvent[];
}

/** A stored run, and whether its log is what it was when it was written. */
export interface CheckedRun extends RunRecord {
  readonly evidence: EvidenceCheck;
}

/**
 * The agent as the page sees it. Implemented by the agent host, in the worker or in the page itself. Nothing here
 * throws for an expected fault: those come back as `Result`.
 */
export interface AgentApi {
  /** Opens storage and answers with what the page needs first. Call once. */
  start(options?: StartOptions): Promise<AgentStart>;
  /** Events from now on, in batches of at most one frame. One subscriber: a new one replaces the old. */
  subscribe(deliver: (events: readonly AgentEvent[]) => void): Promise<void>;

  /** With an engine: that one for this model until another load is asked for, whatever the settings say. */
  loadModel(modelId: ModelId, engine?: EngineId): Promise<Result<ModelState>>;
  /** A model file the user picked; loaded at once. */
  importModel(file: PickedFile): Promise<Result<ModelState>>;
  /** The files of a folder in MLC's form that the user picked; loaded at once. */
  importFolder(title: string, files: readonly PickedFile[]): Promise<Result<ModelState>>;
  cancelLoad(): Promise<void>;
  unloadModel(): Promise<void>;
  deleteModel(modelId: ModelId): Promise<Result<readonly ModelEntry[]>>;
  listModels(): Promise<readonly ModelEntry[]>;
  /** What loading each model would take on this device, and which to recommend. */
  planModels(): Promise<DeviceReport>;
  /** Reads a stored model from end to end and compares it with the hash it was kept under. */
  verifyModel(modelId: ModelId, onProgress: (progress: LoadProgress) => void): Promise<Result<null>>;

  /** Puts the chosen things into one file that another device can install without a network. */
  makePack(choice: PackChoice, onProgress: (progress: PackProgress) => void): Promise<Result<PackBytes>>;
  /** What a pack holds and would do; changes nothing. One file, or all files of an unpacked folder. */
  readPack(files: readonly PackFile[]): Promise<Result<PackContents>>;
  /**
   * Checks everything in a pack and takes it in, whole or not at all; conversations are merged with what is here. For
   * `isOwn` see `importEverything`.
   */
  installPack(
    files: readonly PackFile[],
    isOwn: boolean,
    onProgress: (progress: PackProgress) => void,
  ): Promise<Result<null>>;

  /** Puts the loaded model through the gym; resolves when it has begun. Refused while a run has the model. */
  startEvals(plan: EvalPlan): Promise<Result<null>>;
  /** Ends it after the case under way; what was reached is kept as a partial score. */
  stopEvals(): Promise<void>;
  /** Tells where the gym stands, now and whenever that changes. One listener: a new one replaces the old. */
  watchEvals(listener: (state: EvalState) => void): Promise<void>;
  /** What models reached on this device, newest first. */
  listEvalScores(): Promise<readonly EvalScore[]>;

  listConversations(): Promise<readonly Conversation[]>;
  /** All messages of a conversation, in order of `sequence`. */
  openConversation(
    conversationId: ConversationId,
  ): Promise<Result<{ readonly conversation: Conversation; readonly messages: readonly Message[] }>>;
  /** Messages that hold every word, newest first. A newer search ends one under way. */
  searchMessages(text: string, limit: number): Promise<Result<readonly MessageHit[]>>;
  renameConversation(conversationId: ConversationId, title: string): Promise<Result<Conversation>>;
  updateConversation(
    conversationId: ConversationId,
    change: { readonly pinned?: boolean; readonly headId?: MessageId; readonly systemPrompt?: string },
  ): Promise<Result<Conversation>>;
  deleteConversation(conversationId: ConversationId): Promise<Result<null>>;

  send(request: SendRequest): Promise<Result<SendReceipt>>;
  /** A new answer to the same question, beside the old one. */
  regenerate(assistantMessageId: MessageId): Promise<Result<SendReceipt>>;
  /**
   * Lets the model sum up the older messages of the shown branch, in a run of its own. From then on the model reads the
   * summary in their place; they stay where they are. Refused with `nothing-to-summarize` where there are too few.
   */
  summarizeConversation(conversationId: ConversationId): Promise<Result<RunId>>;
  /** Takes a summary back, so that the messages themselves are sent again, or puts it to use once more. */
  applySummary(messageId: MessageId, used: boolean): Promise<Result<null>>;
  stop(runId: RunId): Promise<void>;
  decideApproval(runId: RunId, callId: CallId, decision: ApprovalDecision): Promise<void>;
  /** What a call would change with these arguments; null where its tool cannot say. Changes nothing. */
  previewCall(name: string, input: JsonObject): Promise<EffectPreview | null>;
  /** Takes lasting permissions back, all of them for null; holds from the next call on, also of a run under way. */
  revokeGrants(grants: readonly Pick<Grant, "tool" | "skill">[] | null): Promise<Result<null>>;
  /** Takes back everything that an answer's calls wrote on this device, or nothing if some of it was changed since. */
  undoAnswer(messageId: MessageId): Promise<Result<MemoryRevert>>;
  /** Runs one tool by hand, without a model, with the same checks as a call of the model's. */
  runTool(name: string, input: JsonObject): Promise<ManualCallEnd>;
  /** Takes back what a tool wrote that was run by hand, all of it or nothing, as `undoAnswer` does. */
  undoEdits(edits: readonly MemoryEdit[]): Promise<Result<MemoryRevert>>;

  listMemories(query?: Partial<MemoryQuery>): Promise<Result<readonly MemoryHit[]>>;
  /** Null when it was deleted, or its time is over. */
  readMemory(id: MemoryId): Promise<Result<MemoryRecord | null>>;
  saveMemory(draft: MemoryDraft): Promise<Result<MemoryWrite>>;
  deleteMemory(id: MemoryId): Promise<Result<MemoryRecord | null>>;
  changeMemory(id: MemoryId, change: MemoryChange): Promise<Result<MemoryRecord>>;
  /** Makes one record of several, with the given text; `before` goes to `restoreMemories` to undo it. */
  mergeMemories(ids: readonly MemoryId[], text: string): Promise<Result<MemoryMerge>>;
  /** Puts deleted or merged records back as they were, all or none. */
  restoreMemories(records: readonly MemoryRecord[]): Promise<Result<null>>;
  readSemanticSearch(): Promise<Result<SemanticSearch>>;
  /** Keeps an embedding model that the user picked, and finds notes by meaning with it from now on. */
  chooseEmbeddingModel(file: PickedFile): Promise<Result<SemanticSearch>>;
  /** Deletes the embedding model; search is by words again. */
  dropEmbeddingModel(): Promise<Result<SemanticSearch>>;
  listMemoryScopes(): Promise<Result<MemoryScopes>>;
  /** The answers that rest on a memory, newest first. */
  findMemoryUses(id: MemoryId): Promise<Result<readonly MemoryUse[]>>;

  listRuns(conversationId?: ConversationId): Promise<readonly RunSummary[]>;
  /** Checks the log's evidence while it reads. */
  readRun(runId: RunId): Promise<Result<CheckedRun>>;
  /** The same of an exported run, which is not stored. `importModel` takes such a file to play it again. */
  readRunFile(text: string): Promise<Result<CheckedRun>>;

  listServers(): Promise<readonly McpServerInfo[]>;
  /** Adds a server of tools and connects to it; a server that cannot be reached is kept, with the reason. */
  addServer(name: string, url: string): Promise<Result<null>>;
  /** Connects to a server inside the page. Its tools are off until they are consented to, like any server's. */
  addServerPort(name: string, port: McpPort): Promise<Result<null>>;
  removeServer(name: string): Promise<Result<null>>;
  /** Tries to connect again, or asks for the list of tools again. */
  refreshServer(name: string): Promise<Result<null>>;
  /** Consents to a server's tool as it was shown, by its pin; null withdraws. */
  consentToTool(server: string, remoteName: string, pin: string | null): Promise<Result<null>>;

  /**
   * Takes in manifests and `SKILL.md` files, which last beyond this visit. Answers with what is wrong with those that
   * were left out; one kept under the same name is replaced.
   */
  addToolFiles(files: readonly ToolFile[]): Promise<Result<readonly FileFault[]>>;
  /** Forgets one, by the name it is kept under. */
  removeToolFile(name: string): Promise<Result<null>>;

  updateSettings(change: Partial<Settings>): Promise<Result<Settings>>;
  readStorage(): Promise<StorageInfo>;
  /** What takes up room, by kind. */
  measureStorage(): Promise<Result<readonly StorageShare[]>>;
  /** Everything that is kept, as one file (JSON, UTF-8). */
  exportEverything(): Promise<Result<Uint8Array<ArrayBuffer>>>;
  /** What an import of this file would do; changes nothing. For `isOwn` see `importEverything`. */
  previewImport(text: string, mode: ImportMode, isOwn: boolean): Promise<Result<ImportSummary>>;
  /**
   * Stops every run and imports whole or not at all. Unless the user says that the file is their own, what it holds
   * counts as text from outside, and nothing in it that instructs a model is taken.
   */
  importEverything(text: string, mode: ImportMode, isOwn: boolean): Promise<Result<ImportSummary>>;
  /** Stops every run and removes every conversation, run, memory and setting. Models stay. */
  deleteEverything(): Promise<Result<null>>;
}
