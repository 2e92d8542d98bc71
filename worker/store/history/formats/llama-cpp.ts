import { isJsonObject } from "../../../protocol/json.ts";
import { type ReadChat, toNode, toToolText } from "../history-chat.ts";

/** The export of llama.cpp's web page: a chat's record `conv`, and its messages as a tree. */
export const readLlamaCpp: ReadChat = (value) => {
  if (!isJsonObject(value.value("conv")) || !Array.isArray(value.value("messages"))) return null;
  const chat = value.object("conv");
  return {
    id: chat.text("id", "name"),
    title: chat.text("name"),
    at: null,
    updatedAt: chat.time("lastModified"),
    headId: chat.id("currNode"),
    nodes: value.objects("messages").map((message, index) => {
      const text = message.text("content");
      const calls = message.text("toolCalls");
      return toNode(message.value("type") === "root" ? "system" : message.value("role"), {
        id: message.id("id") ?? String(index),
        parentId: message.id("parent"),
        text: calls === "" ? text : `${text}\n\n${toToolText("tool", calls)}`.trim(),
        reasoning: message.text("reasoningContent", "thinking"),
        files: message.files("extra"),
        at: message.time("timestamp"),
      });
    }),
  };
};
