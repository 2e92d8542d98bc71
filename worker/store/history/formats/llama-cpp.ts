import { isJsonObject } from "../../../protocol/json.ts";
import { type ReadChat, toFiles, toId, toList, toNode, toObject, toText, toTime, toToolText } from "../history-chat.ts";

/** The export of llama.cpp's web page: a chat's record `conv`, and its messages as a tree. */
export const readLlamaCpp: ReadChat = (value) => {
  const { conv } = value;
  if (conv === undefined || !isJsonObject(conv) || !Array.isArray(value.messages)) return null;
  return {
    id: toText(conv.id, conv.name),
    title: toText(conv.name),
    at: null,
    updatedAt: toTime(conv.lastModified),
    headId: toId(conv.currNode),
    nodes: value.messages.map(toObject).map((message, index) => {
      const text = toText(message.content);
      const calls = toText(message.toolCalls);
      return toNode(message.type === "root" ? "system" : message.role, {
        id: toId(message.id) ?? String(index),
        parentId: toId(message.parent),
        text: calls === "" ? text : `${text}\n\n${toToolText("tool", calls)}`.trim(),
        reasoning: toText(message.reasoningContent, message.thinking),
        files: toFiles(toList(message.extra)),
        at: toTime(message.timestamp),
      });
    }),
  };
};
