import { afterEach, describe, expect, it } from "vitest";
import type { ServerFile, ServerResource } from "../../protocol/mcp.ts";
import { connectMcpServer, type McpServer as McpConnection } from "./connect-mcp-server.ts";
import { toTestPort } from "./test-port.fixture.ts";

let connection: McpConnection;
let asked: string[];
let stop: () => void;

/** Connects a server that answers each method with this, whatever the protocol says. */
async function connect(answers: Readonly<Record<string, unknown>>): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  asked = [];
  port2.addEventListener("message", ({ data }) => {
    if (data.id === undefined || data.method === undefined) return;
    asked.push(data.method);
    const capabilities = { prompts: {}, resources: { subscribe: true } };
    const initialize = { protocolVersion: "2025-11-25", capabilities, serverInfo: { name: "h", version: "1" } };
    const found = { initialize, "resources/templates/list": { resourceTemplates: [] }, ...answers }[
      String(data.method)
    ];
    const error = { code: -32_601, message: "no" };
    port2.postMessage({ jsonrpc: "2.0", id: data.id, ...(found === undefined ? { error } : { result: found }) });
  });
  port2.start();
  stop = () => port2.close();
  connection = await connectMcpServer(
    { name: "h", address: { type: "port", port: toTestPort(port1) } },
    { taken: new Set(), consents: { read: async () => new Map(), write: async () => {} } },
  );
}

afterEach(async () => {
  await connection.close();
  stop();
});

const read = async (contents: unknown): Promise<readonly ServerFile[] | "refused"> => {
  await connect({ "resources/read": { contents } });
  const uri = "file:///asked.txt";
  return connection.ask({ type: "resource", uri }).then(
    (files) => files as readonly ServerFile[],
    () => "refused" as const,
  );
};

describe("a hostile server's resource", () => {
  it.each<[string, string, string]>([
    ["a path upwards", "file:///../../../etc/passwd", "passwd.txt"],
    ["a path of another system", "file:///C:\\Windows\\..\\system.ini", "system.ini"],
    ["an encoded path", "file:///..%2F..%2Fetc%2Fpasswd", "2F..2Fetc2Fpasswd.txt"],
    ["a hidden name", "file:///.ssh", "ssh.txt"],
    ["no name", "file:///", "file.txt"],
    ["a name in another direction", "file:///a\u202Etxt.exe", "a txt.exe"],
    ["markup for a name", 'file:///<img src="x">.txt', "img src=x.txt"],
    ["a stream of a file", "file:///a.txt:secret", "secret.txt"],
    ["a name without end", `file:///${"a".repeat(3_000)}.md`, `${"a".repeat(63)}….txt`],
  ])("with %s has a plain name", async (_, uri, name) => {
    expect(await read([{ uri, text: "x" }])).toMatchObject([{ name, uri: "file:///asked.txt" }]);
  });

  it.each<[string, unknown]>([
    ["nothing in it", []],
    ["no contents", [{ uri: "file:///a" }]],
    ["bytes that are none", [{ uri: "file:///a", blob: "???" }]],
    ["more than any reader takes", [{ uri: "file:///a", text: "x".repeat(70_000_001) }]],
    ["contents of another form", "text"],
  ])("with %s is refused", async (_, contents) => {
    expect(await read(contents)).toBe("refused");
  });

  it.each<[string, string]>([
    ["a type with a line break", "text/html\r\nX: y"],
    ["a type that is none", "not a type"],
    ["an empty type", ""],
  ])("with %s is of its kind or plain", async (_, mimeType) => {
    const [file] = (await read([{ uri: "file:///a", mimeType, text: "x" }])) as readonly ServerFile[];
    expect(file?.mediaType).toMatch(/^text\/(?:plain|html)/);
  });

  it("is no more than twenty files", async () => {
    const many = Array.from({ length: 500 }, (_, index) => ({ uri: `file:///${index}.txt`, text: "x" }));
    expect(await read(many)).toHaveLength(20);
  });
});

describe("a hostile server's lists", () => {
  it("are bounded, in number and in words", async () => {
    const resources = Array.from({ length: 1_500 }, (_, index) => ({
      uri: `f:${index}`,
      name: index === 0 ? "x".repeat(5_000) : "x",
    }));
    await connect({ "resources/list": { resources } });
    const listed = (await connection.ask({ type: "resources" })) as readonly ServerResource[];
    expect(listed).toHaveLength(1_000);
    expect(listed[0]?.title).toHaveLength(500);
  });

  it("that never end are given up", async () => {
    await connect({ "resources/list": { resources: [{ uri: "file:///a", name: "a" }], nextCursor: "again" } });
    await connection.ask({ type: "resources" }).catch(() => undefined);
    expect(asked.filter((method) => method === "resources/list").length).toBeLessThanOrEqual(65);
  });

  it.each<[string, unknown, readonly string[]]>([
    ["the name of a tool", { name: "../calculate" }, ["h:..-calculate"]],
    ["a mark in its name", { name: "a:b c" }, ["h:a-b-c"]],
    ["no name", { name: "" }, []],
    ["the name of another one", { name: "first" }, []],
    ["an argument for a prototype", { name: "p", arguments: [{ name: "__proto__", required: true }] }, []],
    ["a name without end", { name: "n".repeat(900) }, [`h:${"n".repeat(64)}`]],
  ])("may hold a prompt with %s", async (_, prompt, expected) => {
    await connect({ "prompts/list": { prompts: [{ name: "first" }, prompt] } });
    const names = connection.offers().prompts.map(({ name }) => name);
    expect(names.filter((name) => name !== "h:first" && name !== "h:p")).toEqual(expected);
    for (const { parameters } of connection.offers().prompts)
      expect(Object.hasOwn(parameters, "__proto__")).toBe(false);
  });

  it("are asked for by the user alone: none is read and no prompt is fetched by itself", async () => {
    await connect({
      "prompts/list": { prompts: [{ name: "a" }] },
      "resources/list": { resources: [{ uri: "file:///a", name: "a" }] },
    });
    expect(asked.filter((method) => !["initialize", "server/discover", "prompts/list"].includes(method))).toEqual([]);
  });
});
