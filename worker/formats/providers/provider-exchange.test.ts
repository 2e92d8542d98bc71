import { describe, expect, it } from "vitest";
import type { Message } from "../../protocol/message.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { type ExchangeParts, exportAnthropic, exportOpenAi, toProviderExchange } from "./provider-exchange.ts";
import { createProviderNames } from "./provider-names.ts";

const upsert: ToolSpec = {
  name: "kom.memory.v1.upsert_memory",
  description: "Saves.",
  parameters: { type: "object", properties: {} },
};
const head = { conversationId: "c", createdAt: 0, sequence: 0 } as const;
const messages: readonly Message[] = [
  {
    ...head,
    role: "user",
    id: "q",
    parentId: null,
    text: "Keep it.",
    attachments: [{ name: "a.txt", mediaType: "text/plain", text: "The lathe needs oil." }],
  },
  {
    ...head,
    role: "assistant",
    id: "a",
    parentId: "q",
    runId: "r",
    state: "complete",
    turns: [
      {
        raw: "",
        text: "",
        reasoning: "",
        broken: [],
        calls: [{ call: { id: "k1", name: upsert.name, arguments: {} } }],
      },
      { raw: "", text: "Kept.", reasoning: "", broken: [], calls: [] },
    ],
  },
];
const sampling = {
  ...{ temperature: 0.2, topP: 0.9, topK: 40, minP: 0, repetitionPenalty: 1, presencePenalty: 0, frequencyPenalty: 0 },
  maxTokens: 512,
  seed: 7,
};
const parts: ExchangeParts = { model: "m", system: "Be brief.", tools: [upsert], messages, sampling };

describe("a run as a provider's request and response", () => {
  it("has the answer's last turn as OpenAI's response, and all before it as the request", () => {
    const exchange = toProviderExchange("openai", parts);
    expect(exchange.names).toEqual({ kom_memory_v1_upsert_memory: upsert.name });
    expect(exchange.request).toMatchObject({
      temperature: 0.2,
      top_p: 0.9,
      seed: 7,
      max_tokens: 512,
      tools: [{ type: "function", function: { name: "kom_memory_v1_upsert_memory" } }],
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: [{ text: 'File "a.txt":\nThe lathe needs oil.' }, { text: "Keep it." }] },
        { role: "assistant", tool_calls: [{ id: "k1", function: { name: "kom_memory_v1_upsert_memory" } }] },
        // The call was cut off, and neither provider takes a call without a result.
        { role: "tool", tool_call_id: "k1", content: "The call was cancelled." },
      ],
    });
    expect(exchange.response).toMatchObject({
      choices: [{ finish_reason: "stop", message: { role: "assistant", content: "Kept." } }],
    });
  });

  it("says the same in Anthropic's shape", () => {
    expect(toProviderExchange("anthropic", parts)).toMatchObject({
      request: {
        system: "Be brief.",
        max_tokens: 512,
        top_k: 40,
        tools: [{ name: "kom_memory_v1_upsert_memory", input_schema: { type: "object" } }],
        messages: [
          { role: "user", content: [{ text: 'File "a.txt":\nThe lathe needs oil.' }, { text: "Keep it." }] },
          { role: "assistant", content: [{ type: "tool_use", name: "kom_memory_v1_upsert_memory" }] },
          { role: "user", content: [{ type: "tool_result", tool_use_id: "k1", is_error: true }] },
        ],
      },
      response: { stop_reason: "end_turn", content: [{ type: "text", text: "Kept." }] },
    });
  });

  it("ends in a call where the answer did", () => {
    const detected = messages.map((message) =>
      message.role === "assistant" ? { ...message, turns: message.turns.slice(0, 1) } : message,
    );
    expect(toProviderExchange("openai", { ...parts, messages: detected }).response).toMatchObject({
      choices: [{ finish_reason: "tool_calls" }],
    });
  });
});

it("an exported conversation has valid names, its files, and a result for each call", () => {
  expect(JSON.stringify(exportOpenAi("", messages))).not.toContain("kom.memory");
  expect(JSON.stringify(exportAnthropic("", messages))).toContain("The lathe needs oil.");
});

it("names that become equal are kept apart, and long ones are cut", () => {
  const names = createProviderNames();
  expect(["a.b", "a_b", "a.b"].map((name) => names.toValid(name))).toEqual(["a_b", "a_b_2", "a_b"]);
  expect(names.toValid("x".repeat(90))).toHaveLength(64);
  expect(names.changed()).toMatchObject({ a_b: "a.b", a_b_2: "a_b" });
});
