import type { Conversation, Message } from "../../worker/protocol/message.ts";
import type { ToolOutcome } from "../../worker/protocol/tool.ts";
import { toMessagePath } from "./message-path.ts";

/** The words that an exported conversation is set in. */
export interface ExportWords {
  readonly question: string;
  readonly answer: string;
  readonly summary: string;
  readonly untitled: string;
}

/** The shown branch of a conversation as one Markdown text, tool calls and results included. */
export function toConversationMarkdown(
  conversation: Conversation,
  messages: readonly Message[],
  words: ExportWords,
): string {
  const parts = [`# ${conversation.title || words.untitled}`];
  for (const { message } of toMessagePath(messages, conversation.headId)) {
    if (message.role === "user") {
      parts.push(`## ${words.question}`, message.text);
      for (const { name, text, data } of message.attachments ?? []) {
        parts.push(...(data === undefined ? [`${name}:`, fence(text)] : [`[${name}]`]));
      }
      continue;
    }
    parts.push(`## ${message.summary === undefined ? words.answer : words.summary}`);
    // A summary's earlier turns are its drafts.
    for (const turn of message.summary === undefined ? message.turns : message.turns.slice(-1)) {
      if (turn.text.trim() !== "") parts.push(turn.text.trim());
      for (const { call, outcome } of turn.calls) {
        const result = outcome === undefined ? "" : `\n→ ${toResultText(outcome)}`;
        parts.push(fence(`${call.name}(${JSON.stringify(call.arguments)})${result}`));
      }
    }
  }
  return `${parts.join("\n\n")}\n`;
}

function toResultText(outcome: ToolOutcome): string {
  if (outcome.type !== "success") return outcome.type;
  return outcome.content.map((block) => (block.type === "text" ? block.text : JSON.stringify(block.value))).join("\n");
}

/** A code block whose fence is longer than any run of backticks inside. */
function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const line = "`".repeat(longest + 1);
  return `${line}\n${text}\n${line}`;
}
