import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "../../protocol/message.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { fromProviderTool, toAnthropicTool, toOpenAiTool } from "../dialects/openai-tool.ts";
import { exportAnthropic, exportOpenAi } from "./provider-exchange.ts";
import {
  type Block,
  type BlockMessage,
  fromProviderAnswer,
  fromProviderMessages,
  toAnthropicMessages,
  toOpenAiMessages,
} from "./provider-messages.ts";

const spec: ToolSpec = {
  name: "toString",
  description: "d",
  parameters: { type: "object", properties: { a: { type: "string" } } },
};

describe("tools", () => {
  it("survive the way to either provider and back", () => {
    expect(fromProviderTool(toOpenAiTool(spec))).toEqual(spec);
    expect(fromProviderTool(toAnthropicTool(spec))).toEqual(spec);
    expect(fromProviderTool({ name: "f" })).toEqual({
      name: "f",
      description: "",
      parameters: { type: "object", properties: {} },
    });
    expect(fromProviderTool({ description: "nameless" })).toBeNull();
    expect(fromProviderTool("f")).toBeNull();
  });
});

describe("a provider's answer", () => {
  it("of OpenAI is read with content null and several calls", () => {
    const answer = fromProviderAnswer({
      choices: [
        {
          finish_reason: "tool_calls",
          message: {
            role: "assistant",
            content: null,
            tool_calls: [
              { id: "1", type: "function", function: { name: "f", arguments: '{"a": 1}' } },
              { id: "2", type: "function", function: { name: "g", arguments: "" } },
            ],
          },
        },
      ],
    });
    expect(answer.message.blocks).toEqual([
      { type: "call", id: "1", name: "f", arguments: { a: 1 } },
      { type: "call", id: "2", name: "g", arguments: {} },
    ]);
    expect(answer.stop).toBe("call");
    expect(answer.problems).toEqual([]);
  });

  it("of OpenAI's old kind is read from function_call", () => {
    const answer = fromProviderAnswer({
      message: { role: "assistant", content: "Hm.", function_call: { name: "f", arguments: "{}" } },
      finish_reason: "function_call",
    });
    expect(answer.message.blocks).toEqual([
      { type: "text", text: "Hm." },
      { type: "call", id: "f", name: "f", arguments: {} },
    ]);
  });

  it("of Anthropic is read from its blocks", () => {
    const answer = fromProviderAnswer({
      role: "assistant",
      stop_reason: "tool_use",
      content: [
        { type: "text", text: "Hm." },
        { type: "tool_use", id: "t1", name: "f", input: { a: [1] } },
      ],
    });
    expect(answer.message.blocks[1]).toEqual({ type: "call", id: "t1", name: "f", arguments: { a: [1] } });
    expect(answer.stop).toBe("call");
  });

  it.each([
    [{ message: { content: "x" }, finish_reason: "length" }, "length"],
    [{ message: { content: "x" }, finish_reason: "stop" }, "end"],
    [{ content: [{ type: "text", text: "x" }], stop_reason: "max_tokens" }, "length"],
    [{ message: { content: "x" }, finish_reason: "content_filter" }, "other"],
  ] as const)("tells why it stopped: %j", (value, stop) => {
    expect(fromProviderAnswer(value).stop).toBe(stop);
  });

  it.each([
    ["not an object", 3],
    ["arguments that are no JSON", { tool_calls: [{ id: "1", function: { name: "f", arguments: "{oops" } }] }],
    ["arguments that are a list", { tool_calls: [{ id: "1", function: { name: "f", arguments: "[1]" } }] }],
    ["a call without a name", { tool_calls: [{ id: "1", function: { arguments: "{}" } }] }],
    [
      "a key that reaches the prototype",
      { tool_calls: [{ id: "1", function: { name: "f", arguments: '{"__proto__": 1}' } }] },
    ],
  ])("says what is wrong instead of throwing: %s", (_name, value) => {
    const answer = fromProviderAnswer(value);
    expect(answer.message.blocks).toEqual([]);
    expect(answer.problems).toHaveLength(1);
  });
});

const name = fc.stringMatching(/^[a-z_]{1,10}$/);
const text = fc.string({ minLength: 1 });
const input = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,6}$/),
  fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
);
const turn = fc
  .tuple(text, fc.array(fc.tuple(name, input, text), { minLength: 1, maxLength: 3 }))
  .map(([said, calls]): BlockMessage[] => [
    {
      role: "assistant",
      blocks: [
        { type: "text", text: said },
        ...calls.map(([tool, args], index): Block => ({ type: "call", id: `c${index}`, name: tool, arguments: args })),
      ],
    },
    {
      role: "tool",
      blocks: calls.map(
        ([tool, , result], index): Block => ({ type: "result", id: `c${index}`, name: tool, text: result }),
      ),
    },
  ]);
const conversation = fc
  .tuple(text, fc.array(turn, { maxLength: 3 }), text)
  .map(([question, turns, answer]): BlockMessage[] => [
    { role: "user", blocks: [{ type: "text", text: question }] },
    // Providers want an id once.
    ...turns.flatMap((messages, at) =>
      messages.map(
        ({ role, blocks }): BlockMessage => ({
          role,
          blocks: blocks.map((block) => (block.type === "text" ? block : { ...block, id: `${at}-${block.id}` })),
        }),
      ),
    ),
    { role: "assistant", blocks: [{ type: "text", text: answer }] },
  ]);

/** The blocks in a row, results without their names, which Anthropic does not carry. */
function flatten(messages: readonly BlockMessage[]): readonly unknown[] {
  return messages.flatMap(({ blocks }) =>
    blocks.map((block) => (block.type === "result" ? { ...block, name: "" } : block)),
  );
}

describe("a message list", () => {
  it("loses nothing on the way to either provider and back", () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        expect(flatten(fromProviderMessages(toOpenAiMessages(messages)))).toEqual(flatten(messages));
        expect(flatten(fromProviderMessages(toAnthropicMessages(messages).messages))).toEqual(flatten(messages));
      }),
      { numRuns: 500 },
    );
  });

  it("of the old kind has a call's name as its id: each call gets its own, and its result with it", () => {
    const call = (word: string) => ({
      role: "assistant",
      content: null,
      function_call: { name: "stringLength", arguments: JSON.stringify({ word }) },
    });
    const result = { role: "function", name: "stringLength", content: "5" };
    const read = fromProviderMessages([{ role: "user", content: "?" }, call("hello"), result, call("world"), result]);
    const ids = read.flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === "text" ? [] : [block.id])));
    expect(ids).toEqual(["stringLength", "stringLength", "call-2", "call-2"]);
    expect(toOpenAiMessages(read).map(({ tool_call_id }) => tool_call_id)).toContain("call-2");
  });

  it("names a result by its call where the provider does not", () => {
    const read = fromProviderMessages([
      { role: "assistant", tool_calls: [{ id: "k", type: "function", function: { name: "f", arguments: "{}" } }] },
      { role: "tool", tool_call_id: "k", content: "3" },
    ]);
    expect(read[1]?.blocks).toEqual([{ type: "result", id: "k", name: "f", text: "3" }]);
  });

  it("of the old kind has results in messages of the role function", () => {
    expect(fromProviderMessages([{ role: "function", name: "f", content: "3" }])).toEqual([
      { role: "tool", blocks: [{ type: "result", id: "f", name: "f", text: "3" }] },
    ]);
  });
});

describe("a finished conversation", () => {
  const messages: readonly Message[] = [
    { role: "user", id: "m1", conversationId: "c", parentId: null, createdAt: 0, sequence: 0, text: "1+2?" },
    {
      role: "assistant",
      id: "m2",
      conversationId: "c",
      parentId: "m1",
      createdAt: 0,
      sequence: 1,
      runId: "r",
      state: "complete",
      turns: [
        {
          raw: "",
          text: "",
          reasoning: "",
          broken: [],
          calls: [
            {
              call: { id: "k1", name: "add", arguments: { a: 1, b: 2 } },
              outcome: { type: "success", content: [{ type: "json", value: 3 }] },
            },
            { call: { id: "k2", name: "zap", arguments: {} }, outcome: { type: "denied", reason: "no" } },
          ],
        },
        { raw: "", text: "3", reasoning: "", broken: [], calls: [] },
      ],
    },
  ];

  it("becomes an OpenAI message list", () => {
    expect(exportOpenAi("Be brief.", messages)).toEqual([
      { role: "system", content: "Be brief." },
      { role: "user", content: "1+2?" },
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: "k1", type: "function", function: { name: "add", arguments: '{"a":1,"b":2}' } },
          { id: "k2", type: "function", function: { name: "zap", arguments: "{}" } },
        ],
      },
      { role: "tool", tool_call_id: "k1", name: "add", content: "3" },
      { role: "tool", tool_call_id: "k2", name: "zap", content: "The person refused the call: no" },
      { role: "assistant", content: "3" },
    ]);
  });

  it("becomes an Anthropic message list", () => {
    const exported = exportAnthropic("Be brief.", messages);
    expect(exported.system).toBe("Be brief.");
    expect(exported.messages).toHaveLength(4);
    expect(exported.messages[2]).toEqual({
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "k1", content: "3" },
        { type: "tool_result", tool_use_id: "k2", content: "The person refused the call: no", is_error: true },
      ],
    });
  });
});
