import type { FilesPort } from "../../agent/ports/files-port.ts";
import { type Attachment, isTextFile, type Message } from "../../protocol/message.ts";
import type { ConversationStore } from "../../store/stores.ts";

/** Lines that were pasted from a spreadsheet. */
const PASTED_LINES = /(?:^[^\n]*\t[^\n]*(?:\n|$)){2,}/m;

/** The files that went along with a conversation's questions, and tables that were pasted into them. */
export function toConversationFiles(conversations: Pick<ConversationStore, "messages">): FilesPort {
  return {
    list: async (conversationId) => (await conversations.messages(conversationId)).toReversed().flatMap(toTextFiles),
  };
}

/** The text files of a message, and a table that was pasted into it. */
export function toTextFiles(message: Message): readonly Attachment[] {
  if (message.role !== "user") return [];
  const [pasted] = PASTED_LINES.exec(message.text) ?? [];
  const table =
    pasted === undefined ? [] : [{ name: "pasted.tsv", mediaType: "text/tab-separated-values", text: pasted }];
  return [...(message.attachments ?? []).filter(isTextFile), ...table];
}
