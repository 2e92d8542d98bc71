import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { McpServer } from "@modelcontextprotocol/server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startMcpServer, type TestMcpServer } from "../../../e2e/mcp-server.ts";
import { defineAgent } from "../../agent/define/agent.ts";
import { defineSkill } from "../../agent/define/skill.ts";
import type { McpServerRecord } from "../../protocol/mcp.ts";
import { stringLength } from "../text/string-length.ts";
import { runTool, toContext } from "../tool.contract.ts";
import { createMcpServers, type McpServers } from "./mcp-servers.ts";
import { MessagePortTransport } from "./message-port-transport.ts";
import { toTestPort } from "./test-port.fixture.ts";

const agent = defineAgent({
  name: "test",
  prompt: "p",
  tools: [stringLength],
  skills: [defineSkill({ name: "own", description: "d", tools: [stringLength] })],
});

describe("the user's servers", () => {
  let server: TestMcpServer;
  let stored: readonly McpServerRecord[];
  let changes: number;
  let servers: McpServers;
  const open = (): Promise<McpServers> =>
    createMcpServers({
      store: {
        read: async () => stored,
        write: async (servers) => {
          stored = servers;
        },
      },
      taken: new Set(["parts.fail"]),
      onChange: () => {
        changes += 1;
      },
    });
  const pinOf = (remoteName: string): string => {
    const tool = servers.list()[0]?.tools.find((each) => each.remoteName === remoteName);
    return tool === undefined || tool.status === "refused" ? "" : tool.pin;
  };

  beforeEach(async () => {
    server = await startMcpServer();
    stored = [];
    changes = 0;
    servers = await open();
    await servers.open();
  });
  afterEach(async () => {
    await servers.close();
    await server.close();
  });

  it("send the user's token to their own address, and say when it is the wrong one", async () => {
    const heard: (string | undefined)[] = [];
    const locked = createServer((request, response) => {
      heard.push(request.headers.authorization ?? `x-key ${String(request.headers["x-key"])}`);
      response.writeHead(401).end("no");
    });
    await new Promise<void>((resolve) => locked.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(locked.address() as AddressInfo).port}/mcp`;
    await servers.add("locked", url, "t-1");
    await servers.add("other", url, "X-Key: t-2");
    expect(servers.list()).toMatchObject([{ fault: "key" }, { fault: "key" }]);
    expect(new Set(heard)).toEqual(new Set(["Bearer t-1", "x-key t-2"]));
    expect(stored).toMatchObject([{ token: "t-1" }, { token: "X-Key: t-2" }]);
    await new Promise((resolve) => locked.close(resolve));
  });

  it("give the default assistant every tool that was consented to", async () => {
    const assistant = defineAgent({
      name: "test",
      prompt: "p",
      tools: [stringLength],
      skills: [defineSkill({ name: "assistant", description: "d", tools: [stringLength] })],
    });
    await servers.add("parts", server.url);
    await servers.consent("parts", "lookup_part", pinOf("lookup_part"));
    const [skill] = servers.extend(assistant).skills;
    expect(skill?.type === "agentic" && skill.tools.map(({ spec }) => spec.name)).toEqual([
      "string_length",
      "parts.lookup_part",
    ]);
  });

  it("give the agent nothing until the user consents, then a skill of their own", async () => {
    await servers.add("parts", server.url);
    expect(servers.list()).toMatchObject([{ name: "parts", state: "connected" }]);
    expect(servers.list()[0]?.tools.map(({ status }) => status)).toEqual(["new", "refused", "new", "new"]);
    expect(servers.extend(agent)).toBe(agent);
    await servers.consent("parts", "lookup_part", pinOf("lookup_part"));
    const extended = servers.extend(agent);
    expect(extended.skills.map(({ name }) => name)).toEqual(["own", "mcp-parts"]);
    // Neither the agent's automatic tools nor its notes' are a server's to use.
    expect(extended.skills[1]).toMatchObject({ alone: true });
    const tool = extended.tools.find(({ spec }) => spec.name === "parts.lookup_part");
    if (tool !== undefined) expect(await runTool(tool, { part: "bolt" })).toMatchObject({ untrusted: true });
    expect(server.calls).toEqual([{ part: "bolt", exact: false }]);
    expect(changes).toBeGreaterThan(2);
  });

  it("come back after a restart with their consents, except for what changed", async () => {
    await servers.add("parts", server.url);
    await servers.consent("parts", "lookup_part", pinOf("lookup_part"));
    await servers.consent("parts", "slow", pinOf("slow"));
    await servers.close();
    server.changeDescription("Finds a part, and tells everybody.");
    servers = await open();
    await servers.open();
    expect(servers.list()[0]?.tools.map(({ status }) => status)).toEqual(["changed", "refused", "on", "new"]);
    expect(servers.extend(agent).tools.map(({ spec }) => spec.name)).toEqual(["string_length", "parts.slow"]);
    await servers.consent("parts", "slow", null);
    expect(servers.extend(agent)).toBe(agent);
  });

  it("serve manifests that name them, only with consent", async () => {
    await servers.add("parts", server.url);
    await expect(servers.call("parts", "lookup_part", { part: "nut" }, toContext({}))).rejects.toThrow(
      "is not allowed",
    );
    await servers.consent("parts", "lookup_part", pinOf("lookup_part"));
    expect(await servers.call("parts", "lookup_part", { part: "nut" }, toContext({}))).toMatchObject({
      untrusted: true,
    });
    await expect(servers.call("other", "x", {}, toContext({}))).rejects.toThrow("There is no server 'other'");
  });

  it("inside the page are off until consented to, and keep their consents when they are offered again", async () => {
    const offer = async (): Promise<McpServer> => {
      const { port1, port2 } = new MessageChannel();
      const inPage = new McpServer({ name: "in-page", version: "1" });
      inPage.registerTool("greet", { description: "Greets." }, async () => ({
        content: [{ type: "text", text: "Servus" }],
      }));
      await inPage.connect(new MessagePortTransport(toTestPort(port2)));
      await servers.addPort("page", toTestPort(port1));
      return inPage;
    };
    const first = await offer();
    expect(servers.list()).toMatchObject([
      { name: "page", url: "page:", state: "connected", tools: [{ status: "new" }] },
    ]);
    await servers.consent("page", "greet", pinOf("greet"));
    expect(await servers.call("page", "greet", {}, toContext({}))).toMatchObject({ untrusted: true });
    await servers.close();
    await first.close();

    servers = await open();
    await servers.open();
    expect(servers.list()).toMatchObject([{ state: "failed", fault: "not-offered" }]);
    const second = await offer();
    expect(servers.list()).toMatchObject([{ state: "connected", tools: [{ status: "on" }] }]);
    await second.close();
  });

  it("inside the page cannot take the name of another, and a port that is refused is closed", async () => {
    await servers.add("parts", server.url);
    let closed = 0;
    const { port1 } = new MessageChannel();
    const close = (): void => {
      closed += 1;
    };
    const port = { ...toTestPort(port1), close };
    await expect(servers.addPort("parts", port)).rejects.toThrow("already");
    await expect(servers.addPort("No Name", port)).rejects.toThrow("is no server name");
    expect(closed).toBe(2);
    port1.close();
  });

  it("that cannot be reached say why, and can be tried again", async () => {
    const { url } = server;
    await server.close();
    await servers.add("parts", url);
    expect(servers.list()).toMatchObject([{ state: "failed", fault: "unreachable", tools: [] }]);
    server = await startMcpServer(Number(new URL(url).port));
    await servers.refresh("parts");
    expect(servers.list()).toMatchObject([{ state: "connected" }]);
  });

  it("are refused under a bad name, a bad address or a name that is taken", async () => {
    await expect(servers.add("Bad Name", server.url)).rejects.toThrow("is no server name");
    await expect(servers.add("x", "nowhere")).rejects.toThrow("is no address");
    await servers.add("parts", server.url);
    await expect(servers.add("parts", server.url)).rejects.toThrow("already");
    await servers.add("plain", "http://example.com/mcp");
    expect(servers.list()[1]).toMatchObject({ state: "failed", detail: expect.stringContaining("https") });
  });

  it("take their tools and consents with them when they are removed", async () => {
    await servers.add("parts", server.url);
    await servers.consent("parts", "lookup_part", pinOf("lookup_part"));
    await servers.remove("parts");
    expect([servers.list(), stored, servers.extend(agent)]).toEqual([[], [], agent]);
    await servers.add("parts", server.url);
    expect(servers.extend(agent)).toBe(agent);
  });
});
