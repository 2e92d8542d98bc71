import type { Result } from "../failure.ts";
import type { ConversationId, MessageId, RunId } from "../ids.ts";

/** Summaries that the model reads in place of older messages. */
export interface SummariesApi {
  /**
   * Lets the model sum up the older messages of the shown branch, in a run of its own. From then on the model reads the
   * summary in their place; they stay where they are. Refused with `nothing-to-summarize` where there are too few.
   */
  summarizeConversation(conversationId: ConversationId): Promise<Result<RunId>>;
  /** Takes a summary back, so that the messages themselves are sent again, or puts it to use once more. */
  applySummary(messageId: MessageId, used: boolean): Promise<Result<null>>;
}
