import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import type { MemoryRecord } from "../../protocol/memory.ts";

/** A memory that matches whole words and keeps nothing. */
export function createMapMemory(): MemoryPort & { readonly records: Map<string, MemoryRecord> } {
  const records = new Map<string, MemoryRecord>();
  return {
    records,
    write: async (draft) => {
      const id = draft.id ?? `memory-${records.size + 1}`;
      const record: MemoryRecord = { ...draft, id, tags: draft.tags ?? [], createdAt: 0, updatedAt: 0 };
      const before = records.get(id);
      records.set(id, record);
      return before === undefined ? { record, type: "created" } : { record, type: "updated", before };
    },
    read: async (id) => records.get(id) ?? null,
    delete: async (id) => {
      const record = records.get(id) ?? null;
      records.delete(id);
      return record;
    },
    search: async ({ text, namespace, limit }) =>
      [...records.values()]
        .filter((record) => namespace === undefined || record.namespace === namespace)
        .filter((record) => text.split(" ").some((word) => record.text.includes(word)))
        .slice(0, limit)
        .map((record) => ({ record, score: 1 })),
  };
}
