import { McpServer } from "@modelcontextprotocol/server";
import { createAgent, type Model } from "alcove";
import { connectMcp, type McpPort, MessagePortTransport } from "alcove/mcp";
import * as z from "zod";

/** A server of tools in the same page, over a port; `connectMcp({ name, url, token })` reaches one over HTTP. */
export async function runMcp(
  model: Model,
  ports: { readonly server: McpPort; readonly client: McpPort },
): Promise<string> {
  const server = new McpServer({ name: "parts", version: "1.0.0" });
  server.registerTool(
    "find_part",
    { description: "Finds the shelf of a part.", inputSchema: z.object({ part: z.string() }) },
    ({ part }) => ({ content: [{ type: "text", text: `${part}: shelf 7` }] }),
  );
  await server.connect(new MessagePortTransport(ports.server));
  const parts = await connectMcp({
    name: "parts",
    port: ports.client,
    allow: ({ name }) => name === "parts.find_part",
  });
  const agent = createAgent({ model, tools: parts.tools, approve: ({ call }) => call.name === "parts.find_part" });
  try {
    return await agent.ask("Where is the bolt?").text;
  } finally {
    await parts.close();
    await server.close();
  }
}
