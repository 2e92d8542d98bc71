import type { Result } from "../failure.ts";
import type { MessageId } from "../ids.ts";
import type { MemoryEdit, MemoryRevert } from "../memory.ts";

/** Undoes what tools wrote on this device. */
export interface UndoApi {
  /** Undoes everything that an answer's calls wrote on this device, or nothing if some of it was changed since. */
  undoAnswer(messageId: MessageId): Promise<Result<MemoryRevert>>;
  /** The same for the writes of a manual call. */
  undoEdits(edits: readonly MemoryEdit[]): Promise<Result<MemoryRevert>>;
}
