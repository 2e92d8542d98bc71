import type { Result } from "../failure.ts";
import type { ConversationId, MessageId } from "../ids.ts";
import type { Conversation, Message, MessageHit } from "../message.ts";
import type { Scope } from "../project.ts";

/** Reads, searches and changes stored conversations. */
export interface ConversationsApi {
  listConversations(): Promise<readonly Conversation[]>;
  /** All messages of a conversation, in order of `sequence`. */
  openConversation(
    conversationId: ConversationId,
  ): Promise<Result<{ readonly conversation: Conversation; readonly messages: readonly Message[] }>>;
  /** Messages that contain every word, newest first, in one scope if one is given. A new search ends the one under way. */
  searchMessages(text: string, limit: number, scope?: Scope): Promise<Result<readonly MessageHit[]>>;
  updateConversation(
    conversationId: ConversationId,
    change: Partial<Pick<Conversation, "title" | "pinned" | "systemPrompt" | "folder">> & {
      readonly headId?: MessageId;
    },
  ): Promise<Result<Conversation>>;
  /** Removes a question with its answers; what followed stays. Stops a run of the conversation first. */
  deleteMessage(messageId: MessageId): Promise<Result<null>>;
  deleteConversation(conversationId: ConversationId): Promise<Result<null>>;
}
