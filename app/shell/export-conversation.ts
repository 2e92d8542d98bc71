import type { AgentApi } from "../../worker/protocol/api/agent-api.ts";
import type { RequestFormat } from "../../worker/protocol/api/conversations-api.ts";
import { assertNever } from "../../worker/protocol/assert-never.ts";
import type { ConversationId } from "../../worker/protocol/ids.ts";
import type { Conversation, Message } from "../../worker/protocol/message.ts";
import type { Translator } from "../messages/translate.ts";
import { toResult } from "../state/app-state.ts";
import { toConversationMarkdown } from "../state/conversation-markdown.ts";
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
