import { ServerSignIn } from "./server-sign-in.ts";

export const SERVER = "https://tools.example/mcp";
export const ISSUER = "https://auth.example";
export const RETURN_URL = "https://app.example/alcove/signed-in.html";

/** The answers of a server of tools and its authorization server, each of which a test may replace. */
export interface Answers {
  readonly challenge: string;
  readonly resource: unknown;
  readonly metadata: unknown;
  readonly registration: unknown;
  readonly token: unknown;
  readonly revocation: unknown;
}

const SOUND: Answers = {
  challenge: `Bearer resource_metadata="https://tools.example/.well-known/oauth-protected-resource/mcp", scope="parts:read"`,
  resource: { resource: SERVER, authorization_servers: [ISSUER], scopes_supported: ["parts:read", "parts:write"] },
  metadata: {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
    registration_endpoint: `${ISSUER}/register`,
    revocation_endpoint: `${ISSUER}/revoke`,
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none", "client_secret_post", "client_secret_basic"],
  },
  registration: { client_id: "client-1", redirect_uris: [RETURN_URL], token_endpoint_auth_method: "none" },
  token: { access_token: "access-token-1", refresh_token: "refresh-token-1", token_type: "Bearer", expires_in: 60 },
  revocation: {},
};

/** A network of hosts that are all played here, and one sign-in in it. */
export async function createWorld(changes: Partial<Answers> = {}, allowed: readonly string[] = [ISSUER]) {
  const answers: Answers = { ...SOUND, ...changes };
  const requests: { readonly url: string; readonly body: string; readonly headers: Headers }[] = [];
  const world = { answers, now: 0, kept: null as object | null, changes: 0 };
  const respond = (answer: unknown): Response =>
    answer instanceof Response
      ? answer.clone()
      : new Response(typeof answer === "string" ? answer : JSON.stringify(answer));
  const send: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    requests.push({ url: url.href, body: String(init?.body ?? ""), headers: new Headers(init?.headers) });
    const { resource, metadata, registration, token, revocation } = world.answers;
    if (url.pathname.startsWith("/.well-known/oauth-protected-resource")) return respond(resource);
    if (url.pathname.startsWith("/.well-known/oauth-authorization-server")) return respond(metadata);
    if (url.pathname === "/register") return respond(registration);
    if (url.pathname === "/token") return respond(token);
    if (url.pathname === "/revoke") return respond(revocation);
    return new Response(null, { status: 404 });
  };
  const open = (url = SERVER) =>
    ServerSignIn.open(url, {
      kept: {
        read: async () => structuredClone(world.kept),
        write: async (kept) => {
          world.kept = structuredClone(kept);
        },
      },
      isAllowed: (origin) => allowed.includes(origin),
      onChange: () => {
        world.changes += 1;
      },
      fetch: send,
      now: () => world.now,
    });
  const signIn = await open();
  return {
    world,
    requests,
    signIn,
    open,
    /** The hosts that were asked, once each. */
    hosts: () => [...new Set(requests.map(({ url }) => new URL(url).origin))],
    /** The server refuses a request. */
    challenge: async (header = answers.challenge): Promise<unknown> => {
      const headers = header === "" ? {} : { "www-authenticate": header };
      return signIn.onUnauthorized({ response: new Response(null, { status: 401, headers }) }).catch((error) => error);
    },
    /** The user agrees to what is shown. */
    begin: async (changes: Partial<Parameters<ServerSignIn["begin"]>[0]> = {}): Promise<URL> => {
      const { origin = "", scopes = [] } = signIn.info() ?? {};
      return new URL(await signIn.begin({ shown: { origin, scopes }, returnUrl: RETURN_URL, ...changes }));
    },
  };
}
