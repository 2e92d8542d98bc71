import type { Result } from "../failure.ts";
import type { MemoryId, MessageId } from "../ids.ts";
import type {
  MemoryChange,
  MemoryDraft,
  MemoryEdit,
  MemoryHit,
  MemoryMerge,
  MemoryQuery,
  MemoryRecord,
  MemoryRevert,
  MemoryUse,
  MemoryWrite,
  MergedText,
  SemanticSearch,
} from "../memory.ts";
import type { PickedFile } from "../model.ts";

/** Reads and changes memories, finds them by meaning, and undoes what tools wrote. */
export interface MemoriesApi {
  listMemories(query?: Partial<MemoryQuery>): Promise<Result<readonly MemoryHit[]>>;
  /** Null if it was deleted or has expired. */
  readMemory(id: MemoryId): Promise<Result<MemoryRecord | null>>;
  saveMemory(draft: MemoryDraft): Promise<Result<MemoryWrite>>;
  deleteMemory(id: MemoryId): Promise<Result<MemoryRecord | null>>;
  changeMemory(id: MemoryId, change: MemoryChange): Promise<Result<MemoryRecord>>;
  /** Makes one record of several, with the given text; `before` goes to `restoreMemories` to undo it. */
  mergeMemories(ids: readonly MemoryId[], merged: MergedText): Promise<Result<MemoryMerge>>;
  /** Puts deleted or merged records back as they were, all or none. */
  restoreMemories(records: readonly MemoryRecord[]): Promise<Result<null>>;
  /** The answers that used a memory, newest first. */
  findMemoryUses(id: MemoryId): Promise<Result<readonly MemoryUse[]>>;
  /** Undoes everything that an answer's calls wrote on this device, or nothing if some of it was changed since. */
  undoAnswer(messageId: MessageId): Promise<Result<MemoryRevert>>;
  /** The same for the writes of a manual call. */
  undoEdits(edits: readonly MemoryEdit[]): Promise<Result<MemoryRevert>>;
  readSemanticSearch(): Promise<Result<SemanticSearch>>;
  /** Stores an embedding model that the user picked, or null for the app's own, and searches by meaning with it from now on. */
  chooseEmbeddingModel(file: PickedFile | null): Promise<Result<SemanticSearch>>;
  /** Deletes the embedding model; notes are searched by words again. */
  dropEmbeddingModel(): Promise<Result<SemanticSearch>>;
  /** Deletes the reranker. */
  dropReranker(): Promise<Result<SemanticSearch>>;
}
