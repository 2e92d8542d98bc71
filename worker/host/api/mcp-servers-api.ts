import type { McpServersApi } from "../../protocol/api/mcp-servers-api.ts";
import type { Result } from "../../protocol/failure.ts";
import type { McpServers } from "../../tools/mcp/mcp-servers.ts";
import { attempt } from "../to-result.ts";
import type { UserServers } from "../user-servers.ts";

export function createMcpServersApi({ servers }: { readonly servers: UserServers }): McpServersApi {
  const change = (work: (loaded: McpServers) => Promise<void>): Promise<Result<null>> =>
    attempt(async () => {
      await work(await servers.load());
      return null;
    });
  return {
    listServers: async () => servers.list(),
    addServer: (name, url, token) => change((loaded) => loaded.add(name, url, token)),
    addServerPort: (name, port) => change((loaded) => loaded.addPort(name, port)),
    removeServer: (name) => change((loaded) => loaded.remove(name)),
    refreshServer: (name) => change((loaded) => loaded.refresh(name)),
    consentToTool: (server, remoteName, pin) => change((loaded) => loaded.consent(server, remoteName, pin)),
  };
}
