import type { AgentEvent } from "../../protocol/api/agent-event.ts";
import type { MemoriesApi } from "../../protocol/api/memories-api.ts";
import type { Result } from "../../protocol/failure.ts";
import type { MemoryStore, Stores } from "../../store/stores.ts";
import { attempt, toMissing, toResult } from "../to-result.ts";

export function createMemoriesApi(deps: { readStores(): Promise<Stores>; emit(event: AgentEvent): void }): MemoriesApi {
  const { readStores, emit } = deps;
  const read = <Value>(work: (memories: MemoryStore) => Promise<Value>): Promise<Result<Value>> =>
    attempt(async () => work((await readStores()).memories));
  const change = <Value>(work: (memories: MemoryStore) => Promise<Result<Value>>): Promise<Result<Value>> =>
    toResult(async () => {
      const changed = await work((await readStores()).memories);
      if (changed.ok) emit({ type: "memories-changed" });
      return changed;
    });
  const write = <Value>(work: (memories: MemoryStore) => Promise<Value>): Promise<Result<Value>> =>
    change((memories) => attempt(() => work(memories)));
  return {
    listMemories: (query = {}) => read((memories) => memories.list(query)),
    readMemory: (id) => read((memories) => memories.read(id)),
    saveMemory: (draft) => write((memories) => memories.write(draft)),
    deleteMemory: (id) => write((memories) => memories.delete(id)),
    changeMemory: (id, wanted) =>
      change(async (memories) => {
        const value = await memories.change(id, wanted);
        return value === null ? toMissing(id) : { ok: true, value };
      }),
    mergeMemories: (ids, merged) =>
      change(async (memories) => {
        const value = await memories.merge(ids, merged);
        return value === null ? toMissing(ids.join(", ")) : { ok: true, value };
      }),
    restoreMemories: (records) =>
      write(async (memories) => {
        await memories.restoreAll(records);
        return null;
      }),
    listMemoryScopes: () => read((memories) => memories.listScopes()),
    findMemoryUses: (id) =>
      attempt(async () => {
        const { conversations } = await readStores();
        const answers = await conversations.findUses(id);
        const titles = new Map((await conversations.list()).map(({ id: known, title }) => [known, title]));
        return answers.map((answer) => ({
          conversationId: answer.conversationId,
          messageId: answer.id,
          title: titles.get(answer.conversationId) ?? "",
          at: answer.createdAt,
        }));
      }),
  };
}
