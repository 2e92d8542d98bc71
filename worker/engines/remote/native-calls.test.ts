import { describe, expect, test } from "vitest";
import { chatml } from "../../formats/dialects/chatml.ts";
import { chatmlTemplate } from "../../formats/templates/chatml-template.ts";
import type { JsonObject } from "../../protocol/json.ts";
import { collect, toRequest } from "../generation/model-client.contract.ts";
import { toNativeRequest } from "./native-calls.ts";
import { RemoteClient } from "./remote-client.ts";
import { splitChatml } from "./split-chatml.ts";

const ADD = {
  name: "math.add",
  description: "Adds <tools> two numbers.",
  parameters: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } } },
} as const;
const CALL = chatml.renderCall("math.add", { a: 1, b: 2 });

function toPrompt(answer = CALL, result: string | null = "3"): string {
  const { renderStart, renderTurn, assistantStart, assistantEnd } = chatmlTemplate;
  const tools = chatml.renderSystem("Be brief.", [ADD]);
  const asked = renderStart(tools) + renderTurn("user", "What is 1 + 2?") + assistantStart;
  if (result === null) return asked;
  const { role, content } = chatml.renderResults([{ callId: "c", name: "math.add", text: result }]);
  return asked + answer + assistantEnd + renderTurn(role, content) + assistantStart;
}

describe("a prompt as a request with tools", () => {
  test("declares them under valid names, and pairs each call with its result", () => {
    const native = toNativeRequest(splitChatml(toPrompt(`I add. ${CALL}`)));
    expect(native?.messages).toEqual([
      { role: "system", content: "Be brief." },
      { role: "user", content: "What is 1 + 2?" },
      {
        role: "assistant",
        content: "I add.",
        tool_calls: [{ id: "call_1", type: "function", function: { name: "math_add", arguments: '{"a":1,"b":2}' } }],
      },
      { role: "tool", tool_call_id: "call_1", content: "3" },
    ]);
    expect(native?.tools).toMatchObject([{ function: { name: "math_add", parameters: { type: "object" } } }]);
    expect(native?.names).toEqual({ math_add: "math.add" });
  });

  test("leaves a call that cannot be read in the text, with its result", () => {
    const native = toNativeRequest(splitChatml(toPrompt("<tool_call>\n{oops\n</tool_call>")));
    expect(native?.messages.slice(2)).toEqual([
      { role: "assistant", content: "<tool_call>\n{oops\n</tool_call>" },
      { role: "user", content: "<tool_response>\n3\n</tool_response>" },
    ]);
  });

  test("is none where no tool is declared", () => {
    expect(toNativeRequest([{ role: "user", content: "# Tools" }])).toBeNull();
    expect(toNativeRequest([{ role: "system", content: "Be brief." }])).toBeNull();
  });
});

const sse = (delta: JsonObject, reason: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ delta, finish_reason: reason }] })}\n\n`;
const DONE = "data: [DONE]\n\n";
const CALL_BEGINS = { index: 0, id: "x", type: "function", function: { name: "math_add", arguments: "" } };

/** A server that gives calls of its own when it is asked for one, unless it only accepts the list of tools. */
async function openClient(stream: readonly string[], { givesCalls = true } = {}) {
  const bodies: JsonObject[] = [];
  const json = (value: unknown) => new Response(JSON.stringify(value));
  const fetch = (async (url: string, init: RequestInit = {}) => {
    const { pathname } = new URL(url);
    const body: JsonObject = typeof init.body === "string" ? JSON.parse(init.body) : {};
    if (pathname === "/v1/models") return json({ data: [{ id: "m" }] });
    bodies.push({ ...body, path: pathname });
    if (body.stream === true) return new Response(stream.join(""));
    if (pathname === "/v1/completions") return json({ choices: [{ text: "a" }] });
    const ready = { tool_calls: [{ id: "y", function: { name: "ready", arguments: "{}" } }] };
    return json({ choices: [{ message: givesCalls ? ready : { content: "ready" } }] });
  }) as typeof globalThis.fetch;
  const loaded = await RemoteClient.load(
    {
      modelId: "m",
      server: { dialect: "openai", url: "http://127.0.0.1:9", model: "m" },
      toTemplate: () => chatmlTemplate,
      fetch,
      origin: "https://alcove.example",
    },
    new AbortController().signal,
  );
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  return { client: loaded.value, sent: () => bodies.at(-1) };
}

async function generate(stream: readonly string[], options = {}, request = {}) {
  const { client, sent } = await openClient(stream, options);
  const events = await collect(client.generate(toRequest(toPrompt(CALL, null), request)));
  const end = events.at(-1);
  const deltas = events.filter(({ type }) => type === "text-delta").length;
  return { end, raw: end?.type === "end" ? end.raw : "", deltas, sent: sent() };
}

describe("a server that gives calls", () => {
  test("is sent the tools, and its streamed call is read under the tool's own name", async () => {
    const { raw, deltas, sent } = await generate([
      sse({ content: "I add." }),
      sse({ tool_calls: [CALL_BEGINS] }),
      sse({ tool_calls: [{ index: 0, function: { arguments: '{"a": 1,' } }] }),
      sse({ tool_calls: [{ index: 0, function: { arguments: ' "b": 2}' } }] }),
      sse({}, "tool_calls"),
      DONE,
    ]);
    expect(raw).toBe('I add.<tool_call>\n{"name": "math.add", "arguments": {"a": 1, "b": 2}}\n</tool_call>');
    expect(deltas).toBeGreaterThan(3);
    expect(sent).toMatchObject({ path: "/v1/chat/completions", tool_choice: "auto", tools: [{ type: "function" }] });
    const parser = chatml.createParser({ tools: [ADD] });
    const events = [...parser.push(raw), ...parser.end()];
    expect(events).toContainEqual(expect.objectContaining({ name: "math.add", arguments: { a: 1, b: 2 } }));
  });

  test("may give several, without a stream, with arguments as an object or none at all", async () => {
    const calls = [
      { id: "x", function: { name: "math_add", arguments: { a: 1 } } },
      { id: "y", function: { name: "other" } },
    ];
    const body = JSON.stringify({
      choices: [{ message: { content: null, tool_calls: calls }, finish_reason: "stop" }],
    });
    const { raw } = await generate([`data: ${body}\n\n`, DONE]);
    expect(raw).toBe(
      '<tool_call>\n{"name": "math.add", "arguments": {"a":1}}\n</tool_call>\n<tool_call>\n{"name": "other", "arguments": {}}\n</tool_call>',
    );
  });

  test("that is cut in a call leaves it unfinished", async () => {
    const { raw, end } = await generate([
      sse({ tool_calls: [CALL_BEGINS] }),
      sse({ tool_calls: [{ index: 0, function: { arguments: '{"a": 1' } }] }),
      sse({}, "length"),
      DONE,
    ]);
    expect(end).toMatchObject({ finishReason: "length" });
    expect(raw).toBe('<tool_call>\n{"name": "math.add", "arguments": {"a": 1');
  });

  test("is told to call where a call is forced", async () => {
    const constraint = chatml.toConstraint([ADD], "forced");
    const { sent } = await generate([sse({ content: "a" }, "stop"), DONE], {}, { constraint });
    expect(sent).toMatchObject({ tool_choice: "required" });
    expect(constraint).not.toBeNull();
  });

  test("and still writes one as text is understood", async () => {
    const { raw } = await generate([sse({ content: CALL }, "stop"), DONE]);
    expect(raw).toBe(CALL);
  });
});

test("a server that accepts tools and gives no call gets them in the text of its prompt", async () => {
  const { raw, sent } = await generate(
    [`data: ${JSON.stringify({ choices: [{ text: CALL, finish_reason: "stop" }] })}\n\n`, DONE],
    {
      givesCalls: false,
    },
  );
  expect(raw).toBe(CALL);
  expect(sent).toMatchObject({ path: "/v1/completions", prompt: expect.stringContaining("<tools>") });
  expect(sent).not.toHaveProperty("tools");
});
