import type { AgentEvent } from "../../protocol/api/agent-event.ts";
import type { MemoriesApi } from "../../protocol/api/memories-api.ts";
import type { Result } from "../../protocol/failure.ts";
import type { MemoryStore, Stores } from "../../store/stores.ts";
import { missing, settle } from "../settle.ts";

export interface MemoriesApiDeps {
  readStores(): Promise<Stores>;
  emit(event: AgentEvent): void;
}

/** Lets the owner of the memories read and change them, and tells the page of each change. */
export function createMemoriesApi({ readStores, emit }: MemoriesApiDeps): MemoriesApi {
  const change = <Value>(work: (memories: MemoryStore) => Promise<Result<Value>>): Promise<Result<Value>> =>
    settle(async () => {
      const changed = await work((await readStores()).memories);
      if (changed.ok) emit({ type: "memories-changed" });
      return changed;
    });
  return {
    listMemories: (query = {}) =>
      settle(async () => ({ ok: true, value: await (await readStores()).memories.list(query) })),
    readMemory: (id) => settle(async () => ({ ok: true, value: await (await readStores()).memories.read(id) })),
    saveMemory: (draft) => change(async (memories) => ({ ok: true, value: await memories.write(draft) })),
    deleteMemory: (id) => change(async (memories) => ({ ok: true, value: await memories.delete(id) })),
    changeMemory: (id, wanted) =>
      change(async (memories) => {
        const value = await memories.change(id, wanted);
        return value === null ? missing(id) : { ok: true, value };
      }),
    mergeMemories: (ids, text) =>
      change(async (memories) => {
        const value = await memories.merge(ids, text);
        return value === null ? missing(ids.join(", ")) : { ok: true, value };
      }),
    restoreMemories: (records) =>
      change(async (memories) => {
        await memories.restoreAll(records);
        return { ok: true, value: null };
      }),
    listMemoryScopes: () => settle(async () => ({ ok: true, value: await (await readStores()).memories.listScopes() })),
    findMemoryUses: (id) =>
      settle(async () => {
        const { conversations } = await readStores();
        const answers = await conversations.findUses(id);
        const titles = new Map((await conversations.list()).map(({ id: known, title }) => [known, title]));
        const value = answers.map((answer) => ({
          conversationId: answer.conversationId,
          messageId: answer.id,
          title: titles.get(answer.conversationId) ?? "",
          at: answer.createdAt,
        }));
        return { ok: true, value };
      }),
  };
}
