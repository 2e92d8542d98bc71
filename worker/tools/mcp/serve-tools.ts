import { Server } from "@modelcontextprotocol/server";
import { toBoundedObject } from "../../protocol/bounded-json.ts";
import { toCallResult } from "../../protocol/call-result.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { McpPort } from "../../protocol/mcp.ts";
import type { ToolOutcome, ToolSpec } from "../../protocol/tool.ts";
import { MessagePortTransport } from "./message-port-transport.ts";

/** The tools that another program may see and call, as they are at that moment. */
export interface OfferedTools {
  list(): Promise<readonly ToolSpec[]>;
  call(name: string, input: JsonObject): Promise<ToolOutcome>;
}

/** Answers a client of MCP over its port: its list of tools and its calls, and nothing else. */
export async function serveTools(port: McpPort, offered: OfferedTools): Promise<Pick<Server, "close" | "onclose">> {
  const server = new Server({ name: "alcove", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", async () => ({
    tools: (await offered.list()).map(({ name, description, parameters, effect }) => ({
      name,
      description,
      inputSchema: { ...parameters, type: "object" as const },
      annotations: { readOnlyHint: effect === "reads" },
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const input = toBoundedObject(params.arguments ?? {});
    return toCallResult(
      input === null
        ? { type: "failed", message: "The arguments are refused." }
        : await offered.call(params.name, input),
    );
  });
  await server.connect(new MessagePortTransport(port));
  return server;
}
