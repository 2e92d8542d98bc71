import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Configuration, Provider } from "oidc-provider";
import { startMcpServer, type TestMcpServer } from "./mcp-server.ts";

/** A real MCP server that wants a token, and a real authorization server that gives it, both on loopback. */
export interface SignInServer {
  /** Streamable HTTP endpoint. */
  readonly url: string;
  /** The authorization server's origin. */
  readonly issuer: string;
  readonly tools: TestMcpServer;
  /** Every request to the authorization server: its method and path. */
  readonly asked: readonly string[];
  /** The tokens that the MCP server was sent. */
  readonly tokens: ReadonlySet<string>;
  /** From now on the tokens sent so far are refused. */
  expireTokens(): void;
  close(): Promise<void>;
}

/** The client that is known where none is registered. */
const BACK = "http://localhost:1/back";
const KINDS = { application_type: "native", grant_types: ["authorization_code", "refresh_token"] } as const;
const SCOPES = "parts:read parts:write";

/** `delete_part` wants the scope `parts:write`, anything else `parts:read`. With `registers` false clients bring an id. */
export async function startSignInServer({ registers = true } = {}): Promise<SignInServer> {
  const tools = await startMcpServer();
  const asked: string[] = [];
  const tokens = new Set<string>();
  const expired = new Set<string>();

  const gate = createServer((request, response) => void admit(request, response));
  const authorization = createServer((request, response) => {
    asked.push(`${request.method} ${new URL(request.url ?? "/", "http://localhost").pathname}`);
    // Its page would fetch fonts from elsewhere.
    response.setHeader("content-security-policy", "style-src 'unsafe-inline'");
    // The library lets pages read its metadata and tokens, and leaves clients' registration to whoever uses it.
    if (request.url === "/reg") {
      response.setHeader("access-control-allow-origin", "*");
      response.setHeader("access-control-allow-headers", "content-type");
    }
    if (request.url === "/reg" && request.method === "OPTIONS") response.writeHead(204).end();
    else void provider.callback()(request, response);
  });
  const url = `${await listen(gate)}/mcp`;
  const issuer = await listen(authorization);
  const provider = new Provider(issuer, toConfiguration(url, registers));

  async function admit(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const cors = {
      "access-control-allow-origin": request.headers.origin ?? "*",
      "access-control-allow-methods": "GET, POST, DELETE, OPTIONS",
      "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "*",
      "access-control-expose-headers": "www-authenticate, mcp-session-id, mcp-protocol-version",
    };
    const metadataUrl = new URL("/.well-known/oauth-protected-resource/mcp", url).href;
    const refuse = (status: number, challenge: string): void => {
      response.writeHead(status, { ...cors, "www-authenticate": `Bearer ${challenge}` }).end();
    };
    if (request.method === "OPTIONS") {
      response.writeHead(204, cors).end();
      return;
    }
    if (request.url?.startsWith("/.well-known/oauth-protected-resource") === true) {
      const metadata = { resource: url, authorization_servers: [issuer], scopes_supported: ["parts:read"] };
      response.writeHead(200, { ...cors, "content-type": "application/json" }).end(JSON.stringify(metadata));
      return;
    }
    const token = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
    if (token !== "") tokens.add(token);
    const found = expired.has(token) ? undefined : await provider.AccessToken.find(token);
    const granted = found?.scope?.split(" ") ?? [];
    const body = await readBody(request);
    const needed = body.includes('"tools/call"') && body.includes('"delete_part"') ? "parts:write" : "parts:read";
    if (found === undefined) refuse(401, `resource_metadata="${metadataUrl}", scope="parts:read"`);
    else if (granted.includes(needed)) pass(request, response, body);
    else refuse(403, `error="insufficient_scope", scope="${needed}", resource_metadata="${metadataUrl}"`);
  }

  function pass(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const { method, headers } = request;
    const onward = forward(tools.url, { ...(method === undefined ? {} : { method }), headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    onward.end(body);
  }

  return {
    url,
    issuer,
    tools,
    asked,
    tokens,
    expireTokens: () => {
      for (const token of tokens) expired.add(token);
    },
    async close() {
      for (const server of [gate, authorization]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      await tools.close();
    },
  };
}

function toConfiguration(resource: string, registers: boolean): Configuration {
  return {
    clientBasedCORS: () => true,
    scopes: ["openid", "offline_access"],
    clients: registers
      ? []
      : [{ client_id: "by-hand", client_secret: "a-secret-made-by-hand", redirect_uris: [BACK], ...KINDS }],
    cookies: { keys: ["for tests"] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, RefreshToken: 600, Session: 600 },
    features: {
      registration: { enabled: registers },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({ scope: SCOPES, audience: resource, accessTokenFormat: "opaque" }),
        useGrantedResource: () => true,
      },
    },
  };
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Signs in and agrees as somebody at the authorization server's page would; returns the address that sends them back. */
export async function signInByHand(start: string): Promise<string> {
  const cookies = new Map<string, string>();
  const visit = async (url: string, form?: Readonly<Record<string, string>>): Promise<string> => {
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
    const body = form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) };
    const response = await fetch(url, { headers, redirect: "manual", ...body });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get("location");
    if (next !== null) {
      const target = new URL(next, url);
      return target.origin === new URL(start).origin ? visit(target.href) : target.href;
    }
    const page = await response.text();
    const [, prompt = ""] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
    if (prompt === "") throw new Error(page.replace(/<[^>]*>/g, " ").slice(-500));
    return visit(url, { prompt, login: "ada", password: "lovelace" });
  };
  return visit(start);
}
