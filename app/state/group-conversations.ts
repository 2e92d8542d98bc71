import type { Conversation } from "../../worker/protocol/message.ts";
import { foldLetters } from "../../worker/search/terms.ts";

export type ConversationGroupName = "pinned" | "today" | "week" | "older";

/** Conversations under one heading of the list. */
export interface ConversationGroup {
  readonly name: ConversationGroupName;
  readonly conversations: readonly Conversation[];
}

const DAY_MS = 86_400_000;

/** The conversations whose title holds every word of `query`, under their headings; empty headings are left out. */
export function groupConversations(
  conversations: readonly Conversation[],
  query: string,
  startOfToday: number,
): readonly ConversationGroup[] {
  const words = foldLetters(query).split(/\s+/).filter(Boolean);
  const groups: Record<ConversationGroupName, Conversation[]> = { pinned: [], today: [], week: [], older: [] };
  for (const conversation of conversations) {
    const title = foldLetters(conversation.title);
    if (!words.every((word) => title.includes(word))) continue;
    groups[toGroupName(conversation, startOfToday)].push(conversation);
  }
  const names: readonly ConversationGroupName[] = ["pinned", "today", "week", "older"];
  return names.map((name) => ({ name, conversations: groups[name] })).filter((group) => group.conversations.length > 0);
}

function toGroupName(conversation: Conversation, startOfToday: number): ConversationGroupName {
  if (conversation.pinned === true) return "pinned";
  if (conversation.updatedAt >= startOfToday) return "today";
  return conversation.updatedAt >= startOfToday - 7 * DAY_MS ? "week" : "older";
}
