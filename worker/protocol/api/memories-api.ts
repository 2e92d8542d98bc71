import type { Result } from "../failure.ts";
import type { MemoryId } from "../ids.ts";
import type {
  MemoryChange,
  MemoryDraft,
  MemoryHit,
  MemoryMerge,
  MemoryQuery,
  MemoryRecord,
  MemoryScopes,
  MemoryUse,
  MemoryWrite,
  MergedText,
} from "../memory.ts";

/** Reads and changes memories. */
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
  listMemoryScopes(): Promise<Result<MemoryScopes>>;
  /** The answers that used a memory, newest first. */
  findMemoryUses(id: MemoryId): Promise<Result<readonly MemoryUse[]>>;
}
