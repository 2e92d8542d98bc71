import type { AgentEvent } from "../../protocol/api/agent-event.ts";
import type { ConversationsApi } from "../../protocol/api/conversations-api.ts";
import type { Result } from "../../protocol/failure.ts";
import type { ConversationId, RunId } from "../../protocol/ids.ts";
import type { AssistantMessage, Conversation, Message } from "../../protocol/message.ts";
import type { Stores } from "../../store/stores.ts";
import type { RunRegistry } from "../runs/run-registry.ts";
import { missing, settle } from "../settle.ts";

export interface ConversationsApiDeps {
  readStores(): Promise<Stores>;
  readonly runs: RunRegistry;
  /** Whether some worker of this origin is at work on a run. */
  isAlive(runId: RunId): Promise<boolean>;
  /** Milliseconds since the epoch. */
  now(): number;
  emit(event: AgentEvent): void;
}

/** The conversations as they are stored, for the page and for the runs that add to them. */
export interface Conversations {
  readonly desk: ConversationsApi;
  /** All messages; answers whose worker is gone are marked as interrupted, once and for all. */
  readMessages(conversation: Conversation): Promise<readonly Message[]>;
  /** Saves what a step adds, all of it or nothing, and tells the page what is stored now. */
  saveTurn(conversation: Conversation, messages: readonly Message[]): Promise<readonly Message[]>;
  /** Tells the page what another tab has made of a conversation. */
  emitReloaded(conversationId: ConversationId): Promise<void>;
}

export function createConversationsApi(deps: ConversationsApiDeps): Conversations {
  const { runs, emit } = deps;
  let searches = 0;
  const readConversations = async (): Promise<Stores["conversations"]> => (await deps.readStores()).conversations;

  const saveTurn = async (conversation: Conversation, messages: readonly Message[]): Promise<readonly Message[]> => {
    const stored = await (await readConversations()).saveTurn({ conversation, messages });
    emit({ type: "conversation-changed", conversation: stored.conversation });
    for (const message of stored.messages) emit({ type: "message-stored", message });
    return stored.messages;
  };
  const readMessages = async (conversation: Conversation): Promise<readonly Message[]> => {
    const messages = await (await readConversations()).messages(conversation.id);
    const orphaned: AssistantMessage[] = [];
    for (const message of messages) {
      if (message.role !== "assistant" || message.state !== "running" || runs.has(message.runId)) continue;
      if (!(await deps.isAlive(message.runId))) orphaned.push({ ...message, state: "interrupted" });
    }
    if (orphaned.length === 0) return messages;
    await saveTurn(conversation, orphaned);
    const byId = new Map(orphaned.map((message) => [message.id, message]));
    return messages.map((message) => byId.get(message.id) ?? message);
  };
  const change = (
    conversationId: ConversationId,
    work: (conversations: Stores["conversations"]) => Promise<Conversation | null>,
  ): Promise<Result<Conversation>> =>
    settle(async () => {
      const conversation = await work(await readConversations());
      if (conversation === null) return missing(conversationId);
      emit({ type: "conversation-changed", conversation });
      return { ok: true, value: conversation };
    });

  return {
    saveTurn,
    readMessages,
    emitReloaded: async (conversationId) => {
      const conversations = await readConversations();
      const conversation = await conversations.read(conversationId);
      if (conversation === null) return emit({ type: "conversation-deleted", conversationId });
      const messages = await conversations.messages(conversationId);
      emit({ type: "conversation-changed", conversation });
      for (const message of messages) emit({ type: "message-stored", message });
    },
    desk: {
      listConversations: async () => (await readConversations()).list(),
      openConversation: (conversationId) =>
        settle(async () => {
          const conversation = await (await readConversations()).read(conversationId);
          if (conversation === null) return missing(conversationId);
          return { ok: true, value: { conversation, messages: await readMessages(conversation) } };
        }),
      searchMessages: (text, limit) =>
        settle(async () => {
          searches += 1;
          const own = searches;
          const found = await (await readConversations()).search(text, limit, () => own !== searches);
          return { ok: true, value: found };
        }),
      renameConversation: (id, title) => change(id, (conversations) => conversations.rename(id, title, deps.now())),
      updateConversation: (id, wanted) => change(id, (conversations) => conversations.update(id, wanted, deps.now())),
      deleteConversation: (conversationId) =>
        settle(async () => {
          // A run that went on would store its answer, and the conversation with it, again.
          await runs.stopAll(conversationId);
          await (await readConversations()).delete(conversationId);
          emit({ type: "conversation-deleted", conversationId });
          return { ok: true, value: null };
        }),
    },
  };
}
