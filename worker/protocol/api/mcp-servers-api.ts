import type { Result } from "../failure.ts";
import type { McpPort, McpServerInfo } from "../mcp.ts";

/** Servers of tools (MCP). */
export interface McpServersApi {
  listServers(): Promise<readonly McpServerInfo[]>;
  /**
   * Adds a server and connects to it; for `token` see `McpServerRecord`. One that cannot be reached is stored too, and
   * listed with the reason.
   */
  addServer(name: string, url: string, token?: string): Promise<Result<null>>;
  /** Connects to a server inside the page. Its tools are off until the user consents to them, like any server's. */
  addServerPort(name: string, port: McpPort): Promise<Result<null>>;
  removeServer(name: string): Promise<Result<null>>;
  /** Connects again, or requests the list of tools again. */
  refreshServer(name: string): Promise<Result<null>>;
  /** Consents to a server's tool as it was shown, identified by its pin; null withdraws the consent. */
  consentToTool(server: string, remoteName: string, pin: string | null): Promise<Result<null>>;
}
