import type { AgentEvent } from "../protocol/api/agent-event.ts";
import type { ConversationId, RunId } from "../protocol/ids.ts";
import type { AssistantMessage, Conversation, Message } from "../protocol/message.ts";
import { cutText } from "../protocol/shorten.ts";
import type { Stores } from "../store/stores.ts";

const MAX_TITLE = 59;

/** The conversations as they are stored; the page is told of every change. */
export type Conversations = ReturnType<typeof createConversations>;

export function createConversations(deps: {
  readStores(): Promise<Stores>;
  /** Whether this or another worker of this origin is working on a run. */
  isAlive(runId: RunId): Promise<boolean>;
  emit(event: AgentEvent): void;
}) {
  const { readStores, isAlive, emit } = deps;

  /** Saves the messages of a step, all or none. Resolves with the messages as stored. */
  const saveTurn = async (conversation: Conversation, messages: readonly Message[]): Promise<readonly Message[]> => {
    const stored = await (await readStores()).conversations.saveTurn({ conversation, messages });
    emit({ type: "conversation-changed", conversation: stored.conversation });
    for (const message of stored.messages) emit({ type: "message-stored", message });
    return stored.messages;
  };

  return {
    saveTurn,
    /** All messages. Answers whose worker is gone are marked as interrupted, in the store too. */
    readMessages: async (conversation: Conversation): Promise<readonly Message[]> => {
      const messages = await (await readStores()).conversations.messages(conversation.id);
      const orphaned: AssistantMessage[] = [];
      for (const message of messages) {
        if (message.role !== "assistant" || message.state !== "running") continue;
        if (!(await isAlive(message.runId))) orphaned.push({ ...message, state: "interrupted" });
      }
      if (orphaned.length === 0) return messages;
      await saveTurn(conversation, orphaned);
      const byId = new Map(orphaned.map((message) => [message.id, message]));
      return messages.map((message) => byId.get(message.id) ?? message);
    },
    /** Sends the page a conversation that was changed in other ways than by a turn, here or in another tab, or deleted. */
    emitReloaded: async (conversationId: ConversationId): Promise<void> => {
      const { conversations } = await readStores();
      const conversation = await conversations.read(conversationId);
      if (conversation === null) return emit({ type: "conversation-deleted", conversationId });
      const messages = await conversations.messages(conversationId);
      emit({ type: "conversation-changed", conversation });
      emit({ type: "messages-listed", conversationId, messageIds: messages.map(({ id }) => id) });
      for (const message of messages) emit({ type: "message-stored", message });
    },
  };
}

/** A conversation's title: the beginning of its first line. */
export function toTitle(text: string): string {
  return cutText(text.trim().split("\n")[0] ?? "", MAX_TITLE);
}
