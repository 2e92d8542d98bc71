import type { AgentApi } from "../../worker/protocol/api/agent-api.ts";
import type { RequestFormat } from "../../worker/protocol/api/conversations-api.ts";
import { assertNever } from "../../worker/protocol/assert-never.ts";
import type { ConversationId } from "../../worker/protocol/ids.ts";
import type { Conversation, Message } from "../../worker/protocol/message.ts";
import type { ToolOutcome } from "../../worker/protocol/tool.ts";
import type { Translator } from "../messages/translate.ts";
import { toResult } from "../state/app-state.ts";
import { toMessagePath } from "../state/message-path.ts";
import { downloadText } from "../ui/download.ts";
import { withoutHidden } from "../ui/trust/reveal-hidden.ts";

/** Forms in which a conversation can be exported. */
export type ExportFormat = "markdown" | RequestFormat;

interface ExportContext {
  readonly api: AgentApi;
  readonly t: Translator;
  /** The system prompt of every conversation. */
  readonly systemPrompt: string;
}

/** Hands the user a conversation as a file. Returns whether it could be read. */
export async function exportConversation(
  { api, t, systemPrompt }: ExportContext,
  id: ConversationId,
  format: ExportFormat,
): Promise<boolean> {
  const opened = await toResult(api.openConversation(id));
  if (!opened.ok) return false;
  const { conversation, messages } = opened.value;
  const name = toFileName(conversation.title);
  switch (format) {
    case "markdown":
      downloadText(`${name}.md`, withoutHidden(toMarkdown(conversation, messages, t)), "text/markdown");
      return true;
    case "openai":
    case "anthropic": {
      const path = toMessagePath(messages, conversation.headId).map(({ message }) => message);
      const prompt = [systemPrompt, conversation.systemPrompt ?? ""].filter(Boolean).join("\n");
      const request = await api.toProviderRequest(format, prompt, path);
      downloadText(`${name}.${format}.json`, withoutHidden(JSON.stringify(request, null, 2)), "application/json");
      return true;
    }
    default:
      return assertNever(format);
  }
}

function toMarkdown(conversation: Conversation, messages: readonly Message[], t: Translator): string {
  return toConversationMarkdown(conversation, messages, {
    question: t.text("chat.question"),
    answer: t.text("chat.answer"),
    summary: t.text("summary.make"),
    untitled: t.text("chat.untitled"),
  });
}

function toFileName(title: string): string {
  const name = title
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  return name || "conversation";
}

/** The words that an exported conversation is set in. */
interface ExportWords {
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
