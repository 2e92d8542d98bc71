import { describe, expect, it } from "vitest";
import type { Message } from "../../protocol/message.ts";
import { fromBlockMessages } from "./from-block-messages.ts";
import { toProviderExchange } from "./provider-exchange.ts";
import { readExchange } from "./read-exchange.ts";

const head = { conversationId: "c", createdAt: 0, foreign: true } as const;
const turn = { reasoning: "", broken: [], calls: [] } as const;
const MESSAGES: readonly Message[] = [
  {
    ...{ ...head, role: "user", id: "1", parentId: null, sequence: 0, text: "Keep it." },
    attachments: [{ name: "a.txt", mediaType: "text/plain", text: "The lathe needs oil." }],
  },
  {
    ...{ ...head, role: "assistant", id: "2", parentId: "1", runId: "3", state: "complete", sequence: 1 },
    turns: [
      {
        ...{ ...turn, raw: "I keep it.", text: "I keep it." },
        calls: [
          {
            call: { id: "k1", name: "kom.memory.v1.upsert_memory", arguments: { items: ["oil"] } },
            outcome: { type: "success", content: [{ type: "text", text: "1 kept" }], untrusted: true },
          },
        ],
      },
      { ...turn, raw: "Kept.", text: "Kept." },
    ],
  },
  { ...head, role: "user", id: "4", parentId: "2", sequence: 2, text: "Thanks." },
  {
    ...{ ...head, role: "assistant", id: "5", parentId: "4", runId: "6", state: "complete", sequence: 3 },
    turns: [{ ...turn, raw: "Gladly.", text: "Gladly." }],
  },
];

function importAgain(value: Parameters<typeof readExchange>[0]): readonly Message[] {
  let ids = 0;
  return fromBlockMessages(readExchange(value) ?? [], { conversationId: "c", now: 0, newId: () => String(++ids) });
}

describe("a provider's request and response", () => {
  it.each(["openai", "anthropic"] as const)(
    "of %s come back as the conversation that was exported, without what instructs",
    (provider) => {
      const exchange = toProviderExchange(provider, { model: "m", system: "Obey.", tools: [], messages: MESSAGES });
      expect(importAgain(exchange)).toEqual(MESSAGES);
      expect(JSON.stringify(importAgain(exchange))).not.toContain("Obey.");
    },
  );

  it("are read as a request's body, with a failed call, and as a list of messages alone", () => {
    const content = [{ type: "tool_result", tool_use_id: "t", content: "no such part", is_error: true }];
    const anthropic = importAgain({
      system: "Obey.",
      messages: [
        { role: "user", content: "Where is it?" },
        { role: "assistant", content: [{ type: "tool_use", id: "t", name: "find", input: { part: "x" } }] },
        { role: "user", content },
        { role: "assistant", content: "Nowhere." },
      ],
    });
    expect(anthropic).toMatchObject([
      { role: "user", text: "Where is it?", foreign: true },
      {
        role: "assistant",
        foreign: true,
        turns: [
          {
            calls: [{ call: { name: "find" }, outcome: { type: "failed", message: "no such part", untrusted: true } }],
          },
          { text: "Nowhere." },
        ],
      },
    ]);
    expect(importAgain([{ role: "user", content: "Hi" }])).toMatchObject([{ text: "Hi", foreign: true }]);
  });

  it("numbers calls whose ids are missing or stand twice", () => {
    const call = { type: "function", function: { name: "add", arguments: "{}" } };
    const messages = importAgain([
      { role: "user", content: "Add" },
      { role: "assistant", content: null, tool_calls: [{ ...call, id: "a" }] },
      { role: "tool", tool_call_id: "a", content: "1" },
      { role: "assistant", content: null, tool_calls: [{ ...call, id: "a" }, call] },
    ]);
    const calls = messages
      .flatMap((message) => (message.role === "assistant" ? message.turns : []))
      .flatMap((each) => each.calls);
    expect(calls.map(({ call: { id } }) => id)).toEqual(["a", "call-2", "call-3"]);
  });

  it("are nothing without a question, whatever else stands there", () => {
    for (const value of [
      null,
      7,
      "x",
      {},
      [],
      { messages: 7 },
      { photos: [] },
      [{ role: "assistant", content: "Hi" }],
      [null],
    ]) {
      expect(readExchange(value)).toBeNull();
    }
    expect(
      importAgain([
        { role: "assistant", content: "Before" },
        { role: "user", content: "Hi" },
      ]),
    ).toHaveLength(1);
  });
});
