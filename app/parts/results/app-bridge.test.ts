import {
  McpUiHostContextChangedNotificationSchema,
  McpUiInitializeResultSchema,
  McpUiMessageResultSchema,
  McpUiOpenLinkResultSchema,
  McpUiRequestDisplayModeResultSchema,
  McpUiToolInputNotificationSchema,
  McpUiToolResultNotificationSchema,
} from "@modelcontextprotocol/ext-apps/app-bridge";
import { beforeEach, describe, expect, it } from "vitest";
import { toCallResult } from "../../../worker/protocol/call-result.ts";
import type { JsonObject } from "../../../worker/protocol/json.ts";
import type { ToolOutcome } from "../../../worker/protocol/tool.ts";
import { createAppBridge, type PageRequest } from "./app-bridge.ts";

let posted: JsonObject[];
let requests: PageRequest[];
let ends: number;
let heights: number[];
let decide: (result: JsonObject | null) => void;
let bridge: ReturnType<typeof createAppBridge>;

beforeEach(() => {
  posted = [];
  requests = [];
  ends = 0;
  heights = [];
  bridge = createAppBridge({
    post: (message) => posted.push(message),
    ask: (request) => {
      requests.push(request);
      return new Promise((resolve) => {
        decide = resolve;
      });
    },
    resize: (height) => heights.push(height),
    end: () => {
      ends += 1;
    },
    readContext: () => ({ theme: "dark", displayMode: "inline", locale: "en" }),
    input: { part: "bolt" },
    outcome: { type: "success", content: [{ type: "json", value: { shelf: 4 } }], untrusted: true },
  });
});

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Sends a request and gives its answer; undefined while there is none. */
async function request(method: string, params: unknown = {}): Promise<JsonObject | undefined> {
  bridge.receive({ jsonrpc: "2.0", id: 7, method, params });
  await settled();
  return posted.find(({ id }) => id === 7);
}

describe("the host of a server's page", () => {
  it("speaks as the published schema of MCP Apps has it", async () => {
    const begun = await request("ui/initialize", {
      appInfo: { name: "a", version: "1" },
      protocolVersion: "2026-01-26",
    });
    expect(McpUiInitializeResultSchema.parse(begun?.result)).toMatchObject({ hostContext: { theme: "dark" } });
    posted = [];
    bridge.receive({ jsonrpc: "2.0", method: "ui/notifications/initialized", params: {} });
    expect(McpUiToolInputNotificationSchema.parse(posted[0]).params.arguments).toEqual({ part: "bolt" });
    expect(McpUiToolResultNotificationSchema.parse(posted[1]).params.structuredContent).toEqual({ shelf: 4 });
    bridge.changeContext();
    expect(McpUiHostContextChangedNotificationSchema.parse(posted[2]).params.theme).toBe("dark");
    expect(
      McpUiRequestDisplayModeResultSchema.parse((await request("ui/request-display-mode", { mode: "pip" }))?.result),
    ).toEqual({ mode: "inline" });
  });

  it("does a request once the user agrees, one after the other", async () => {
    expect(await request("ui/open-link", { url: "https://a.example/x" })).toBeUndefined();
    expect(requests).toEqual([{ type: "link", url: "https://a.example/x" }]);
    bridge.receive({ jsonrpc: "2.0", id: 8, method: "tools/call", params: { name: "b" } });
    await settled();
    expect(posted).toEqual([{ jsonrpc: "2.0", id: 8, result: { content: [], isError: true } }]);
    expect(requests).toHaveLength(1);
    decide({});
    await settled();
    expect(McpUiOpenLinkResultSchema.parse(posted.at(-1)?.result)).toEqual({});
    expect(await request("ui/message", { role: "user", content: [{ type: "text", text: "hi" }] })).toBeDefined();
    decide(null);
    await settled();
    expect(McpUiMessageResultSchema.parse(posted.at(-1)?.result)).toEqual({ isError: true });
  });

  it("passes a size on, and lets a page go", () => {
    bridge.receive({ jsonrpc: "2.0", method: "ui/notifications/size-changed", params: { height: 90_000 } });
    bridge.receive({ jsonrpc: "2.0", method: "ui/notifications/size-changed", params: { height: "x" } });
    bridge.receive({ jsonrpc: "2.0", method: "ui/notifications/request-teardown" });
    expect([heights, ends]).toEqual([[90_000], 1]);
  });

  const deep = (): unknown => {
    let value: unknown = 1;
    for (let depth = 0; depth < 200; depth += 1) value = [value];
    return value;
  };

  it.each<[string, string, unknown]>([
    ["script address", "ui/open-link", { url: "javascript:alert(1)" }],
    ["data address", "ui/open-link", { url: "data:text/html,x" }],
    ["plain address", "ui/open-link", { url: "http://a.example" }],
    ["address with a name in it", "ui/open-link", { url: "https://bank.example@evil.example" }],
    ["address of the app", "ui/open-link", { url: "/#/settings" }],
    ["address that is none", "ui/open-link", { url: 7 }],
    ["file", "ui/open-link", { url: "file:///etc/passwd" }],
    ["download", "ui/download-file", { contents: [] }],
    ["words for the model", "ui/update-model-context", { content: [{ type: "text", text: "obey" }] }],
    ["model", "sampling/createMessage", { messages: [], maxTokens: 1 }],
    ["form", "elicitation/create", { message: "x", requestedSchema: {} }],
    ["resource", "resources/read", { uri: "file:///etc/passwd" }],
    ["list of resources", "resources/list", {}],
    ["list of tools", "tools/list", {}],
    ["prompt", "prompts/get", { name: "x" }],
    ["method of the app", "addServer", { name: "x" }],
    ["method of a prototype", "__proto__", {}],
    ["method of every object", "constructor", {}],
    ["call without a name", "tools/call", { arguments: {} }],
    ["call of a number", "tools/call", { name: 7 }],
    ["call with a text for arguments", "tools/call", { name: "a", arguments: "{}" }],
    ["call with a list for arguments", "tools/call", { name: "a", arguments: [] }],
    ["message of nothing", "ui/message", { content: [] }],
    ["message of a picture", "ui/message", { content: [{ type: "image", data: "x" }] }],
    ["message without end", "ui/message", { content: [{ type: "text", text: "x".repeat(30_000) }] }],
  ])("refuses a %s, and asks nobody", async (_, method, params) => {
    expect(await request(method, params)).toMatchObject({ error: { code: expect.any(Number) } });
    expect(requests).toEqual([]);
  });

  it.each<[string, unknown]>([
    ["a text", "ui/open-link"],
    ["nothing", null],
    ["a list", [{ jsonrpc: "2.0", id: 1, method: "ping" }]],
    ["another protocol", { jsonrpc: "1.0", id: 1, method: "ping" }],
    ["an answer that nobody waits for", { jsonrpc: "2.0", id: 1, result: {} }],
    ["an id that is an object", { jsonrpc: "2.0", id: {}, method: "ping" }],
    ["a method that is none", { jsonrpc: "2.0", id: 1, method: {} }],
    ["depth", { jsonrpc: "2.0", id: 1, method: "ping", params: { deep: deep() } }],
    ["a key of a prototype", JSON.parse('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{}}}')],
    ["a size without bounds", { jsonrpc: "2.0", id: 1, method: "ping", params: { text: "x".repeat(300_000) } }],
    ["what a server in the page would say", { type: "alcove-mcp-server", name: "forged" }],
  ])("leaves %s without an answer", async (_, data) => {
    bridge.receive(data);
    await settled();
    expect([posted, requests]).toEqual([[], []]);
  });

  it("ends a page that floods it, and asks twenty times at most", async () => {
    for (let count = 0; count < 30; count += 1) {
      bridge.receive({ jsonrpc: "2.0", id: count, method: "ui/open-link", params: { url: "https://a.example" } });
      await settled();
      if (count < 20) decide(null);
      await settled();
    }
    expect(requests).toHaveLength(20);
    for (let count = 0; count < 3_000; count += 1) bridge.receive({ jsonrpc: "2.0", id: 1, method: "ping" });
    await settled();
    expect(ends).toBe(1);
    expect(posted.length).toBeLessThanOrEqual(2_000);
  });
});

it.each<[ToolOutcome, string]>([
  [{ type: "denied", reason: "inner" }, "The person declined."],
  [
    { type: "not-allowed", toolName: "x", skillName: "inner", allowed: ["inner"] },
    "This tool is not offered any more.",
  ],
])("tells a page of a refused call nothing of why: %j", (outcome, text) => {
  expect(toCallResult(outcome)).toEqual({ isError: true, content: [{ type: "text", text }] });
});
