import { isJsonObject, type JsonObject, type JsonValue } from "../../../protocol/json.ts";
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
import { type ReadRemembered, toRemembered } from "../remembered.ts";

/** ChatGPT's export: a tree `mapping` of nodes by id, and the node that was shown last. LibreChat writes the same. */
export const readChatGpt: ReadChat = (value) => {
  if (value.mapping === undefined || !isJsonObject(value.mapping)) return null;
  return {
    id: toText(value.conversation_id, value.id, value.title),
    title: toText(value.title),
    at: toTime(value.create_time),
    updatedAt: toTime(value.update_time),
    headId: toId(value.current_node),
    nodes: Object.entries(value.mapping).map(([id, node]) => readNode(id, toObject(node))),
  };
};

/** The sentences that its assistant remembered: the whole texts of its calls of one tool. */
export const readChatGptRemembered: ReadRemembered = ({ mapping }) =>
  Object.values(toObject(mapping)).flatMap((node) => {
    const { author, recipient, content } = toObject(toObject(node).message);
    const isCall = recipient === "bio" && toObject(author).role === "assistant";
    return isCall ? toRemembered(toContent(toObject(content))) : [];
  });

function readNode(id: string, node: JsonObject): HistoryNode {
  const message = toObject(node.message);
  const metadata = toObject(message.metadata);
  const author = toObject(message.author);
  const content = toObject(message.content);
  const isThought = content.content_type === "thoughts";
  const text = isThought ? "" : toContent(content);
  const tool = author.role === "tool" ? toText(author.name) : toRecipient(message.recipient);
  const isHidden = metadata.is_visually_hidden_from_conversation === true || HIDDEN_TYPES.has(content.content_type);
  return toNode(isHidden ? "system" : author.role, {
    id,
    parentId: toId(node.parent),
    text: tool === "" || text === "" ? text : toToolText(tool, text),
    reasoning: isThought ? joinTexts(toList(content.thoughts).map(toThought)) : "",
    files: toFiles(metadata.attachments),
    at: toTime(message.create_time),
  });
}

/** The description that users gave of themselves, and the note of how long was thought. */
const HIDDEN_TYPES: ReadonlySet<JsonValue | undefined> = new Set([
  "user_editable_context",
  "model_editable_context",
  "reasoning_recap",
]);

function toRecipient(value: JsonValue | undefined): string {
  return value === "all" ? "" : toText(value);
}

function toContent(content: JsonObject): string {
  const parts = toList(content.parts).map((part) => {
    if (typeof part === "string") return part;
    const { content_type: type, text } = toObject(part);
    return toText(text) || (typeof type === "string" ? `[${type}]` : "");
  });
  return joinTexts(parts) || toText(content.text, content.result, content.content);
}

function toThought(value: JsonValue): string {
  const { summary, content } = toObject(value);
  return joinTexts([toText(summary), toText(content)]);
}
