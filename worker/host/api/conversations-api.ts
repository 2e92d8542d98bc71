import type { ConversationsApi } from "../../protocol/api/conversations-api.ts";
import type { Result } from "../../protocol/failure.ts";
import type { ConversationId } from "../../protocol/ids.ts";
import type { Conversation } from "../../protocol/message.ts";
import type { ConversationStore } from "../../store/stores.ts";
import type { HostParts } from "../host-parts.ts";
import { attempt, toMissing, toResult } from "../to-result.ts";

export function createConversationsApi(parts: HostParts): ConversationsApi {
  const { readStores, runs, now, emit } = parts;
  let newestSearch = 0;

  const change = (
    conversationId: ConversationId,
    work: (conversations: ConversationStore) => Promise<Conversation | null>,
  ): Promise<Result<Conversation>> =>
    toResult(async () => {
      const conversation = await work((await readStores()).conversations);
      if (conversation === null) return toMissing(conversationId);
      emit({ type: "conversation-changed", conversation });
      return { ok: true, value: conversation };
    });

  return {
    listConversations: async () => (await readStores()).conversations.list(),
    openConversation: (conversationId) =>
      toResult(async () => {
        const conversation = await (await readStores()).conversations.read(conversationId);
        if (conversation === null) return toMissing(conversationId);
        return { ok: true, value: { conversation, messages: await parts.conversations.readMessages(conversation) } };
      }),
    searchMessages: (text, limit, scope) =>
      attempt(async () => {
        newestSearch += 1;
        const search = newestSearch;
        const { conversations } = await readStores();
        return conversations.search(text, limit, () => search !== newestSearch, scope);
      }),
    renameConversation: (id, title) => change(id, (conversations) => conversations.update(id, { title }, now())),
    updateConversation: (id, wanted) => change(id, (conversations) => conversations.update(id, wanted, now())),
    deleteMessage: (messageId) =>
      toResult(async () => {
        const { conversations } = await readStores();
        const question = await conversations.readMessage(messageId);
        if (question === null) return toMissing(messageId);
        await runs.stopAll(question.conversationId);
        const conversation = await conversations.removeMessage(messageId);
        if (conversation === null) return toMissing(messageId);
        await parts.conversations.emitReloaded(conversation.id);
        return { ok: true, value: null };
      }),
    deleteConversation: (conversationId) =>
      attempt(async () => {
        // A run that continued would store its answer, and the conversation with it, again.
        await runs.stopAll(conversationId);
        await (await readStores()).conversations.delete(conversationId);
        emit({ type: "conversation-deleted", conversationId });
        return null;
      }),
  };
}
