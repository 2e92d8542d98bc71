import type { ManifestDeps } from "../manifest/to-manifest-tool.ts";
import type { McpServers } from "./mcp-servers.ts";

/** The way from manifests to the user's servers: manifests are read before there may be any server. */
export interface ServerLink {
  readonly callMcp: NonNullable<ManifestDeps["callMcp"]>;
  /** From now on calls go to this servers. */
  attach(servers: Pick<McpServers, "call">): void;
}

export function createServerLink(): ServerLink {
  let servers: Pick<McpServers, "call"> | null = null;
  return {
    async callMcp(server, tool, args, context) {
      if (servers === null) throw new Error(`The server '${server}' is not connected.`);
      return servers.call(server, tool, args, context);
    },
    attach(connected) {
      servers = connected;
    },
  };
}
