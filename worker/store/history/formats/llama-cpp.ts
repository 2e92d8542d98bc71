import { isJsonObject } from "../../../protocol/json.ts";
import { type ReadChat, toFiles, toId, toList, toObject, toText, toTime, toToolText } from "../history-chat.ts";

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
      const files = toFiles(toList(message.extra));
      const reasoning = toText(message.reasoningContent, message.thinking);
      const isEmpty = text + calls + reasoning === "" && files.length === 0;
      return {
        id: toId(message.id) ?? String(index),
        parentId: toId(message.parent),
        role:
          message.type === "root" || message.role === "system" || isEmpty
            ? "hidden"
            : message.role === "user"
              ? "user"
              : "assistant",
        text: calls === "" ? text : `${text}\n\n${toToolText("tool", calls)}`.trim(),
        reasoning,
        files,
        at: toTime(message.timestamp),
      };
    }),
  };
};
