import type { Result } from "../failure.ts";
import type { ConversationId, MessageId, RunId } from "../ids.ts";

/** Summaries that the model reads in place of older messages. */
export interface SummariesApi {
  /**
   * Has the model sum up the older messages of the shown branch, in a run of its own. From then on the model reads the
   * summary instead of them; they stay stored. Fails with `nothing-to-summarize` if there are too few.
   */
  summarizeConversation(conversationId: ConversationId): Promise<Result<RunId>>;
  /** Turns a summary off, so that the messages themselves are sent again, or on again. */
  applySummary(messageId: MessageId, used: boolean): Promise<Result<null>>;
}
