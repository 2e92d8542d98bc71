import { isJsonObject } from "../../../protocol/json.ts";
import { type ReadChat, toFiles, toId, toNode, toObject, toText, toTime } from "../history-chat.ts";

/** Open WebUI's export: a tree of messages by id under `chat.history`. */
export const readOpenWebUi: ReadChat = (value) => {
  const chat = toObject(value.chat);
  const { messages, currentId } = toObject(chat.history);
  if (messages === undefined || !isJsonObject(messages)) return null;
  return {
    id: toText(value.id, chat.id, value.title),
    title: toText(value.title, chat.title),
    at: toTime(value.created_at, chat.timestamp),
    updatedAt: toTime(value.updated_at),
    headId: toId(currentId),
    nodes: Object.entries(messages).map(([id, each]) => {
      const message = toObject(each);
      return toNode(message.role, {
        id,
        parentId: toId(message.parentId),
        text: toText(message.content),
        files: toFiles(message.files),
        at: toTime(message.timestamp),
      });
    }),
  };
};
