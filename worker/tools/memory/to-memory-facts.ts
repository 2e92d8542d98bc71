import type { MemoryRecord } from "../../protocol/memory.ts";

/** What the loop is told about a result made of memories: which ones, and whether any came from untrusted text. */
export function toMemoryFacts(records: readonly MemoryRecord[]): {
  readonly memoryIds: readonly string[];
  readonly untrusted?: boolean;
} {
  return {
    memoryIds: records.map(({ id }) => id),
    ...(records.some(({ untrusted }) => untrusted === true) ? { untrusted: true } : {}),
  };
}
