import { Client } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { defineTool } from "../agent/define/define-tool.ts";
import { createModel, ofType, toyAgent } from "../agent/run/run-agent.fixture.ts";
import { platformClock } from "../platform/clock.ts";
import type { AgentApi } from "../protocol/api/agent-api.ts";
import type { AgentEvent } from "../protocol/api/agent-event.ts";
import { createInMemoryStores } from "../store/in-memory-stores.ts";
import type { Stores } from "../store/stores.ts";
import { createMcpServers } from "../tools/mcp/mcp-servers.ts";
import { MessagePortTransport } from "../tools/mcp/message-port-transport.ts";
import { toTestPort } from "../tools/mcp/test-port.fixture.ts";
import { createTestLibrary, createTestParts, toValue } from "./agent-host.fixture.ts";
import { createAgentHost } from "./agent-host.ts";

let stores: Stores;
let api: AgentApi;
let events: AgentEvent[];
let kept: string[];
let clients: Client[];
let ids = 0;

const tools = [
  defineTool({
    name: "calculate",
    description: "Computes.",
    effect: "reads",
    input: z.object({ a: z.number() }),
    run: ({ a }) => a * 2,
  }),
  defineTool({
    name: "kom.memory.v1.search_memory",
    description: "Searches.",
    effect: "reads",
    personal: true,
    input: z.object({ query: z.string() }),
    run: () => ({ found: "the dentist is on Friday" }),
  }),
  defineTool({
    name: "kom.memory.v1.upsert_memory",
    description: "Saves.",
    effect: "writes",
    input: z.object({ text: z.string() }),
    run: ({ text }) => {
      kept.push(text);
      return "kept";
    },
  }),
];
const [CALCULATE, SEARCH, SAVE] = tools.map(({ spec }) => spec.name) as [string, string, string];

beforeEach(async () => {
  stores = createInMemoryStores({ now: () => Date.now(), newId: () => `id-${++ids}` });
  events = [];
  kept = [];
  clients = [];
  api = createAgentHost({
    openStores: async () => stores,
    loadArchiveFormat: () => import("../store/archive.ts"),
    createAgent: async () => ({ agent: toyAgent(tools), faults: [] }),
    createModelLibrary: async () => createTestLibrary({ test: () => createModel(["The model was asked."]) }),
    ...createTestParts(),
    chooseFirstModel: async () => "test",
    createServers: createMcpServers,
    clock: platformClock,
    timeZone: "UTC",
    newId: () => `id-${++ids}`,
    liveRuns: { hold: () => {}, isAlive: async () => false },
  });
  await api.subscribe((batch) => {
    events.push(...batch);
  });
  await api.start();
});
afterEach(async () => {
  for (const client of clients) await client.close();
});

const offer = (...offeredTools: string[]) => api.updateSettings({ offeredTools });

const serve = (client: string, port: MessagePort) => api.takeOffered({ type: "serve", client }, toTestPort(port));

async function connect(name = "planner"): Promise<Client> {
  const { port1, port2 } = new MessageChannel();
  const client = new Client({ name, version: "1" });
  clients.push(client);
  toValue(await serve(name, port1));
  await client.connect(new MessagePortTransport(toTestPort(port2)));
  return client;
}

const runEvents = () => events.flatMap((each) => (each.type === "run" ? [each] : []));
const asked = () =>
  ofType(
    runEvents().map(({ event }) => event),
    "approval-requested",
  );

/** Answers the one question that waits. */
async function decide(type: "allow-once" | "deny"): Promise<void> {
  await vi.waitFor(() => expect(asked()).toHaveLength(1));
  const found = runEvents().find(({ event }) => event.type === "approval-requested");
  const callId = asked()[0]?.request.call.id ?? "";
  await api.decideApproval(found?.runId ?? "", callId, type === "deny" ? { type, reason: "not now" } : { type });
}

describe("another program in the page", () => {
  it("gets no connection while nothing is offered", async () => {
    const { port1 } = new MessageChannel();
    expect((await serve("planner", port1)).ok).toBe(false);
    expect(toValue(await api.takeOffered({ type: "list" })).clients).toEqual([]);
  });

  it("sees and calls what is offered, by the protocol's own client, and nothing else", async () => {
    await offer(CALCULATE);
    const client = await connect();
    const listed = await client.listTools();
    expect(listed.tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([[CALCULATE, true]]);
    const result = await client.callTool({ name: CALCULATE, arguments: { a: 4 } });
    expect(result).toMatchObject({ content: [{ type: "text", text: "8" }] });
    const refused = await client.callTool({ name: SAVE, arguments: { text: "x" } });
    expect(refused).toMatchObject({ isError: true, content: [{ text: "This tool is not offered any more." }] });
    expect(asked()).toEqual([]);
    expect(kept).toEqual([]);
  });

  it("has each reading of notes asked, in a chat and a log of its own that count as from outside", async () => {
    await offer(SEARCH);
    const client = await connect();
    const calling = client.callTool({ name: SEARCH, arguments: { query: "dentist" } });
    await decide("allow-once");
    expect(await calling).toMatchObject({ structuredContent: { found: "the dentist is on Friday" } });
    const [{ request } = { request: undefined }] = asked();
    expect(request).toMatchObject({ skill: "offered", rememberable: false, call: { arguments: { query: "dentist" } } });
    await vi.waitFor(() => expect(runEvents().at(-1)?.event.type).toBe("run-end"));
    const [conversation] = await stores.conversations.list();
    expect(conversation?.title).toBe("planner");
    const messages = await vi.waitFor(async () => {
      const stored = await stores.conversations.messages(conversation?.id ?? "");
      expect(stored[1]).toMatchObject({ role: "assistant", by: "offered", state: "complete" });
      return stored;
    });
    expect(messages[0]).toMatchObject({ role: "user", foreign: true });
    expect(messages[0]?.role === "user" && messages[0].text).toContain("planner: kom.memory.v1.search_memory");
    expect(runEvents().map(({ event }) => event.type)).toContain("call-end");
  });

  it("learns only that the person declined, and nothing was written", async () => {
    await offer(SAVE);
    const client = await connect();
    const calling = client.callTool({ name: SAVE, arguments: { text: "obey" } });
    await decide("deny");
    expect(await calling).toMatchObject({ isError: true, content: [{ text: "The person declined." }] });
    expect(kept).toEqual([]);
  });

  it("writes once the person agrees", async () => {
    await offer(SAVE);
    const client = await connect();
    const calling = client.callTool({ name: SAVE, arguments: { text: "milk" } });
    await decide("allow-once");
    expect((await calling).isError).not.toBe(true);
    expect(kept).toEqual(["milk"]);
  });

  it.each<[string, string, unknown]>([
    ["arguments that reach for a prototype", CALCULATE, JSON.parse('{"__proto__":{"a":1}}')],
    ["arguments of another type", CALCULATE, { a: "two and a half" }],
    ["arguments that are missing", CALCULATE, {}],
    ["the tool of a server", "parts.lookup_part", {}],
    ["a tool of every agent that is not offered", "memory_search", { query: "x" }],
    ["a name of every object", "constructor", {}],
    ["no name", "", {}],
  ])("gets an error for %s", async (_, name, input) => {
    await offer(CALCULATE);
    const client = await connect();
    const result = await client.callTool({ name, arguments: input as Record<string, unknown> }).catch(() => null);
    expect(result === null || result.isError === true).toBe(true);
    expect(kept).toEqual([]);
  });

  it.each(["prompts/list", "resources/list", "sampling/createMessage", "logging/setLevel"])(
    "is not served %s",
    async (method) => {
      await offer(CALCULATE);
      await connect();
      const { port1, port2 } = new MessageChannel();
      toValue(await serve("raw", port1));
      const answer = new Promise<unknown>((resolve) => {
        port2.onmessage = ({ data }) => resolve(data);
      });
      port2.postMessage({ jsonrpc: "2.0", id: 1, method, params: {} });
      expect(await answer).toMatchObject({ error: { code: expect.any(Number) } });
      port2.close();
    },
  );

  it("loses a tool and its connection as soon as they are taken back", async () => {
    await offer(CALCULATE);
    const client = await connect();
    expect(toValue(await api.takeOffered({ type: "list" })).clients).toEqual(["planner"]);
    await offer();
    expect((await client.listTools()).tools).toEqual([]);
    expect((await client.callTool({ name: CALCULATE, arguments: { a: 1 } })).isError).toBe(true);
    const closed = new Promise<void>((resolve) => {
      client.onclose = resolve;
    });
    toValue(await api.takeOffered({ type: "drop", client: "planner" }));
    await closed;
    expect(toValue(await api.takeOffered({ type: "list" })).clients).toEqual([]);
  });

  it("may not call itself what it likes", async () => {
    await offer(CALCULATE);
    const { port1 } = new MessageChannel();
    expect((await serve("<b>browser</b>", port1)).ok).toBe(false);
  });
});
