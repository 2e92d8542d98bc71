import type { Embedder } from "../agent/ports/embedder.ts";
import type { MemoryPort } from "../agent/ports/memory-port.ts";
import type { MemoryId } from "../protocol/ids.ts";
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
import type { Scope } from "../protocol/project.ts";
import type { ImportMode, ImportSummary, StorageInfo, StorageShare } from "../protocol/stored-data.ts";
import type { ArchiveContents } from "./archive-shape.ts";
import type { RowConversationStore } from "./conversation-store.ts";
import type { DatabaseLocation } from "./database.ts";
import type { HistoryStore } from "./history/history-store.ts";
import type { createRunStore } from "./run-store.ts";
import type { SemanticState } from "./search/vector-index.ts";
import type { createServerKeyStore, createSettingsStore, createSignInStore } from "./settings-store.ts";

/** Conversations and their messages. Every method rejects with a `StorageFault`. */
export type ConversationStore = Omit<RowConversationStore, "noteChanged">;

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
  readonly runs: ReturnType<typeof createRunStore>;
  readonly memories: MemoryStore;
  readonly settings: ReturnType<typeof createSettingsStore>;
  readonly serverKey: ReturnType<typeof createServerKeyStore>;
  readonly signIns: ReturnType<typeof createSignInStore>;
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
