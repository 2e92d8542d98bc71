import { type ReadChat, toNode } from "../history-chat.ts";

/** Open WebUI's export: a tree of messages by id under `chat.history`. */
export const readOpenWebUi: ReadChat = (value) => {
  const chat = value.object("chat");
  const history = chat.object("history");
  const messages = history.entries("messages");
  if (messages === null) return null;
  return {
    id: value.text("id") || chat.text("id") || value.text("title"),
    title: value.text("title") || chat.text("title"),
    at: value.time("created_at") ?? chat.time("timestamp"),
    updatedAt: value.time("updated_at"),
    headId: history.id("currentId"),
    nodes: messages.map(([id, message]) =>
      toNode(message.value("role"), {
        id,
        parentId: message.id("parentId"),
        text: message.text("content"),
        files: message.files("files"),
        at: message.time("timestamp"),
      }),
    ),
  };
};
