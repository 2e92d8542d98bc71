import type { ManifestDeps } from "../manifest/to-manifest-tool.ts";
import type { McpServers } from "./mcp-servers.ts";

/** Links manifests to the user's servers, which may be connected later than manifests are read. */
export function createServerLink() {
  let servers: Pick<McpServers, "call"> | null = null;
  return {
    /** Calls those servers alone that `isAllowed` names; asked at each call. */
    within:
      (isAllowed: (server: string) => boolean): NonNullable<ManifestDeps["callMcp"]> =>
      async (server, tool, args, context) => {
        if (!isAllowed(server)) throw new Error(`This project may not talk to the server '${server}'.`);
        if (servers === null) throw new Error(`The server '${server}' is not connected.`);
        return servers.call(server, tool, args, context);
      },
    /** Sends all further calls to these servers. */
    attach(connected: Pick<McpServers, "call">): void {
      servers = connected;
    },
  };
}
