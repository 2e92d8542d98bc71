import type { AgentApi } from "../../worker/protocol/api/agent-api.ts";
import type { ConversationId } from "../../worker/protocol/ids.ts";
import type { Translator } from "../messages/translate.ts";
import { toResult } from "../state/app-state.ts";
import { toConversationMarkdown } from "../state/conversation-markdown.ts";
import { downloadText } from "../ui/download-text.ts";

/** Hands the user a conversation as a Markdown file. Answers whether it could be read. */
export async function exportConversation(api: AgentApi, id: ConversationId, t: Translator): Promise<boolean> {
  const opened = await toResult(api.openConversation(id));
  if (!opened.ok) return false;
  const { conversation, messages } = opened.value;
  const text = toConversationMarkdown(conversation, messages, {
    question: t.text("chat.question"),
    answer: t.text("chat.answer"),
    summary: t.text("summary.make"),
    untitled: t.text("chat.untitled"),
  });
  const name = conversation.title
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  downloadText(`${name || "conversation"}.md`, text, "text/markdown");
  return true;
}
