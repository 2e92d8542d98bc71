import { describe, expect, it } from "vitest";
import type { Conversation } from "../../worker/protocol/message.ts";
import { groupConversations } from "./group-conversations.ts";

const TODAY = 1_700_000_000_000;

function conversation(title: string, updatedAt: number, pinned = false): Conversation {
  return { id: title, title, createdAt: 0, updatedAt, headId: null, pinned };
}

const LIST = [
  conversation("Heute früh", TODAY + 1),
  conversation("Yesterday", TODAY - 1),
  conversation("Long ago", TODAY - 30 * 86_400_000),
  conversation("Kept", TODAY - 90 * 86_400_000, true),
];

describe("the list of conversations", () => {
  it("stands under headings, the pinned ones first", () => {
    const groups = groupConversations(LIST, "", TODAY).map(({ name, conversations }) => [
      name,
      ...conversations.map(({ title }) => title),
    ]);
    expect(groups).toEqual([
      ["pinned", "Kept"],
      ["today", "Heute früh"],
      ["week", "Yesterday"],
      ["older", "Long ago"],
    ]);
  });

  it("is searched by all words, in any order, without regard to case and accents", () => {
    const found = groupConversations(LIST, "FRUH heute", TODAY).flatMap(({ conversations }) => conversations);
    expect(found.map(({ title }) => title)).toEqual(["Heute früh"]);
    expect(groupConversations(LIST, "heute nothing", TODAY)).toEqual([]);
  });
});
