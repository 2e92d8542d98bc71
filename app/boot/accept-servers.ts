import type { ToolsApi } from "../../worker/protocol/api/tools-api.ts";
import { toFields } from "../../worker/protocol/json.ts";
import type { McpPort } from "../../worker/protocol/mcp.ts";

/** The part of a window that is listened to. */
export interface MessageScope {
  readonly origin: string;
  addEventListener(type: "message", listener: (event: ServerOffer) => void): void;
}

/** A window's message, as far as it is read here. */
export interface ServerOffer {
  readonly origin: string;
  readonly data: unknown;
  readonly ports: readonly McpPort[];
}

const SERVER = "alcove-mcp-server";
const CLIENT = "alcove-mcp-client";

/**
 * Lets scripts of this origin offer a server of tools (MCP), `postMessage({ type: "alcove-mcp-server", name }, origin,
 * [port])`, with one JSON-RPC message a message on the port, or be a client of the app's (`alcove-mcp-client`). A server's
 * tools stay off until the user allows them, and a client gets the tools that the user offers.
 */
export function acceptServers(scope: MessageScope, api: Pick<ToolsApi, "addServerPort" | "takeOffered">): void {
  scope.addEventListener("message", ({ origin, data, ports }) => {
    const [port] = ports;
    const { type, name } = toFields(data);
    if (origin !== scope.origin || port === undefined || typeof name !== "string") return;
    if (type !== CLIENT && type !== SERVER) return;
    // A refusal closes the port, which is all that its owner has to know.
    const taken =
      type === CLIENT ? api.takeOffered({ type: "serve", client: name }, port) : api.addServerPort(name, port);
    void Promise.resolve<unknown>(taken).catch(() => {});
  });
}
