import type { MemoryRecord } from "../../protocol/memory.ts";

/** The facts about a result made of memories: which ones, and whether any is untrusted. */
export function toMemoryFacts(records: readonly MemoryRecord[]): {
  readonly memoryIds: readonly string[];
  readonly untrusted?: boolean;
} {
  return {
    memoryIds: records.map(({ id }) => id),
    ...(records.some(({ untrusted }) => untrusted === true) ? { untrusted: true } : {}),
  };
}
