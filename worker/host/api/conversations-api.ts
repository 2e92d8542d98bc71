import type { ConversationsApi } from "../../protocol/api/conversations-api.ts";
import type { ConversationId } from "../../protocol/ids.ts";
import type { Conversation } from "../../protocol/message.ts";
import type { ConversationChange } from "../../store/conversation-store.ts";
import type { HostParts } from "../host-parts.ts";
import { toResults, toStored } from "../to-result.ts";

export function createConversationsApi(parts: HostParts): ConversationsApi {
  const { runs, now, emit } = parts;
  const readConversations = async () => (await parts.readStores()).conversations;
  let newestSearch = 0;

  const update = async (id: ConversationId, wanted: ConversationChange): Promise<Conversation> => {
    const conversation = toStored(await (await readConversations()).update(id, wanted, now()), id);
    emit({ type: "conversation-changed", conversation });
    return conversation;
  };

  return {
    listConversations: async () => (await readConversations()).list(),
    ...toResults<Omit<ConversationsApi, "listConversations">>({
      openConversation: async (id) => {
        const conversation = toStored(await (await readConversations()).read(id), id);
        return { conversation, messages: await parts.conversations.readMessages(conversation) };
      },
      searchMessages: async (text, limit, scope) => {
        newestSearch += 1;
        const search = newestSearch;
        return (await readConversations()).search(text, limit, () => search !== newestSearch, scope);
      },
      updateConversation: update,
      deleteMessage: async (id) => {
        const conversations = await readConversations();
        const question = toStored(await conversations.readMessage(id), id);
        await runs.stopAll(question.conversationId);
        const conversation = toStored(await conversations.removeMessage(id), id);
        await parts.conversations.emitReloaded(conversation.id);
      },
      deleteConversation: async (conversationId) => {
        // A run that continued would store its answer, and the conversation with it, again.
        await runs.stopAll(conversationId);
        await (await readConversations()).delete(conversationId);
        emit({ type: "conversation-deleted", conversationId });
      },
    }),
  };
}
