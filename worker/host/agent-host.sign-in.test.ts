import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createModel, toyAgent, writeCall } from "../agent/run/run-agent.fixture.ts";
import { platformClock } from "../platform/clock.ts";
import type { AgentEvent } from "../protocol/api/agent-event.ts";
import { createInMemoryStores } from "../store/in-memory-stores.ts";
import { createMcpServers } from "../tools/mcp/mcp-servers.ts";
import { createTestLibrary, createTestParts, toValue } from "./agent-host.fixture.ts";
import { createAgentHost } from "./agent-host.ts";

const TOKEN = "access-token-of-ada";
const REFRESH = "refresh-token-of-ada";
let server: Server;
let url: string;
/** What the server was sent. */
const heard: string[] = [];

/** A server that repeats in each of its answers the token that it was sent. */
beforeEach(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const said = request.headers.authorization ?? "";
    heard.push(said);
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}");
    const results: Readonly<Record<string, object>> = {
      initialize: {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: said, version: "1" },
      },
      "tools/list": {
        tools: ["repeat", "fail"].map((name) => ({
          name,
          description: `Repeats ${said}.`,
          inputSchema: { type: "object" },
        })),
      },
      "tools/call": { content: [{ type: "text", text: `You are ${said}` }], isError: params?.name === "fail" },
    };
    const result = results[method];
    if (id === undefined) response.writeHead(202).end();
    else {
      response.writeHead(200, { "content-type": "application/json" });
      const error = { code: -32_601, message: `${said} asks for too much` };
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...(result === undefined ? { error } : { result }) }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it("tokens of a sign-in go to their server alone: not into a prompt, an event, a log, an export or the page", async () => {
  const stores = createInMemoryStores({ now: Date.now, newId: () => crypto.randomUUID() });
  const metadata = { issuer: "https://auth.example" };
  const tokens = { access_token: TOKEN, refresh_token: REFRESH, token_type: "Bearer", scope: "parts:read" };
  await stores.signIns.write("parts", {
    url,
    resource: url,
    metadata,
    client: { client_id: "c" },
    returnUrl: "",
    tokens,
  });
  await stores.settings.update({ mcpServers: [{ name: "parts", url, consents: {} }] });
  const model = createModel([writeCall("parts.repeat", {}), writeCall("parts.fail", {}), "Done."]);
  const api = createAgentHost({
    openStores: async () => stores,
    loadArchiveFormat: () => import("../store/archive.ts"),
    createAgent: async () => ({ agent: toyAgent([]), faults: [] }),
    createModelLibrary: async () => createTestLibrary({ test: () => model }),
    ...createTestParts(),
    chooseFirstModel: async () => "test",
    createServers: (deps) => createMcpServers({ ...deps, signIns: stores.signIns, allowedHosts: [] }),
    clock: platformClock,
    timeZone: "UTC",
    newId: () => crypto.randomUUID(),
    liveRuns: { hold: () => {}, isAlive: async () => false },
  });
  const events: AgentEvent[] = [];
  await api.subscribe((batch) => {
    events.push(...batch);
  });
  await api.start();
  const listed = await vi.waitFor(async () => {
    const [found] = await api.listServers();
    if (found?.state !== "connected") throw new Error(JSON.stringify(found));
    return found;
  });
  expect(listed.signIn).toMatchObject({ state: "in", origin: "https://auth.example", scopes: ["parts:read"] });
  for (const tool of listed.tools) {
    if (tool.status !== "refused") toValue(await api.consentToTool("parts", tool.remoteName, tool.pin));
  }
  const outcome = await api.runTool("parts.repeat", {});
  const { runId } = toValue(await api.send({ conversationId: null, text: "Who am I?", skill: "mcp-parts" }));
  let answered = 0;
  await vi.waitFor(
    async () => {
      const run = events.flatMap((each) => (each.type === "run" && each.runId === runId ? [each.event] : []));
      const asked = run.flatMap((each) => (each.type === "approval-requested" ? [each.request] : []));
      for (const { call } of asked.slice(answered)) await api.decideApproval(runId, call.id, { type: "allow-once" });
      answered = asked.length;
      if (!run.some(({ type }) => type === "run-end")) throw new Error("not yet");
    },
    { timeout: 10_000 },
  );
  expect(answered).toBe(2);
  expect(heard).toContain(`Bearer ${TOKEN}`);
  const exported = await api.exportEverything({ connections: { hosts: [], server: null }, withKeys: true });
  const said = JSON.stringify([
    outcome,
    events,
    await api.listServers(),
    model.prompts,
    await stores.runs.read(runId),
    await stores.readEverything(),
    new TextDecoder().decode(toValue(exported).bytes),
  ]);
  expect(said).toContain("You are Bearer [secret]");
  expect(said).not.toContain(TOKEN);
  expect(said).not.toContain(REFRESH);
});
