import type { ConversationId } from "../protocol/ids.ts";
import type { ConversationStore, Stores } from "./stores.ts";

/**
 * Stores that keep temporary conversations, with their messages and runs, in `openTemporary`'s stores instead: nothing
 * of them is written to the device, listed, searched or exported. Opened when the first one begins.
 */
export function withTemporary(stores: Stores, openTemporary: () => Promise<Stores>): Stores {
  const ids = new Set<ConversationId>();
  let opened: Stores | null = null;
  const open = async (): Promise<Stores> => {
    opened ??= await openTemporary();
    return opened;
  };
  const storesOf = (id: ConversationId): Stores => (ids.has(id) && opened !== null ? opened : stores);
  const kept = stores.conversations;
  const conversations: ConversationStore = {
    list: () => kept.list(),
    search: (...search) => kept.search(...search),
    findUses: (id) => kept.findUses(id),
    read: (id) => storesOf(id).conversations.read(id),
    messages: (id, last) => storesOf(id).conversations.messages(id, last),
    readMessage: async (id) => (await opened?.conversations.readMessage(id)) ?? (await kept.readMessage(id)),
    saveTurn: async (turn) => {
      if (turn.conversation.temporary !== true) return kept.saveTurn(turn);
      ids.add(turn.conversation.id);
      return (await open()).conversations.saveTurn(turn);
    },
    update: (id, change, now) => storesOf(id).conversations.update(id, change, now),
    removeMessage: async (id) => (await opened?.conversations.removeMessage(id)) ?? (await kept.removeMessage(id)),
    delete: (id) => storesOf(id).conversations.delete(id),
  };
  const runs: Stores["runs"] = {
    append: (header, events) => storesOf(header.conversationId).runs.append(header, events),
    list: (conversationId) => stores.runs.list(conversationId),
    read: async (id) => (await opened?.runs.read(id)) ?? (await stores.runs.read(id)),
  };
  return {
    ...stores,
    conversations,
    runs,
    deleteEverything: async () => {
      await opened?.deleteEverything();
      await stores.deleteEverything();
    },
  };
}
