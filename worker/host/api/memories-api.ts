import type { MemoriesApi } from "../../protocol/api/memories-api.ts";
import type { Result } from "../../protocol/failure.ts";
import type { MemoryEdit, MemoryRevert } from "../../protocol/memory.ts";
import type { AssistantMessage } from "../../protocol/message.ts";
import type { MemoryStore } from "../../store/stores.ts";
import type { HostParts } from "../host-parts.ts";
import { attempt, toMissing, toResult } from "../to-result.ts";

export function createMemoriesApi({ readStores, conversations, clock, readEmbedding, emit }: HostParts): MemoriesApi {
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
  const revert = async (edits: readonly MemoryEdit[]): Promise<MemoryRevert> => {
    const reverted = await (await readStores()).memories.revert(edits);
    if (reverted.type === "reverted") emit({ type: "memories-changed" });
    return reverted;
  };
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
        const stored = (await readStores()).conversations;
        const answers = await stored.findUses(id);
        const titles = new Map((await stored.list()).map(({ id: known, title }) => [known, title]));
        return answers.map((answer) => ({
          conversationId: answer.conversationId,
          messageId: answer.id,
          title: titles.get(answer.conversationId) ?? "",
          at: answer.createdAt,
        }));
      }),
    undoEdits: (edits) => attempt(() => revert(edits)),
    undoAnswer: (messageId) =>
      toResult<MemoryRevert>(async () => {
        const stores = await readStores();
        const message = await stores.conversations.readMessage(messageId);
        if (message?.role !== "assistant") return toMissing(messageId);
        if (message.state === "running") return { ok: false, failure: { code: "engine-busy" } };
        const value = await revert(toEdits(message));
        if (value.type !== "reverted") return { ok: true, value };
        const conversation = await stores.conversations.read(message.conversationId);
        if (conversation !== null) {
          await conversations.saveTurn(conversation, [{ ...message, undoneAt: clock.wallNow() }]);
        }
        return { ok: true, value };
      }),
    readSemanticSearch: () => attempt(async () => (await readEmbedding()).read()),
    chooseEmbeddingModel: (file) =>
      toResult(async () => {
        const embedding = await readEmbedding();
        const chosen = await embedding.choose(file);
        return chosen.ok ? { ok: true, value: await embedding.read() } : chosen;
      }),
    dropEmbeddingModel: () =>
      attempt(async () => {
        const embedding = await readEmbedding();
        await embedding.drop();
        return embedding.read();
      }),
    dropReranker: () =>
      attempt(async () => {
        const embedding = await readEmbedding();
        await embedding.dropReranker();
        return embedding.read();
      }),
  };
}

/** Writes of an answer's calls, in order. */
function toEdits({ turns }: AssistantMessage): readonly MemoryEdit[] {
  return turns.flatMap(({ calls }) => calls.flatMap(({ edits }) => edits ?? []));
}
