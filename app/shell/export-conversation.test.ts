import { describe, expect, it } from "vitest";
import type { Message } from "../../worker/protocol/message.ts";
import { EN } from "../messages/en/en.ts";
import { createTranslator } from "../messages/translate.ts";
import { toConversationMarkdown } from "./export-conversation.ts";

const t = createTranslator({ code: "en", messages: EN });
const MESSAGES: readonly Message[] = [
  {
    role: "user",
    id: "u",
    conversationId: "c",
    parentId: null,
    createdAt: 0,
    sequence: 0,
    text: "What is 1 + 1?",
    attachments: [{ name: "a.md", mediaType: "text/markdown", text: "```\ncode\n```" }],
  },
  {
    role: "assistant",
    id: "a",
    conversationId: "c",
    parentId: "u",
    createdAt: 0,
    sequence: 1,
    runId: "r",
    state: "complete",
    turns: [
      {
        raw: "",
        text: "It is **2**.",
        reasoning: "secret",
        broken: [],
        calls: [
          {
            call: { id: "k", name: "add", arguments: { a: 1, b: 1 } },
            outcome: { type: "success", content: [{ type: "text", text: "2" }] },
          },
          { call: { id: "l", name: "rm", arguments: {} }, outcome: { type: "denied", reason: "" } },
        ],
      },
    ],
  },
];

describe("a conversation as Markdown", () => {
  const text = toConversationMarkdown({ id: "c", title: "", createdAt: 0, updatedAt: 0, headId: "a" }, MESSAGES, t);

  it("has its questions, answers, calls and results in order", () => {
    const places = [
      "# Untitled conversation",
      "## Your message",
      "What is 1 + 1?",
      "## Answer",
      "**2**",
      'add({"a":1,"b":1})\n→ 2',
      "→ denied",
    ];
    const found = places.map((place) => text.indexOf(place));
    expect(found.every((at) => at >= 0)).toBe(true);
    expect(found).toEqual([...found].sort((left, right) => left - right));
  });

  it("has the last words of a summary, under their own heading", () => {
    const turn = { raw: "", reasoning: "", broken: [], calls: [] };
    const summary: Message = {
      role: "assistant",
      id: "s",
      conversationId: "c",
      parentId: "a",
      createdAt: 0,
      sequence: 2,
      runId: "r2",
      state: "complete",
      summary: { through: "a", messages: 2 },
      turns: [
        { ...turn, text: "A draft." },
        { ...turn, text: "They add." },
      ],
    };
    const conversation = { id: "c", title: "", createdAt: 0, updatedAt: 0, headId: "s" };
    const exported = toConversationMarkdown(conversation, [...MESSAGES, summary], t);
    expect(exported).toContain("## Summarise older messages\n\nThey add.");
    expect(exported).not.toContain("A draft.");
  });

  it("fences text that has fences in it", () => {
    expect(text).toContain("````\n```\ncode\n```\n````");
  });
});
