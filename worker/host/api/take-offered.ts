import type { OfferedAnswer, OfferedStep } from "../../protocol/api/tools-api.ts";
import type { ConversationId } from "../../protocol/ids.ts";
import type { McpPort } from "../../protocol/mcp.ts";
import type { HostParts } from "../host-parts.ts";
import { listOffered, runOffered } from "../runs/run-offered.ts";

/** The chats of the programs' calls, of each host. */
const chatsOf = new WeakMap<HostParts, Map<string, ConversationId>>();

/** Takes a step of another program in the page, or of the user's about one. Rejects with a sentence where it cannot. */
export async function takeOffered(parts: HostParts, step: OfferedStep, port?: McpPort): Promise<OfferedAnswer> {
  const servers = await parts.servers.load();
  const chats = chatsOf.get(parts) ?? new Map<string, ConversationId>();
  chatsOf.set(parts, chats);
  const call = async (client: string, called: Parameters<typeof runOffered>[2]) =>
    runOffered(await parts.readRunContext(), client, called, chats);
  if (step.type === "call") {
    return { clients: servers.clients(), outcome: await call(step.client, step) };
  }
  if (step.type === "serve" && port !== undefined) {
    await servers.serve(step.client, port, {
      list: async () => listOffered(await parts.readRunContext()).map(({ spec }) => spec),
      call: (name, input) => call(step.client, { name, input }),
    });
  }
  if (step.type === "drop") await servers.drop(step.client);
  return { clients: servers.clients() };
}
