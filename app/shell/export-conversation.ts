import type { AgentApi } from "../../worker/protocol/api/agent-api.ts";
import type { Conversation, Message } from "../../worker/protocol/message.ts";
import type { ToolOutcome } from "../../worker/protocol/tool.ts";
import type { Translator } from "../messages/translate.ts";
import { toResult } from "../state/app-state.ts";
import { toMessagePath } from "../state/message-path.ts";
import { downloadText } from "../ui/download.ts";
import { withoutHidden } from "../ui/trust/reveal-hidden.ts";

/** Hands the user conversations as one file in Markdown. Returns whether all could be read. */
export async function exportConversations(
  { api, t }: { readonly api: AgentApi; readonly t: Translator },
  conversations: readonly Pick<Conversation, "id">[],
  title: string,
): Promise<boolean> {
  const texts: string[] = [];
  for (const { id } of conversations) {
    const opened = await toResult(api.openConversation(id));
    if (!opened.ok) return false;
    texts.push(toConversationMarkdown(opened.value.conversation, opened.value.messages, t));
  }
  downloadText(`${toFileName(title)}.md`, withoutHidden(texts.join("\n")), "text/markdown");
  return true;
}

function toFileName(title: string): string {
  const name = title
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  return name || "conversation";
}

/** The shown branch of a conversation as one Markdown text, tool calls and results included. */
export function toConversationMarkdown(
  conversation: Conversation,
  messages: readonly Message[],
  t: Translator,
): string {
  const parts = [`# ${conversation.title || t.text("chat.untitled")}`];
  for (const { message } of toMessagePath(messages, conversation.headId)) {
    if (message.role === "user") {
      parts.push(`## ${t.text("chat.question")}`, message.text);
      for (const { name, text, data } of message.attachments ?? []) {
        parts.push(...(data === undefined ? [`${name}:`, fence(text)] : [`[${name}]`]));
      }
      continue;
    }
    parts.push(`## ${t.text(message.summary === undefined ? "chat.answer" : "summary.make")}`);
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
