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

/**
 * Lets scripts of this origin offer a server of tools (MCP): `postMessage({ type: "alcove-mcp-server", name }, origin,
 * [port])`, with one JSON-RPC message a message on the port. Its tools stay off until the user allows them.
 */
export function acceptServers(scope: MessageScope, api: Pick<ToolsApi, "addServerPort">): void {
  scope.addEventListener("message", ({ origin, data, ports }) => {
    const [port] = ports;
    if (origin !== scope.origin || port === undefined || !isOffer(data)) return;
    // A refusal closes the port, which is all that its owner has to know.
    void api.addServerPort(data.name, port).catch(() => {});
  });
}

function isOffer(data: unknown): data is { readonly name: string } {
  return (
    typeof data === "object" &&
    data !== null &&
    "type" in data &&
    data.type === "alcove-mcp-server" &&
    "name" in data &&
    typeof data.name === "string"
  );
}
