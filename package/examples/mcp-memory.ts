import { McpServer } from "@modelcontextprotocol/server";
import { createAgent, type Model } from "alcove";
import { connectMcp, type McpPort, MessagePortTransport } from "alcove/mcp";
import * as z from "zod";

/**
 * The same note kept by a server: connected as `kom`, its tools are `kom.memory.v1.…`. The model reads their schemas in the
 * system message; a name that is not there and arguments that do not fit are sent back before anything reaches the server.
 */
export async function runMcpMemory(
  model: Model,
  ports: { readonly server: McpPort; readonly client: McpPort },
): Promise<string> {
  const notes: { readonly namespace: string; readonly text: string }[] = [];
  const server = new McpServer({ name: "kom", version: "1.0.0" });
  server.registerTool(
    "memory.v1.upsert_memory",
    {
      description: "Saves notes into a namespace.",
      inputSchema: z.object({ namespace: z.string(), items: z.array(z.object({ text: z.string() })) }),
      outputSchema: z.object({ upserted: z.number() }),
    },
    ({ namespace, items }) => {
      notes.push(...items.map(({ text }) => ({ namespace, text })));
      const upserted = { upserted: items.length };
      return { content: [{ type: "text", text: JSON.stringify(upserted) }], structuredContent: upserted };
    },
  );
  await server.connect(new MessagePortTransport(ports.server));
  const kom = await connectMcp({ name: "kom", port: ports.client });
  const agent = createAgent({ model, tools: kom.tools, approve: ({ call }) => call.name.endsWith(".upsert_memory") });
  const answer = agent.ask("Save the takeaways into project:metal", { format: "protocol" });
  try {
    const text = await answer.text;
    const outcomes = (await answer.calls).map(({ outcome }) => outcome?.type).join(", ");
    return `${text} (${outcomes}; ${notes.map(({ namespace, text }) => `${namespace}: ${text}`).join("; ")})`;
  } finally {
    await kom.close();
    await server.close();
  }
}
