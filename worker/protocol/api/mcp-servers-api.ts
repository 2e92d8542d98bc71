import type { Result } from "../failure.ts";
import type { McpPort, McpServerInfo } from "../mcp.ts";

/** Servers of tools (MCP). */
export interface McpServersApi {
  listServers(): Promise<readonly McpServerInfo[]>;
  /** Adds a server of tools and connects to it; a server that cannot be reached is kept, with the reason. */
  addServer(name: string, url: string): Promise<Result<null>>;
  /** Connects to a server inside the page. Its tools are off until they are consented to, like any server's. */
  addServerPort(name: string, port: McpPort): Promise<Result<null>>;
  removeServer(name: string): Promise<Result<null>>;
  /** Tries to connect again, or asks for the list of tools again. */
  refreshServer(name: string): Promise<Result<null>>;
  /** Consents to a server's tool as it was shown, by its pin; null withdraws. */
  consentToTool(server: string, remoteName: string, pin: string | null): Promise<Result<null>>;
}
