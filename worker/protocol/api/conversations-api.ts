import type { Result } from "../failure.ts";
import type { ConversationId, MessageId } from "../ids.ts";
import type { JsonObject } from "../json.ts";
import type { Conversation, Message, MessageHit } from "../message.ts";

/** A provider whose message format a conversation can be exported in. */
export type RequestFormat = "openai" | "anthropic";

/** Reads, searches and changes stored conversations. */
export interface ConversationsApi {
  listConversations(): Promise<readonly Conversation[]>;
  /** All messages of a conversation, in order of `sequence`. */
  openConversation(
    conversationId: ConversationId,
  ): Promise<Result<{ readonly conversation: Conversation; readonly messages: readonly Message[] }>>;
  /** Messages that contain every word, newest first. A new search ends the one under way. */
  searchMessages(text: string, limit: number): Promise<Result<readonly MessageHit[]>>;
  renameConversation(conversationId: ConversationId, title: string): Promise<Result<Conversation>>;
  updateConversation(
    conversationId: ConversationId,
    change: {
      readonly pinned?: boolean;
      readonly headId?: MessageId;
      readonly systemPrompt?: string;
      /** Empty for none. */
      readonly folder?: string;
    },
  ): Promise<Result<Conversation>>;
  /** Messages, in order, as the body of a provider's request: `messages`, and for Anthropic `system`. */
  toProviderRequest(format: RequestFormat, systemPrompt: string, messages: readonly Message[]): Promise<JsonObject>;
  /** Removes a question with its answers; what followed stays. Stops a run of the conversation first. */
  deleteMessage(messageId: MessageId): Promise<Result<null>>;
  deleteConversation(conversationId: ConversationId): Promise<Result<null>>;
}
