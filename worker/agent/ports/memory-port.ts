import type { MemoryId } from "../../protocol/ids.ts";
import type { MemoryDraft, MemoryHit, MemoryQuery, MemoryRecord, MemoryWrite } from "../../protocol/memory.ts";

/** The memory as tools and the loop see it. Writes resolve when they are durable. Rejects with a storage fault. */
export interface MemoryPort {
  write(draft: MemoryDraft): Promise<MemoryWrite>;
  read(id: MemoryId): Promise<MemoryRecord | null>;
  search(query: MemoryQuery): Promise<readonly MemoryHit[]>;
  delete(id: MemoryId): Promise<MemoryRecord | null>;
}
