import type { ConversationId } from "../../protocol/ids.ts";
import type { Attachment } from "../../protocol/message.ts";

/** The files of a conversation, as tools see them. Their content is untrusted. */
export interface FilesPort {
  /** The newest first. */
  list(conversationId: ConversationId): Promise<readonly Attachment[]>;
}
