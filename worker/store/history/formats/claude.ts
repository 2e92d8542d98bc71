import type { JsonValue } from "../../../protocol/json.ts";
import type { Fields } from "../fields.ts";
import { type HistoryNode, joinTexts, type ReadChat, toNode, toToolText } from "../history-chat.ts";
import { type ReadRemembered, toRemembered } from "../remembered.ts";

/** Claude's export: messages in order, in newer files with the message that each follows. */
export const readClaude: ReadChat = (chat) => {
  if (!Array.isArray(chat.value("chat_messages"))) return null;
  const nodes: HistoryNode[] = [];
  for (const [index, each] of chat.objects("chat_messages").entries()) {
    nodes.push(readMessage(each, index, nodes.at(-1)?.id ?? null));
  }
  return {
    id: chat.text("uuid", "name", "created_at"),
    title: chat.text("name"),
    at: chat.time("created_at"),
    updatedAt: chat.time("updated_at"),
    headId: chat.id("current_leaf_message_uuid") ?? nodes.at(-1)?.id ?? null,
    nodes,
  };
};

/** Files that it keeps for a project of its own: nothing for everybody's notes. */
const OF_PROJECT = /^\/?projects\//u;
const FRONT_MATTER = /^---\r?\n[\s\S]*?\n---(?:\r?\n|$)/u;

/** The sentences that it remembers of its user, in one text or in files. */
export const readClaudeRemembered: ReadRemembered = (value) => {
  const general = value.objects("memory_files").filter((file) => !OF_PROJECT.test(file.text("path")));
  const texts = [value.text("conversations_memory"), ...general.map((file) => file.text("content"))];
  return texts.flatMap((text) => toRemembered(text.replace(FRONT_MATTER, "")));
};

function readMessage(message: Fields, index: number, before: string | null): HistoryNode {
  const parts = message.objects("content");
  return toNode(message.value("sender") === "human" ? "user" : "assistant", {
    id: message.id("uuid") ?? String(index),
    parentId: message.value("parent_message_uuid") === undefined ? before : message.id("parent_message_uuid"),
    text: joinTexts(parts.map(toPart)) || message.text("text"),
    reasoning: joinTexts(parts.map((part) => part.text("thinking"))),
    files: message.files("attachments", "files"),
    at: message.time("created_at"),
  });
}

function toPart(part: Fields): string {
  const type = part.value("type");
  if (type === "tool_use") return toToolText(part.text("name") || "tool", part.value("input"));
  if (type === "tool_result") return toToolText(part.text("name") || "tool", toResult(part));
  return type === "thinking" ? "" : part.text("text");
}

function toResult(part: Fields): JsonValue | undefined {
  return joinTexts(part.objects("content").map((each) => each.text("text"))) || part.value("content");
}
