import { completable, McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import type { ServerFile } from "../../protocol/mcp.ts";
import { connectMcpServer, type McpServer as McpConnection } from "./connect-mcp-server.ts";
import { MessagePortTransport } from "./message-port-transport.ts";
import { toTestPort } from "./test-port.fixture.ts";

let server: McpServer;
let connection: McpConnection;
let changes: number;

/** A real server in this process with these parts. */
async function connect(build: (server: McpServer) => void): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  server = new McpServer({ name: "s", version: "1" }, { capabilities: { resources: { subscribe: true } } });
  server.server.setRequestHandler("resources/subscribe", async () => ({}));
  build(server);
  await server.connect(new MessagePortTransport(toTestPort(port2)));
  changes = 0;
  const consents = { read: async () => new Map(), write: async () => {} };
  connection = await connectMcpServer(
    { name: "s", address: { type: "port", port: toTestPort(port1) } },
    {
      consents,
      taken: new Set(),
      onChange: () => {
        changes += 1;
      },
    },
  );
}

const readResource = async (uri: string, fields?: Record<string, string>): Promise<readonly ServerFile[]> =>
  (await connection.ask({ type: "resource", uri, ...(fields && { fields }) })) as readonly ServerFile[];

afterEach(async () => {
  await connection.close();
  await server.close();
});

describe("a server's prompts", () => {
  beforeEach(() =>
    connect((made) => {
      made.registerPrompt(
        "code review",
        { description: "Reviews\u200b code.", argsSchema: z.object({ code: z.string(), tone: z.string().optional() }) },
        ({ code, tone = "plain" }) => ({
          messages: [
            { role: "user", content: { type: "text", text: `Review ${code}, ${tone}` } },
            { role: "assistant", content: { type: "text", text: "Gladly." } },
            {
              role: "user",
              content: { type: "resource", resource: { uri: "file:///../../etc/style.md", text: "be kind" } },
            },
          ],
        }),
      );
    }),
  );

  it("are commands with their arguments, in plain words", () => {
    expect(connection.offers().prompts).toEqual([
      {
        name: "s:code-review",
        description: "Reviews  code.",
        author: "server s",
        parameters: {
          type: "object",
          properties: { code: { type: "string", description: "" }, tone: { type: "string", description: "" } },
          required: ["code"],
        },
      },
    ]);
  });

  it("come as one text with who says what, and their files without a path", async () => {
    expect(await connection.ask({ type: "prompt", name: "s:code-review", input: { code: "x", tone: "" } })).toEqual({
      text: "user: Review x, plain\n\nassistant: Gladly.",
      files: [
        {
          server: "s",
          uri: "file:///../../etc/style.md",
          name: "style.md",
          mediaType: "text/plain",
          content: "be kind",
        },
      ],
    });
    await expect(connection.ask({ type: "prompt", name: "s:other", input: {} })).rejects.toThrow("no prompt 's:other'");
  });

  it("are listed anew when the server says that they have changed", async () => {
    server.registerPrompt("later", {}, () => ({ messages: [] }));
    await vi.waitFor(() => expect(connection.offers().prompts).toHaveLength(2), { timeout: 3_000 });
  });
});

describe("a server's resources", () => {
  beforeEach(() =>
    connect((made) => {
      made.registerResource("catalogue", "file:///shop/catalogue", { size: 12 }, async (uri) => ({
        contents: [{ uri: uri.href, mimeType: "text/plain", text: "bolt, nut" }],
      }));
      made.registerResource("logo", "file:///shop/logo", {}, async (uri) => ({
        contents: [{ uri: uri.href, mimeType: "image/png", blob: btoa("png!") }],
      }));
      made.registerResource(
        "part",
        new ResourceTemplate("part://{shop}/{name}", { list: undefined }),
        {},
        async (uri) => ({
          contents: [{ uri: uri.href, text: uri.pathname }],
        }),
      );
    }),
  );

  it("are listed with templates of others", async () => {
    expect(await connection.ask({ type: "resources" })).toEqual([
      { uri: "part://{shop}/{name}", title: "part", description: "", fields: ["shop", "name"] },
      { uri: "file:///shop/catalogue", title: "catalogue", description: "", size: 12 },
      { uri: "file:///shop/logo", title: "logo", description: "" },
    ]);
    expect(connection.offers().hasResources).toBe(true);
  });

  it("are read as files, texts and bytes, also those of a template", async () => {
    expect(await readResource("file:///shop/catalogue")).toMatchObject([
      { name: "catalogue.txt", content: "bolt, nut" },
    ]);
    expect(await readResource("file:///shop/logo")).toMatchObject([
      { name: "logo.png", mediaType: "image/png", content: Uint8Array.from([112, 110, 103, 33]) },
    ]);
    const [file] = await readResource("part://{shop}/{name}", { shop: "a", name: "../b c" });
    expect(file).toMatchObject({ uri: "part://a/..%2Fb%20c", content: "/..%2Fb%20c" });
    expect(file?.name).not.toMatch(/[/\\]/);
  });

  it("are followed once they were read, and said to have changed until they are read again", async () => {
    await server.server.sendResourceUpdated({ uri: "file:///shop/logo" });
    await readResource("file:///shop/catalogue");
    const before = changes;
    await server.server.sendResourceUpdated({ uri: "file:///shop/catalogue" });
    await vi.waitFor(() => expect(connection.offers().changed).toEqual(["file:///shop/catalogue"]));
    expect(changes).toBeGreaterThan(before);
    await readResource("file:///shop/catalogue");
    expect(connection.offers().changed).toEqual([]);
  });
});

describe("a server's suggestions", () => {
  it("complete a prompt's field and a template's, with what else is typed, and none that hides letters", async () => {
    await connect((made) => {
      const city = completable(z.string(), (value) =>
        ["Graz", "Gr\u200baz", "Linz"].filter((each) => each.startsWith(value)),
      );
      const street = completable(z.string(), (value, context) => [`${context?.arguments?.city} ${value}`]);
      made.registerPrompt("trip", { argsSchema: z.object({ city, street }) }, () => ({ messages: [] }));
      const complete = { id: (value: string) => Array.from({ length: 50 }, (_, index) => `${value}${index}`) };
      const template = new ResourceTemplate("note://{id}", { list: undefined, complete });
      made.registerResource("note", template, {}, async () => ({ contents: [] }));
    });
    const ask = (of: string, field: string, fields: Record<string, string>) =>
      connection.ask({ type: "complete", of, field, fields });
    expect(await ask("s:trip", "city", { city: "G" })).toEqual(["Graz"]);
    expect(await ask("s:trip", "street", { city: "Graz", street: "M" })).toEqual(["Graz M"]);
    expect(await ask("note://{id}", "id", { id: "7" })).toHaveLength(20);
  });

  it("are asked for where the server offers them only", async () => {
    await connect((made) => {
      made.registerPrompt("plain", { argsSchema: z.object({ city: z.string() }) }, () => ({ messages: [] }));
    });
    expect(await connection.ask({ type: "complete", of: "s:plain", field: "city", fields: { city: "G" } })).toEqual([]);
  });
});
