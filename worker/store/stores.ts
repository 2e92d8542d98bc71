import type { Embedder } from "../agent/ports/embedder.ts";
import type { MemoryPort } from "../agent/ports/memory-port.ts";
import type { ConversationId, MemoryId, MessageId, RunId } from "../protocol/ids.ts";
import type {
  MemoryChange,
  MemoryEdit,
  MemoryHit,
  MemoryMerge,
  MemoryQuery,
  MemoryRecord,
  MemoryRevert,
  MemoryScopes,
  MergedText,
} from "../protocol/memory.ts";
import type { AssistantMessage, Conversation, Message, MessageHit } from "../protocol/message.ts";
import type { Scope } from "../protocol/project.ts";
import type { ServerKey } from "../protocol/remote-server.ts";
import type { RunEvent } from "../protocol/run-event.ts";
import type { Settings } from "../protocol/settings.ts";
import type {
  ImportMode,
  ImportSummary,
  RunRecord,
  RunSummary,
  StorageInfo,
  StorageShare,
} from "../protocol/stored-data.ts";
import type { ArchiveContents } from "./archive-shape.ts";
import type { DatabaseLocation } from "./database.ts";
import type { HistoryStore } from "./history/history-store.ts";
import type { SemanticState } from "./search/vector-index.ts";

/** A conversation and the messages that one step adds to it or changes in it. */
export interface Turn {
  /**
   * Stored as it is when the conversation is new. When it exists, only `headId` and `updatedAt` are taken over, so that
   * a title set in another tab is not undone.
   */
  readonly conversation: Conversation;
  /** New messages get their `sequence` from the store, whatever is given; known ones keep theirs. */
  readonly messages: readonly Message[];
}

/** The fields of a conversation that may be changed. */
export interface ConversationChange {
  readonly title?: string;
  readonly pinned?: boolean;
  readonly headId?: MessageId;
  readonly systemPrompt?: string;
  readonly skill?: string;
  /** Empty for none. */
  readonly folder?: string;
}

/** Conversations and their messages. Every method rejects with a `StorageFault`. */
export interface ConversationStore {
  /** Pinned first, then the newest first. */
  list(): Promise<readonly Conversation[]>;
  read(id: ConversationId): Promise<Conversation | null>;
  /** In order of `sequence`. With `last`, only that many of the newest. */
  messages(id: ConversationId, last?: number): Promise<readonly Message[]>;
  readMessage(id: MessageId): Promise<Message | null>;
  /**
   * Messages whose text holds every word, newest first; case and accents do not matter. Ends early, with what was found
   * so far, once `isStopped` says so. With a scope only in its conversations.
   */
  search(text: string, limit: number, isStopped?: () => boolean, scope?: Scope): Promise<readonly MessageHit[]>;
  /** The answers with a tool result that rests on a memory, newest first. */
  findUses(id: MemoryId): Promise<readonly AssistantMessage[]>;
  /**
   * Stores a conversation and its messages atomically; durable once it resolves. Returns the stored records, sequence
   * numbers included.
   */
  saveTurn(turn: Turn): Promise<Turn>;
  /** Null when the conversation does not exist. */
  update(id: ConversationId, change: ConversationChange, now: number): Promise<Conversation | null>;
  /**
   * Removes a question with its answers and their runs; what followed, follows what stood before it. Returns the
   * conversation, or null if there is no such question.
   */
  removeMessage(id: MessageId): Promise<Conversation | null>;
  /** Deletes the conversation with its messages and runs; memories that came from it stay. */
  delete(id: ConversationId): Promise<void>;
}

/** A run's record without its events. */
export interface RunHeader extends RunSummary {
  readonly version: number;
}

/** Run logs. Written with relaxed durability: a crash may cost the last moments of a log, never a message. */
export interface RunStore {
  /** Stores the header and adds events to the run's log, together. */
  append(header: RunHeader, events: readonly RunEvent[]): Promise<void>;
  /** Newest first. */
  list(conversationId?: ConversationId): Promise<readonly RunSummary[]>;
  read(id: RunId): Promise<RunRecord | null>;
}

/** The user's settings. */
export interface SettingsStore {
  /** Defaults where nothing is stored yet, and for fields that older versions did not have. */
  read(): Promise<Settings>;
  update(change: Partial<Settings>): Promise<Settings>;
}

/** The key of the user's model server: in no export, import or log, and never told to the page. */
export interface ServerKeyStore {
  read(): Promise<ServerKey | null>;
  /** Null forgets it. */
  write(key: ServerKey | null): Promise<void>;
}

/** Tokens and clients of the user's sign-ins, by server: in no export, import or log, and never told to the page. */
export interface SignInStore {
  read(): Promise<Readonly<Record<string, object>>>;
  /** Null forgets it. */
  write(server: string, kept: object | null): Promise<void>;
}

/** Memories, for tools (the port) and for the user. Expired records are never returned. */
export interface MemoryStore extends MemoryPort {
  /** The notes as they are seen in a project, or outside of all: what tools and the loop get. */
  within(scope: Scope): MemoryPort;
  /** Records for the memory page: pinned first, then the newest first; an absent text finds everything. */
  list(query?: Partial<MemoryQuery>): Promise<readonly MemoryHit[]>;
  /** The namespaces and tags in use; notes deleted lately may still be counted. */
  listScopes(): Promise<MemoryScopes>;
  /** Null when the record does not exist. */
  change(id: MemoryId, change: MemoryChange): Promise<MemoryRecord | null>;
  /** Puts records in as they are, deleted ones as they were: all or none. */
  restoreAll(records: readonly MemoryRecord[]): Promise<void>;
  /**
   * Merges several records into the first one, with the given text and all tags, and deletes the others. Returns the
   * new record and the old ones, which `restoreAll` brings back. Null unless all of them exist.
   */
  merge(ids: readonly MemoryId[], merged: MergedText): Promise<MemoryMerge | null>;
  /** Undoes what tools wrote, in one transaction: every edit, or none if a note was changed or deleted since. */
  revert(edits: readonly MemoryEdit[]): Promise<MemoryRevert>;
  /**
   * Deletes records that had already expired at a call a day or more ago; returns how many. Reading leaves expired
   * records out at once, but a clock that is wrong for a while must not delete anything.
   */
  deleteExpired(): Promise<number>;
  /** Whether search is also by meaning; without an embedding model it is by words only, which the page shows. */
  readSemanticState(): Promise<SemanticState>;
  /** From now on, searches fuse words and meaning; null returns to words only. */
  setEmbedder(embedder: Embedder | null): void;
  /** Creates missing vectors; returns how many. */
  embedMissing(isStopped?: () => boolean): Promise<number>;
  /** Notes when records were last used, for the memory page. Unknown ids are passed over. */
  markUsed(ids: readonly MemoryId[]): Promise<void>;
}

/** Everything the agent stores. */
export interface Stores {
  readonly conversations: ConversationStore;
  readonly runs: RunStore;
  readonly memories: MemoryStore;
  readonly settings: SettingsStore;
  readonly serverKey: ServerKeyStore;
  readonly signIns: SignInStore;
  info(): Promise<StorageInfo>;
  /** A consistent snapshot of everything stored. */
  readEverything(): Promise<ArchiveContents>;
  /** Summarises an import of these contents; changes nothing. */
  previewImport(incoming: ArchiveContents, mode: ImportMode): Promise<ImportSummary>;
  /** Imports atomically, compared with what is stored at that moment. */
  importEverything(incoming: ArchiveContents, mode: ImportMode): Promise<ImportSummary>;
  /** Loads what brings chats of other apps. */
  openHistory(): Promise<HistoryStore>;
  /** Storage used, by kind. Bytes are estimates from samples. */
  measure(): Promise<readonly StorageShare[]>;
  /** Goes on in another database, which `move` fills; what is asked meanwhile waits. If it rejects, all is as it was. */
  relocate(move: () => Promise<DatabaseLocation>): Promise<void>;
  /** Removes every conversation, message, run, memory, setting and key. */
  deleteEverything(): Promise<void>;
  close(): void;
}

/** Time and ids, passed in so that tests decide them. */
export interface StoreClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** A new unique identifier. */
  newId(): string;
}
