import type { JsonValue } from "../../../protocol/json.ts";
import type { Fields } from "../fields.ts";
import { type HistoryNode, joinTexts, type ReadChat, toNode, toToolText } from "../history-chat.ts";

/** LibreChat's export: messages with the one each follows, in a list or as children of each other. */
export const readLibreChat: ReadChat = (chat) => {
  const messages = chat.objects("messages");
  if (messages[0]?.value("messageId") === undefined) return null;
  const nodes: HistoryNode[] = [];
  const waiting = messages.map((message) => ({ message, before: null as string | null })).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = readMessage(next.message, nodes.length, next.before);
    nodes.push(node);
    for (const child of next.message.objects("children").toReversed()) {
      waiting.push({ message: child, before: node.id });
    }
  }
  return {
    id: chat.text("conversationId", "title"),
    title: chat.text("title"),
    at: chat.time("createdAt"),
    updatedAt: chat.time("updatedAt"),
    headId: nodes.at(-1)?.id ?? null,
    nodes,
  };
};

function readMessage(message: Fields, index: number, before: string | null): HistoryNode {
  const parts = message.objects("content");
  return toNode(message.value("isCreatedByUser") === true ? "user" : "assistant", {
    id: message.id("messageId") ?? String(index),
    parentId: message.id("parentMessageId") ?? before,
    text: joinTexts(parts.map(toPart)) || message.text("text"),
    reasoning: joinTexts(parts.map((part) => part.text("think"))),
    files: message.files("files", "attachments"),
    at: message.time("createdAt", "updatedAt"),
  });
}

function toPart(part: Fields): string {
  if (part.value("tool_call") === undefined) return part.text("text") || part.object("text").text("value");
  const call = part.object("tool_call");
  const said = (value: JsonValue | undefined) =>
    value === undefined ? "" : toToolText(call.text("name") || "tool", value);
  return joinTexts([said(call.value("args")), said(call.value("output"))]);
}
