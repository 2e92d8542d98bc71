/** `alcove/store`: notes that stay, the tools that write and find them, and the check of a kept log. */
import { recallMemories } from "../worker/agent/context/recall-memories.ts";
import type { MemoryPort } from "../worker/agent/ports/memory-port.ts";
import { loadOnce } from "../worker/protocol/load-once.ts";
import { createInMemoryStores } from "../worker/store/in-memory-stores.ts";
import { openStores, type StorageProbe } from "../worker/store/open-stores.ts";
import { createMemoryDelete } from "../worker/tools/memory/memory-delete.ts";
import { createKomSearchMemory, createMemoryRead, createMemorySearch } from "../worker/tools/memory/read-notes.ts";
import { createKomUpsertMemory, createMemoryWrite } from "../worker/tools/memory/write-notes.ts";
import type { AgentMemory } from "./memory.ts";

export { verifyEvidence } from "../worker/agent/log/evidence.ts";
export type { MemoryPort } from "../worker/agent/ports/memory-port.ts";
export type { MemoryStore } from "../worker/store/stores.ts";

/** A memory to give to an agent, with the notes themselves for your own page. */
export interface NoteMemory extends AgentMemory {
  readonly notes: MemoryPort;
}

/** Options of a memory. */
export interface MemoryOptions {
  /** `notes`: memory_write, memory_search, memory_read, memory_delete. `kom`: kom.memory.v1's upsert and search. */
  readonly tools?: "notes" | "kom";
}

/** A memory over any place that keeps notes; `testMemoryPort` of `alcove/testing/contracts` says what it must do. */
export function createMemory(notes: MemoryPort, { tools = "notes" }: MemoryOptions = {}): NoteMemory {
  return {
    notes,
    tools:
      tools === "kom"
        ? [createKomUpsertMemory(notes), createKomSearchMemory(notes)]
        : [createMemoryWrite(notes), createMemorySearch(notes), createMemoryRead(notes), createMemoryDelete(notes)],
    recall: (question) => recallMemories({ ...question, memory: notes }),
  };
}

/** A memory that ends with the page or the process. */
export function createInMemoryMemory(options: MemoryOptions = {}): NoteMemory {
  return createMemory(createInMemoryStores(createClock()).memories, options);
}

/** Options of a memory in IndexedDB. */
export interface OpenMemoryOptions extends MemoryOptions {
  /** The IndexedDB database; `alcove-memory` unless given. */
  readonly database?: string;
}

/** A memory in IndexedDB, opened by its first use; where the browser refuses storage it ends with the page. */
export function openMemory({ database = "alcove-memory", ...options }: OpenMemoryOptions = {}): NoteMemory {
  const open = loadOnce(async () => {
    const stores = await openStores({ clock: createClock(), name: database, storage: toStorage() });
    return stores.memories;
  });
  return createMemory(
    {
      write: async (draft) => (await open()).write(draft),
      read: async (id) => (await open()).read(id),
      search: async (query) => (await open()).search(query),
      delete: async (id) => (await open()).delete(id),
    },
    options,
  );
}

function createClock() {
  return { now: () => Date.now(), newId: () => crypto.randomUUID() };
}

/** Node has IndexedDB only by a package, and no storage manager. */
function toStorage(): StorageProbe {
  return (
    globalThis.navigator?.storage ?? { estimate: () => Promise.resolve({}), persisted: () => Promise.resolve(false) }
  );
}
