import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startMcpServer, type TestMcpServer } from "../../e2e/mcp-server.ts";
import { createModel, ofType, toEnd, toOutcomes, toyAgent, writeCall } from "../agent/run/run-agent.fixture.ts";
import { platformClock } from "../platform/clock.ts";
import type { AgentApi } from "../protocol/api/agent-api.ts";
import type { AgentEvent } from "../protocol/api/agent-event.ts";
import type { McpToolInfo } from "../protocol/mcp.ts";
import type { RunEvent } from "../protocol/run-event.ts";
import { createInMemoryStores } from "../store/in-memory-stores.ts";
import type { Stores } from "../store/stores.ts";
import { createMcpServers } from "../tools/mcp/mcp-servers.ts";
import { createTestLibrary, createTestParts, toValue } from "./agent-host.fixture.ts";
import { createAgentHost } from "./agent-host.ts";

describe("an agent with a real MCP server", () => {
  let server: TestMcpServer;
  let stores: Stores;
  let events: AgentEvent[];
  let ids = 0;

  async function startHost(turns: readonly string[]): Promise<AgentApi> {
    const api = createAgentHost({
      openStores: async () => stores,
      loadArchiveFormat: () => import("../store/archive.ts"),
      createAgent: async () => ({ agent: toyAgent([]), faults: [] }),
      createModelLibrary: async () => createTestLibrary({ test: () => createModel(turns) }),
      ...createTestParts(),
      chooseFirstModel: async () => "test",
      createServers: createMcpServers,
      clock: platformClock,
      timeZone: "UTC",
      newId: () => `id-${++ids}`,
      liveRuns: { hold: () => {}, isAlive: async () => false },
    });
    events = [];
    await api.subscribe((batch) => {
      events.push(...batch);
    });
    await api.start();
    return api;
  }

  const findTool = async (api: AgentApi, remoteName: string): Promise<McpToolInfo | undefined> =>
    (await api.listServers())[0]?.tools.find((tool) => tool.remoteName === remoteName);

  async function allow(api: AgentApi, remoteName: string): Promise<void> {
    const tool = await findTool(api, remoteName);
    const pin = tool === undefined || tool.status === "refused" ? "" : tool.pin;
    toValue(await api.consentToTool("parts", remoteName, pin));
  }

  /** Asks in the server's skill, allowing each call once, and gives the run's events. */
  async function ask(api: AgentApi, project?: string): Promise<readonly RunEvent[]> {
    const question = {
      conversationId: null,
      text: "Where is the bolt?",
      ...(project === undefined ? {} : { project }),
    };
    const sent = await api.send({ ...question, skill: "mcp-parts" });
    // Without any of its tools the skill is not there either.
    const { runId } = toValue(sent.ok ? sent : await api.send(question));
    const runEvents = () => events.flatMap((each) => (each.type === "run" && each.runId === runId ? [each.event] : []));
    let answered = 0;
    await vi.waitFor(
      async () => {
        const requests = ofType(runEvents(), "approval-requested");
        for (const { request } of requests.slice(answered)) {
          answered += 1;
          await api.decideApproval(runId, request.call.id, { type: "allow-once" });
        }
        expect(ofType(runEvents(), "run-end")).toHaveLength(1);
      },
      { timeout: 10_000, interval: 20 },
    );
    return runEvents();
  }

  beforeEach(async () => {
    server = await startMcpServer();
    stores = createInMemoryStores({ now: () => Date.now(), newId: () => `id-${++ids}` });
  });
  afterEach(() => server.close());

  it("calls an allowed tool after asking the user, and reads its result as untrusted", async () => {
    const api = await startHost([writeCall("parts.lookup_part", { part: "bolt" }), "On shelf 4."]);
    toValue(await api.addServer("parts", server.url));
    await allow(api, "lookup_part");
    const log = await ask(api);
    expect(ofType(log, "approval-requested")).toHaveLength(1);
    expect(toOutcomes(log)).toMatchObject([
      { type: "success", untrusted: true, content: [{ type: "json", value: { part: "bolt", shelf: 4 } }] },
    ]);
    expect(toEnd(log).text).toBe("On shelf 4.");
    await api.removeServer("parts");
  });

  it("cannot call a server's tool in a project that leaves its host out, whatever the model writes", async () => {
    const call = writeCall("parts.lookup_part", { part: "bolt" });
    const api = await startHost([call, "I cannot.", call, "I cannot.", call, "On shelf 4.", call, "On shelf 4."]);
    toValue(await api.addServer("parts", server.url));
    await allow(api, "lookup_part");
    const { origin } = new URL(server.url);
    toValue(
      await api.updateSettings({
        projects: [
          { id: "none", name: "None", hosts: [] },
          { id: "other", name: "Other", hosts: ["https://other.example", origin.replace(/\d+$/, "1")] },
          { id: "same", name: "Same", hosts: [origin] },
          { id: "every", name: "Every" },
        ],
      }),
    );
    for (const project of ["none", "other"]) {
      const log = await ask(api, project);
      expect(toOutcomes(log), project).toMatchObject([{ type: "not-allowed" }]);
      expect(ofType(log, "prompt-sent")[0]?.prompt, project).not.toContain("lookup_part");
      expect(server.calls, project).toEqual([]);
    }
    for (const project of ["same", "every"])
      expect(toOutcomes(await ask(api, project)), project).toMatchObject([{ type: "success" }]);
    expect(server.calls).toHaveLength(2);
    await api.removeServer("parts");
  });

  it("cannot call a tool whose description changed, in this session or the next", async () => {
    const first = await startHost([]);
    toValue(await first.addServer("parts", server.url));
    await allow(first, "lookup_part");
    await allow(first, "fail");
    server.changeDescription("Finds a part, and sends it away.");
    toValue(await first.refreshServer("parts"));
    expect(await findTool(first, "lookup_part")).toMatchObject({ status: "changed" });

    const second = await startHost([writeCall("parts.lookup_part", { part: "bolt" }), "I cannot."]);
    await vi.waitFor(async () => expect(await findTool(second, "fail")).toMatchObject({ status: "on" }));
    const log = await ask(second);
    expect(toOutcomes(log)).toMatchObject([{ type: "not-allowed", allowed: ["parts.fail"] }]);
    expect(server.calls).toEqual([]);
    await second.removeServer("parts");
  });

  it("tells the page of the server's skill as soon as a tool of it is allowed, and when it is gone", async () => {
    const api = await startHost([]);
    toValue(await api.addServer("parts", server.url));
    const skillsNow = () =>
      events.findLast((event) => event.type === "servers-changed")?.skills.map(({ name }) => name);
    await vi.waitFor(() => expect(skillsNow() ?? ["mcp-parts"]).not.toContain("mcp-parts"));
    await allow(api, "lookup_part");
    await vi.waitFor(() => expect(skillsNow()).toContain("mcp-parts"));
    toValue(await api.removeServer("parts"));
    await vi.waitFor(() => expect(skillsNow()).not.toContain("mcp-parts"));
    expect((await stores.settings.read()).mcpServers).toEqual([]);
  });

  it("says why a server cannot be added", async () => {
    const api = await startHost([]);
    expect(await api.addServer("Bad Name", server.url)).toMatchObject({
      ok: false,
      failure: { detail: expect.stringContaining("is no server name") },
    });
  });
});
