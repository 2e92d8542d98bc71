/** `alcove/mcp`: the tools of an MCP server. Needs the package `@modelcontextprotocol/client`. */
import type { Tool } from "../worker/agent/define/tool.ts";
import { defined } from "../worker/protocol/defined.ts";
import type { McpPort } from "../worker/protocol/mcp.ts";
import type { ToolEffect, ToolSpec } from "../worker/protocol/tool.ts";
import { SignInRefused } from "../worker/tools/mcp/auth/judge-sign-in.ts";
import { ServerSignIn, SignInNeeded } from "../worker/tools/mcp/auth/server-sign-in.ts";
import { connectMcpServer } from "../worker/tools/mcp/connect-mcp-server.ts";

export type { McpPort } from "../worker/protocol/mcp.ts";
export { MessagePortTransport } from "../worker/tools/mcp/message-port-transport.ts";

/** The place and the scopes that a server asks a user to sign in for. */
export interface McpSignInRequest {
  /** The origin of the authorization server; nothing was asked of it before. */
  readonly origin: string;
  readonly scopes: readonly string[];
}

/** How users sign in to a server that asks for it (OAuth 2.1). */
export interface McpSignIn {
  /** The address of yours that the authorization server sends the user back to. */
  readonly returnUrl: string;
  /** Shows the user where they would sign in and what for; called again where either changes. */
  readonly consent: (asked: McpSignInRequest) => boolean | Promise<boolean>;
  /** Opens the address for the user, and resolves with the one that they came back to. */
  readonly open: (url: string) => Promise<string>;
  /** An id from the authorization server, where that registers no clients by itself. */
  readonly client?: { readonly id: string; readonly secret?: string };
  /** Keeps the tokens from one start to the next: they are secrets. In memory unless given. */
  readonly store?: { read(): Promise<object | null>; write(kept: object | null): Promise<void> };
}

/** A server to connect to, by its address or by a port of this page. */
export interface McpOptions {
  /** The beginning of its tools' names: small letters, digits and hyphens, at most 30. */
  readonly name: string;
  /** Its Streamable HTTP address. */
  readonly url?: string;
  /** A bearer token, or `Name: value` for another header. */
  readonly token?: string;
  /** For a server that asks its users to sign in. */
  readonly signIn?: McpSignIn;
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
  /** Asks the user for the wider scopes that a call lacked; there only with `signIn`. */
  signIn?(): Promise<void>;
  /** Revokes and forgets the tokens; there only with `signIn`. */
  signOut?(): Promise<void>;
  close(): Promise<void>;
}

/** Connects to a server and takes over the tools that are allowed. Rejects where it cannot be reached. */
export async function connectMcp(options: McpOptions): Promise<McpConnection> {
  const { name, url, token, signIn: asks, port, allow, effect } = options;
  if ((url === undefined) === (port === undefined)) throw new TypeError(`Server '${name}': give a url or a port`);
  const consents = new Map<string, string>();
  const session = asks === undefined || url === undefined ? null : await openSignIn(url, asks);
  const signIn = session?.signIn;
  const connect = () =>
    connectMcpServer(
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
  const server = await connect().catch(async (error: unknown) => {
    if (!(error instanceof SignInNeeded)) throw error;
    await session?.begin();
    return connect();
  });
  const refused: { readonly name: string; readonly reason: string }[] = [];
  for (const offered of server.list()) {
    if (offered.status === "refused") refused.push({ name: offered.remoteName, reason: offered.reason });
    else if (allow?.(offered.tool.spec) !== false) await server.consent(offered.remoteName, offered.pin);
  }
  return {
    tools: server.tools(),
    refused,
    ...(session === null ? {} : { signIn: session.begin, signOut: () => session.signIn.leave() }),
    close: () => server.close(),
  };
}

async function openSignIn(url: string, { returnUrl, consent, open, client, store }: McpSignIn) {
  let memory: object | null = null;
  const kept = store ?? {
    read: async () => memory,
    write: async (changed) => {
      memory = changed;
    },
  };
  const allowed = new Set<string>();
  const signIn = await ServerSignIn.open(url, { kept, isAllowed: (origin) => allowed.has(origin), onChange: () => {} });
  const { origin: known } = signIn.info() ?? {};
  if (known !== undefined) allowed.add(known);
  /** Asks the user for what the server asks for, and signs in. */
  const begin = async (): Promise<void> => {
    let agreed = "";
    for (;;) {
      const info = signIn.info();
      if (info === null) throw new Error("The server asks for no sign-in.");
      const { origin, scopes, isAllowed, refusal } = info;
      if (refusal !== undefined) throw new SignInRefused(refusal, origin);
      const shown = { origin, scopes };
      const isNew = JSON.stringify(shown) !== agreed;
      if (isNew && !(await consent(shown))) throw new SignInRefused("denied", origin);
      agreed = JSON.stringify(shown);
      allowed.add(origin);
      if (isAllowed) {
        const back = await open(await signIn.begin({ shown, returnUrl, ...defined({ client }) }));
        const answer = new URL(back).searchParams;
        if (!(await signIn.isBegun(answer.get("state") ?? ""))) throw new SignInRefused("state", origin);
        return signIn.finish(answer);
      }
      await signIn.ask();
    }
  };
  return { signIn, begin };
}
