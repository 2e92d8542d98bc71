/** `alcove/mcp`: the tools of an MCP server. Needs the package `@modelcontextprotocol/client`. */
import type { Tool } from "../worker/agent/define/tool.ts";
import { defined } from "../worker/protocol/defined.ts";
import type { McpPort } from "../worker/protocol/mcp.ts";
import type { ToolEffect, ToolSpec } from "../worker/protocol/tool.ts";
import type { ServerSignIn } from "../worker/tools/mcp/auth/server-sign-in.ts";
import { connectMcpServer } from "../worker/tools/mcp/connect-mcp-server.ts";

export type { McpPort } from "../worker/protocol/mcp.ts";
export { ServerSignIn, SignInNeeded } from "../worker/tools/mcp/auth/server-sign-in.ts";
export { MessagePortTransport } from "../worker/tools/mcp/message-port-transport.ts";

/** A server to connect to, by its address or by a port of this page. */
export interface McpOptions {
  /** The beginning of its tools' names: small letters, digits and hyphens, at most 30. */
  readonly name: string;
  /** Its Streamable HTTP address. */
  readonly url?: string;
  /** A bearer token, or `Name: value` for another header. */
  readonly token?: string;
  /** For a server that asks its users to sign in; `connectMcp` rejects with `SignInNeeded` until they have. */
  readonly signIn?: ServerSignIn;
  /** For a server in the same page or process. */
  readonly port?: McpPort;
  /** Its tools that may be called; their descriptions are foreign text. All unless given. */
  readonly allow?: (tool: ToolSpec) => boolean;
  /** The least effect assumed of its tools; `sends` unless given, so that an agent's `approve` is asked before each call. */
  readonly effect?: ToolEffect;
}

/** A connected server. */
export interface McpConnection {
  readonly tools: readonly Tool[];
  /** Tools that were left out, with the reason. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
  close(): Promise<void>;
}

/** Connects to a server and takes over the tools that are allowed. Rejects where it cannot be reached. */
export async function connectMcp(options: McpOptions): Promise<McpConnection> {
  const { name, url, token, signIn, port, allow, effect } = options;
  if ((url === undefined) === (port === undefined)) throw new TypeError(`Server '${name}': give a url or a port`);
  const consents = new Map<string, string>();
  const server = await connectMcpServer(
    {
      name,
      address:
        port === undefined ? { type: "http", url: url ?? "", ...defined({ token, signIn }) } : { type: "port", port },
      ...(effect === undefined ? {} : { floor: effect }),
    },
    {
      consents: {
        read: async () => consents,
        write: async (_, remoteName, pin) => {
          if (pin === null) consents.delete(remoteName);
          else consents.set(remoteName, pin);
        },
      },
      taken: new Set(),
    },
  );
  const refused: { readonly name: string; readonly reason: string }[] = [];
  for (const offered of server.list()) {
    if (offered.status === "refused") refused.push({ name: offered.remoteName, reason: offered.reason });
    else if (allow?.(offered.tool.spec) !== false) await server.consent(offered.remoteName, offered.pin);
  }
  return { tools: server.tools(), refused, close: () => server.close() };
}
