import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { pathToFileURL } from "node:url";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";

/** A real MCP server on loopback for tests. */
export interface TestMcpServer {
  /** Streamable HTTP endpoint. */
  readonly url: string;
  /** From now on the tool `lookup_part` describes itself otherwise. */
  changeDescription(description: string): void;
  /** The arguments that `lookup_part` was called with so far. */
  readonly calls: readonly unknown[];
  close(): Promise<void>;
}

/** A server on loopback, whatever its tools are. */
export interface ServedMcp {
  readonly url: string;
  notifyToolsChanged(): void;
  close(): Promise<void>;
}

/**
 * Starts a server with four tools: `lookup_part` (finds a part's shelf), `fail`, `slow` (takes a minute) and
 * `delete_part` (says itself that it destroys). `POST /description` with a text changes the first one's description,
 * for tests that run elsewhere.
 */
export async function startMcpServer(port = 0): Promise<TestMcpServer> {
  let description = "Finds the shelf of a part by its name.";
  const calls: unknown[] = [];

  const createTools = (): McpServer => {
    const server = new McpServer({ name: "parts", version: "1.0.0" });
    server.registerTool(
      "lookup_part",
      {
        description,
        inputSchema: z.object({ part: z.string().describe("Name of the part"), exact: z.boolean().default(false) }),
        outputSchema: z.object({ part: z.string(), shelf: z.number() }),
        annotations: { readOnlyHint: true },
      },
      async (args) => {
        calls.push(args);
        const found = { part: args.part, shelf: args.part.length };
        return { content: [{ type: "text", text: JSON.stringify(found) }], structuredContent: found };
      },
    );
    server.registerTool("fail", { description: "Always fails.", inputSchema: z.object({}) }, async () => ({
      isError: true,
      content: [{ type: "text", text: "The store is closed." }],
    }));
    server.registerTool(
      "slow",
      { description: "Takes a minute.", inputSchema: z.object({}) },
      async (_args, context) => {
        await new Promise((resolve) => {
          const timer = setTimeout(resolve, 60_000);
          context.mcpReq.signal.addEventListener("abort", () => {
            clearTimeout(timer);
            resolve(null);
          });
        });
        return { content: [{ type: "text", text: "done" }] };
      },
    );
    server.registerTool(
      "delete_part",
      { description: "Removes a part.", inputSchema: z.object({}), annotations: { destructiveHint: true } },
      async () => ({ content: [{ type: "image", data: "A".repeat(400_000), mimeType: "image/png" }] }),
    );
    return server;
  };

  const served = await serveMcp(createTools, port, (path, body) => {
    if (path !== "/description") return false;
    description = body;
    return true;
  });
  return {
    ...served,
    changeDescription(text) {
      description = text;
      served.notifyToolsChanged();
    },
    calls,
  };
}

/** Serves what the function makes for each request, over Streamable HTTP, to pages of any origin; `hear` takes other paths. */
export async function serveMcp(
  createTools: () => McpServer,
  port = 0,
  hear: (path: string, body: string) => boolean = () => false,
): Promise<ServedMcp> {
  const handler = createMcpHandler(createTools);
  const server = createServer((request, response) => {
    void respond(request, response).catch(() => response.destroy());
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const cors = {
      "access-control-allow-origin": request.headers.origin ?? "*",
      "access-control-allow-methods": "GET, POST, DELETE, OPTIONS",
      "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "*",
      "access-control-expose-headers": "mcp-session-id, mcp-protocol-version",
      "cross-origin-resource-policy": "cross-origin",
    };
    if (request.method === "OPTIONS") {
      response.writeHead(204, cors).end();
      return;
    }
    if (hear(path, body.toString("utf8"))) {
      response.writeHead(204, cors).end();
      return;
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === "string") headers.set(name, value);
    }
    const aborted = new AbortController();
    response.on("close", () => aborted.abort());
    const answer = await handler.fetch(
      new Request(`http://localhost${request.url}`, {
        method: request.method ?? "GET",
        headers,
        signal: aborted.signal,
        ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
      }),
    );
    response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...cors });
    for await (const chunk of answer.body ?? []) response.write(chunk);
    response.end();
  }

  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  const boundPort = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${boundPort}/mcp`,
    notifyToolsChanged: () => handler.notify.toolsChanged(),
    async close() {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

// Started by hand: `npx tsx e2e/mcp-server.ts 8765`.
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const server = await startMcpServer(Number(process.argv[2] ?? 0));
  console.log(server.url);
}
