import type { MemoriesApi } from "../../protocol/api/memories-api.ts";
import { failed } from "../../protocol/failure.ts";
import type { MemoryEdit, MemoryRevert } from "../../protocol/memory.ts";
import type { MemoryStore } from "../../store/stores.ts";
import type { HostParts } from "../host-parts.ts";
import { toResults, toStored, toValue } from "../to-result.ts";

export function createMemoriesApi({ readStores, conversations, clock, readEmbedding, emit }: HostParts): MemoriesApi {
  const readMemories = async () => (await readStores()).memories;
  const change = async <Value>(work: (memories: MemoryStore) => Promise<Value>): Promise<Value> => {
    const changed = await work(await readMemories());
    emit({ type: "memories-changed" });
    return changed;
  };
  const revert = async (edits: readonly MemoryEdit[]): Promise<MemoryRevert> => {
    const reverted = await (await readMemories()).revert(edits);
    if (reverted.type === "reverted") emit({ type: "memories-changed" });
    return reverted;
  };
  return toResults<MemoriesApi>({
    listMemories: async (query = {}) => (await readMemories()).list(query),
    readMemory: async (id) => (await readMemories()).read(id),
    saveMemory: (draft) => change((memories) => memories.write(draft)),
    deleteMemory: (id) => change((memories) => memories.delete(id)),
    changeMemory: (id, wanted) => change(async (memories) => toStored(await memories.change(id, wanted), id)),
    mergeMemories: (ids, merged) =>
      change(async (memories) => toStored(await memories.merge(ids, merged), ids.join(", "))),
    restoreMemories: (records) => change((memories) => memories.restoreAll(records)),
    findMemoryUses: async (id) => {
      const stored = (await readStores()).conversations;
      const answers = await stored.findUses(id);
      const titles = new Map((await stored.list()).map(({ id: known, title }) => [known, title]));
      return answers.map((answer) => ({
        conversationId: answer.conversationId,
        messageId: answer.id,
        title: titles.get(answer.conversationId) ?? "",
        at: answer.createdAt,
      }));
    },
    undoEdits: revert,
    undoAnswer: async (messageId) => {
      const stored = (await readStores()).conversations;
      const read = await stored.readMessage(messageId);
      const message = toStored(read?.role === "assistant" ? read : null, messageId);
      if (message.state === "running") toValue(failed("engine-busy"));
      // The writes of its calls, in order.
      const reverted = await revert(message.turns.flatMap(({ calls }) => calls.flatMap(({ edits = [] }) => edits)));
      const conversation = reverted.type === "reverted" ? await stored.read(message.conversationId) : null;
      if (conversation !== null) {
        await conversations.saveTurn(conversation, [{ ...message, undoneAt: clock.wallNow() }]);
      }
      return reverted;
    },
    readSemanticSearch: async () => (await readEmbedding()).read(),
    chooseEmbeddingModel: async (file) => (await readEmbedding()).choose(file),
    dropEmbeddingModel: async () => (await readEmbedding()).drop(),
    dropReranker: async () => (await readEmbedding()).dropReranker(),
  });
}
