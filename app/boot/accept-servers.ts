import type { ToolsApi } from "../../worker/protocol/api/tools-api.ts";
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
    if (origin !== scope.origin || port === undefined || !isOffer(data)) return;
    // A refusal closes the port, which is all that its owner has to know.
    const { type, name } = data;
    const taken =
      type === CLIENT ? api.takeOffered({ type: "serve", client: name }, port) : api.addServerPort(name, port);
    void Promise.resolve<unknown>(taken).catch(() => {});
  });
}

function isOffer(data: unknown): data is { readonly type: string; readonly name: string } {
  return (
    typeof data === "object" &&
    data !== null &&
    "type" in data &&
    (data.type === SERVER || data.type === CLIENT) &&
    "name" in data &&
    typeof data.name === "string"
  );
}
