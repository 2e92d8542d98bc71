import type { JsonObject, JsonValue } from "../../../protocol/json.ts";
import {
  type HistoryNode,
  joinTexts,
  type ReadChat,
  toFiles,
  toId,
  toList,
  toNode,
  toObject,
  toText,
  toTime,
  toToolText,
} from "../history-chat.ts";

/** LibreChat's export: messages with the one each follows, in a list or as children of each other. */
export const readLibreChat: ReadChat = (value) => {
  const messages = toList(value.messages).map(toObject);
  if (messages[0]?.messageId === undefined) return null;
  const nodes: HistoryNode[] = [];
  const waiting = messages.map((message) => ({ message, before: null as string | null })).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = readMessage(next.message, nodes.length, next.before);
    nodes.push(node);
    for (const child of toList(next.message.children).toReversed()) {
      waiting.push({ message: toObject(child), before: node.id });
    }
  }
  return {
    id: toText(value.conversationId, value.title),
    title: toText(value.title),
    at: toTime(value.createdAt),
    updatedAt: toTime(value.updatedAt),
    headId: nodes.at(-1)?.id ?? null,
    nodes,
  };
};

function readMessage(message: JsonObject, index: number, before: string | null): HistoryNode {
  const parts = toList(message.content).map(toObject);
  return toNode(message.isCreatedByUser === true ? "user" : "assistant", {
    id: toId(message.messageId) ?? String(index),
    parentId: toId(message.parentMessageId) ?? before,
    text: joinTexts(parts.map(toPart)) || toText(message.text),
    reasoning: joinTexts(parts.map(({ think }) => toText(think))),
    files: toFiles(message.files, message.attachments),
    at: toTime(message.createdAt, message.updatedAt),
  });
}

function toPart(part: JsonObject): string {
  const call = part.tool_call;
  if (call === undefined) return toText(part.text, toObject(part.text).value);
  const { name, args, output } = toObject(call);
  const said = (value: JsonValue | undefined) => (value === undefined ? "" : toToolText(toText(name) || "tool", value));
  return joinTexts([said(args), said(output)]);
}
