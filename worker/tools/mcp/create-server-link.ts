import type { ManifestDeps } from "../manifest/to-manifest-tool.ts";
import type { McpRoom } from "./mcp-servers.ts";

/** The way from manifests to the person's servers: manifests are read before there may be any server. */
export interface ServerLink {
  readonly callMcp: NonNullable<ManifestDeps["callMcp"]>;
  /** From now on calls go to this room. */
  attach(room: Pick<McpRoom, "call">): void;
}

export function createServerLink(): ServerLink {
  let room: Pick<McpRoom, "call"> | null = null;
  return {
    async callMcp(server, tool, args, context) {
      if (room === null) throw new Error(`The server '${server}' is not connected.`);
      return room.call(server, tool, args, context);
    },
    attach(connected) {
      room = connected;
    },
  };
}
