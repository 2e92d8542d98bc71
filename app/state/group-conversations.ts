import type { Conversation } from "../../worker/protocol/message.ts";
import { foldLetters } from "../../worker/search/terms.ts";

const NAMES = ["pinned", "today", "week", "older"] as const;

export type ConversationGroupName = (typeof NAMES)[number];

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
  const found = conversations.filter(({ title }) => {
    const folded = foldLetters(title);
    return words.every((word) => folded.includes(word));
  });
  return NAMES.map((name) => ({
    name,
    conversations: found.filter((each) => toGroupName(each, startOfToday) === name),
  })).filter((group) => group.conversations.length > 0);
}

function toGroupName(conversation: Conversation, startOfToday: number): ConversationGroupName {
  if (conversation.pinned === true) return "pinned";
  if (conversation.updatedAt >= startOfToday) return "today";
  return conversation.updatedAt >= startOfToday - 7 * DAY_MS ? "week" : "older";
}
