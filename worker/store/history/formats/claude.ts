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
import { type ReadRemembered, toRemembered } from "../remembered.ts";

/** Claude's export: messages in order, in newer files with the message that each follows. */
export const readClaude: ReadChat = (value) => {
  if (!Array.isArray(value.chat_messages)) return null;
  const nodes: HistoryNode[] = [];
  for (const [index, each] of value.chat_messages.map(toObject).entries()) {
    nodes.push(readMessage(each, index, nodes.at(-1)?.id ?? null));
  }
  return {
    id: toText(value.uuid, value.name, value.created_at),
    title: toText(value.name),
    at: toTime(value.created_at),
    updatedAt: toTime(value.updated_at),
    headId: toId(value.current_leaf_message_uuid) ?? nodes.at(-1)?.id ?? null,
    nodes,
  };
};

/** Files that it keeps for a project of its own: nothing for everybody's notes. */
const OF_PROJECT = /^\/?projects\//u;
const FRONT_MATTER = /^---\r?\n[\s\S]*?\n---(?:\r?\n|$)/u;

/** The sentences that it remembers of its user, in one text or in files. */
export const readClaudeRemembered: ReadRemembered = (value) => {
  const files = toList(value.memory_files).map(toObject);
  const general = files.filter(({ path }) => !OF_PROJECT.test(toText(path)));
  const texts = [toText(value.conversations_memory), ...general.map(({ content }) => toText(content))];
  return texts.flatMap((text) => toRemembered(text.replace(FRONT_MATTER, "")));
};

function readMessage(message: JsonObject, index: number, before: string | null): HistoryNode {
  const parts = toList(message.content).map(toObject);
  return toNode(message.sender === "human" ? "user" : "assistant", {
    id: toId(message.uuid) ?? String(index),
    parentId: message.parent_message_uuid === undefined ? before : toId(message.parent_message_uuid),
    text: joinTexts(parts.map(toPart)) || toText(message.text),
    reasoning: joinTexts(parts.map(({ thinking }) => toText(thinking))),
    files: toFiles(message.attachments, message.files),
    at: toTime(message.created_at),
  });
}

function toPart(part: JsonObject): string {
  if (part.type === "tool_use") return toToolText(toText(part.name) || "tool", part.input);
  if (part.type === "tool_result") return toToolText(toText(part.name) || "tool", toResult(part.content));
  return part.type === "thinking" ? "" : toText(part.text);
}

function toResult(content: JsonValue | undefined): JsonValue | undefined {
  const texts = joinTexts(toList(content).map((each) => toText(toObject(each).text)));
  return texts === "" ? content : texts;
}
