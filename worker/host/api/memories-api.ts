import type { AgentEvent } from "../../protocol/api/agent-event.ts";
import type { MemoriesApi } from "../../protocol/api/memories-api.ts";
import type { Result } from "../../protocol/failure.ts";
import type { MemoryStore, Stores } from "../../store/stores.ts";
import { toMissing, toResult } from "../to-result.ts";

export function createMemoriesApi(deps: { readStores(): Promise<Stores>; emit(event: AgentEvent): void }): MemoriesApi {
  const { readStores, emit } = deps;
  const change = <Value>(work: (memories: MemoryStore) => Promise<Result<Value>>): Promise<Result<Value>> =>
    toResult(async () => {
      const changed = await work((await readStores()).memories);
      if (changed.ok) emit({ type: "memories-changed" });
      return changed;
    });
  return {
    listMemories: (query = {}) =>
      toResult(async () => ({ ok: true, value: await (await readStores()).memories.list(query) })),
    readMemory: (id) => toResult(async () => ({ ok: true, value: await (await readStores()).memories.read(id) })),
    saveMemory: (draft) => change(async (memories) => ({ ok: true, value: await memories.write(draft) })),
    deleteMemory: (id) => change(async (memories) => ({ ok: true, value: await memories.delete(id) })),
    changeMemory: (id, wanted) =>
      change(async (memories) => {
        const value = await memories.change(id, wanted);
        return value === null ? toMissing(id) : { ok: true, value };
      }),
    mergeMemories: (ids, text) =>
      change(async (memories) => {
        const value = await memories.merge(ids, text);
        return value === null ? toMissing(ids.join(", ")) : { ok: true, value };
      }),
    restoreMemories: (records) =>
      change(async (memories) => {
        await memories.restoreAll(records);
        return { ok: true, value: null };
      }),
    listMemoryScopes: () =>
      toResult(async () => ({ ok: true, value: await (await readStores()).memories.listScopes() })),
    findMemoryUses: (id) =>
      toResult(async () => {
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
