import type { JsonValue } from "../../../protocol/json.ts";
import { Fields } from "../fields.ts";
import { type HistoryNode, joinTexts, type ReadChat, toNode, toToolText } from "../history-chat.ts";
import { type ReadRemembered, toRemembered } from "../remembered.ts";

/** ChatGPT's export: a tree `mapping` of nodes by id, and the node that was shown last. LibreChat writes the same. */
export const readChatGpt: ReadChat = (chat) => {
  const mapping = chat.entries("mapping");
  if (mapping === null) return null;
  return {
    id: chat.text("conversation_id", "id", "title"),
    title: chat.text("title"),
    at: chat.time("create_time"),
    updatedAt: chat.time("update_time"),
    headId: chat.id("current_node"),
    nodes: mapping.map(([id, node]) => readNode(id, node)),
  };
};

/** The sentences that its assistant remembered: the whole texts of its calls of one tool. */
export const readChatGptRemembered: ReadRemembered = (chat) =>
  (chat.entries("mapping") ?? []).flatMap(([, node]) => {
    const message = node.object("message");
    const isCall = message.value("recipient") === "bio" && message.object("author").value("role") === "assistant";
    return isCall ? toRemembered(toContent(message.object("content"))) : [];
  });

function readNode(id: string, node: Fields): HistoryNode {
  const message = node.object("message");
  const metadata = message.object("metadata");
  const author = message.object("author");
  const content = message.object("content");
  const type = content.value("content_type");
  const isThought = type === "thoughts";
  const text = isThought ? "" : toContent(content);
  const recipient = message.text("recipient");
  const tool = author.value("role") === "tool" ? author.text("name") : recipient === "all" ? "" : recipient;
  const isHidden = metadata.value("is_visually_hidden_from_conversation") === true || HIDDEN_TYPES.has(type);
  return toNode(isHidden ? "system" : author.value("role"), {
    id,
    parentId: node.id("parent"),
    text: tool === "" || text === "" ? text : toToolText(tool, text),
    reasoning: isThought ? joinTexts(content.objects("thoughts").map(toThought)) : "",
    files: metadata.files("attachments"),
    at: message.time("create_time"),
  });
}

/** The description that users gave of themselves, and the note of how long was thought. */
const HIDDEN_TYPES: ReadonlySet<JsonValue | undefined> = new Set([
  "user_editable_context",
  "model_editable_context",
  "reasoning_recap",
]);

function toContent(content: Fields): string {
  const parts = content.list("parts").map((part) => {
    if (typeof part === "string") return part;
    const fields = new Fields(part);
    const type = fields.value("content_type");
    return fields.text("text") || (typeof type === "string" ? `[${type}]` : "");
  });
  return joinTexts(parts) || content.text("text", "result", "content");
}

function toThought(thought: Fields): string {
  return joinTexts([thought.text("summary"), thought.text("content")]);
}
