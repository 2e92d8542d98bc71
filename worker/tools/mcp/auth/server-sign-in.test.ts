import { describe, expect, it } from "vitest";
import { SignInRefused } from "./judge-sign-in.ts";
import { SignInNeeded } from "./server-sign-in.ts";
import { type Answers, createWorld, ISSUER, RETURN_URL, SERVER } from "./sign-in-world.fixture.ts";

type World = Awaited<ReturnType<typeof createWorld>>;

/** Signs in as a user would, with what comes back changed. */
async function signIn(world: World, back: Readonly<Record<string, string | null>> = {}): Promise<void> {
  await world.challenge();
  const url = await world.begin();
  const answer = new URLSearchParams({ state: url.searchParams.get("state") ?? "", code: "code-1" });
  for (const [name, value] of Object.entries(back)) {
    if (value === null) answer.delete(name);
    else answer.set(name, value);
  }
  if (!(await world.signIn.isBegun(answer.get("state") ?? ""))) throw new SignInRefused("state", "");
  await world.signIn.finish(answer);
}

const refusalOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "none",
    (error: unknown) => (error instanceof SignInRefused ? error.refusal : error),
  );

const bodyOf = ({ requests }: World, path: string) =>
  new URLSearchParams(requests.findLast(({ url }) => new URL(url).pathname === path)?.body);

describe("a sign-in", () => {
  it("asks the authorization server nothing before its host is allowed, and shows the host and the scopes", async () => {
    const world = await createWorld({}, []);
    expect(await world.challenge()).toBeInstanceOf(SignInNeeded);
    expect(world.signIn.info()).toEqual({
      state: "out",
      origin: ISSUER,
      scopes: ["parts:read"],
      isAllowed: false,
      needsClient: false,
    });
    expect(world.hosts()).toEqual(["https://tools.example"]);
    expect(await refusalOf(world.begin())).toBe("changed");
    expect(world.hosts()).toEqual(["https://tools.example"]);
  });

  it("goes from the refusal to a token, with PKCE, state, resource and a client of its own", async () => {
    const world = await createWorld();
    await world.challenge();
    const url = await world.begin();
    expect(url.origin + url.pathname).toBe(`${ISSUER}/authorize`);
    const asked = Object.fromEntries(url.searchParams);
    expect(asked).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: RETURN_URL,
      resource: SERVER,
      scope: "parts:read",
      client_id: "client-1",
    });
    expect(await world.signIn.isBegun("another")).toBe(false);
    expect(await world.signIn.isBegun(asked.state ?? "")).toBe(true);
    await world.signIn.finish(new URLSearchParams({ state: asked.state ?? "", code: "code-1", iss: ISSUER }));
    expect(bodyOf(world, "/token").get("code")).toBe("code-1");
    expect(bodyOf(world, "/token").get("code_verifier")?.length).toBeGreaterThan(40);
    expect(bodyOf(world, "/token").get("resource")).toBe(SERVER);
    expect(await world.signIn.token()).toBe("access-token-1");
    expect(world.signIn.info()).toMatchObject({ state: "in", origin: ISSUER, scopes: ["parts:read"] });
    expect(world.requests.map(({ headers }) => headers.get("authorization"))).not.toContain("Bearer access-token-1");
  });

  it("holds for its server's address alone", async () => {
    const world = await createWorld();
    await signIn(world);
    expect(await (await world.open()).token()).toBe("access-token-1");
    expect(await (await world.open("https://other.example/mcp")).token()).toBeUndefined();
  });

  it("asks for a lasting one where there is such a thing, and says so before", async () => {
    const metadata = { ...Object(new Object()), ...soundMetadata(), scopes_supported: ["offline_access"] };
    const world = await createWorld({ metadata });
    await world.challenge();
    expect(world.signIn.info()?.scopes).toEqual(["parts:read", "offline_access"]);
    expect((await world.begin()).searchParams.get("scope")).toBe("parts:read offline_access");
  });

  it("takes an id that the user brings where clients are not registered", async () => {
    const { registration_endpoint: _, ...metadata } = soundMetadata();
    const world = await createWorld({ metadata });
    await world.challenge();
    expect(world.signIn.info()?.needsClient).toBe(true);
    expect(await refusalOf(world.begin())).toBe("client");
    const url = await world.begin({ client: { id: "mine", secret: "client-secret-1" } });
    expect(url.searchParams.get("client_id")).toBe("mine");
    expect(url.href).not.toContain("client-secret-1");
    await world.signIn.finish(new URLSearchParams({ state: url.searchParams.get("state") ?? "", code: "c" }));
    expect(world.requests.at(-1)?.headers.get("authorization")).toBe(`Basic ${btoa("mine:client-secret-1")}`);
  });

  it("refreshes a token that is refused, once for two requests at the same time", async () => {
    const world = await createWorld();
    await signIn(world);
    world.world.answers = { ...world.world.answers, token: { access_token: "access-token-2", token_type: "bearer" } };
    const other = await world.open();
    expect(await world.challenge()).toBeUndefined();
    expect(bodyOf(world, "/token").get("refresh_token")).toBe("refresh-token-1");
    expect(await world.signIn.token()).toBe("access-token-2");
    expect(world.signIn.info()?.scopes).toEqual(["parts:read"]);
    const asked = world.requests.length;
    // Another tab holds the old token: it takes over what this one has got.
    await other.onUnauthorized({ response: new Response(null, { status: 401 }) });
    expect([await other.token(), world.requests.length]).toEqual(["access-token-2", asked]);
  });

  it("is out again where the refresh is refused, and stays where nobody answers", async () => {
    const world = await createWorld();
    await signIn(world);
    const set = (token: unknown) => {
      world.world.answers = { ...world.world.answers, token };
    };
    set(new Response("gone", { status: 503 }));
    expect(await world.challenge()).toMatchObject({ refusal: "token" });
    expect(await world.signIn.token()).toBe("access-token-1");
    set(new Response(JSON.stringify({ error: "invalid_grant" }), { status: 400 }));
    expect(await world.challenge()).toBeInstanceOf(SignInNeeded);
    expect(await world.signIn.token()).toBeUndefined();
    expect(world.signIn.info()?.state).toBe("out");
  });

  it("shows the wider scopes that a call lacked, and keeps the old token until there is another one", async () => {
    const world = await createWorld();
    await signIn(world);
    expect(world.signIn.widen("parts:read")).toBe(false);
    expect(world.signIn.widen("parts:write")).toBe(true);
    expect(world.signIn.info()).toMatchObject({ state: "wider", scopes: ["parts:read", "parts:write"] });
    const url = await world.begin();
    expect(url.searchParams.get("scope")).toBe("parts:read parts:write");
    expect(await world.signIn.token()).toBe("access-token-1");
    world.world.answers = { ...world.world.answers, token: { access_token: "access-token-3", token_type: "Bearer" } };
    await world.signIn.finish(new URLSearchParams({ state: url.searchParams.get("state") ?? "", code: "c" }));
    expect(world.signIn.info()).toMatchObject({ state: "in", scopes: ["parts:read", "parts:write"] });
    expect(world.requests.filter(({ url }) => url.endsWith("/register"))).toHaveLength(1);
  });

  it("revokes both tokens when the user leaves, and says where that was not confirmed", async () => {
    const world = await createWorld();
    await signIn(world);
    await world.signIn.leave();
    const revoked = world.requests.filter(({ url }) => url.endsWith("/revoke"));
    expect(revoked.map(({ body }) => new URLSearchParams(body).get("token"))).toEqual([
      "refresh-token-1",
      "access-token-1",
    ]);
    expect(await world.signIn.token()).toBeUndefined();
    expect(JSON.stringify(world.world.kept)).not.toContain("token-1");

    const deaf = await createWorld({ revocation: new Response(null, { status: 500 }) });
    await signIn(deaf);
    expect(await refusalOf(deaf.signIn.leave())).toBe("unrevoked");
    expect(await deaf.signIn.token()).toBeUndefined();
  });

  it("hides its secrets in whatever a server repeats", async () => {
    const world = await createWorld();
    await signIn(world);
    expect(world.signIn.hide("you sent access-token-1, and refresh-token-1")).toBe("you sent [secret], and [secret]");
    expect(JSON.stringify(world.signIn.info())).not.toMatch(/token-1/);
  });

  it("passes on the code alone of an answer that reports an error", async () => {
    const world = await createWorld();
    await signIn(world);
    const said = { error: "server_error", error_description: "refresh-token-1 is odd" };
    world.world.answers = { ...world.world.answers, token: new Response(JSON.stringify(said), { status: 400 }) };
    expect(String(await world.challenge())).not.toContain("refresh-token-1");
  });
});

function soundMetadata() {
  return {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
    registration_endpoint: `${ISSUER}/register`,
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
  };
}

const evil = "https://evil.example";
const metadata = (changes: object): Partial<Answers> => ({ metadata: { ...soundMetadata(), ...changes } });
const resource = (changes: object): Partial<Answers> => ({
  resource: { resource: SERVER, authorization_servers: [ISSUER], ...changes },
});
const challenge = (url: string): Partial<Answers> => ({ challenge: `Bearer resource_metadata="${url}"` });
const redirect = () => new Response(null, { status: 307, headers: { location: evil } });

describe("a hostile sign-in", () => {
  it.each<readonly [string, Partial<Answers>, string]>([
    ["metadata at another host", challenge(`${evil}/m`), "elsewhere"],
    ["metadata over http", challenge("http://tools.example/.well-known/oauth-protected-resource"), "elsewhere"],
    ["metadata at another port", challenge("https://tools.example:8443/m"), "elsewhere"],
    ["metadata in a private network", challenge("https://192.168.1.1/m"), "elsewhere"],
    ["metadata that redirect", { resource: redirect() }, "elsewhere"],
    ["metadata of another server", resource({ resource: "https://bank.example/mcp" }), "resource"],
    ["metadata of another path", resource({ resource: "https://tools.example/bank" }), "resource"],
    ["metadata that are no JSON", { resource: "<html>" }, "metadata"],
    ["metadata without end", { resource: `"${"x".repeat(70_000)}"` }, "metadata"],
    ["no authorization server", resource({ authorization_servers: [] }), "metadata"],
    ["an authorization server over http", resource({ authorization_servers: ["http://auth.example"] }), "address"],
    ["one on this device", resource({ authorization_servers: ["http://localhost:9000"] }), "address"],
    ["one in a private network", resource({ authorization_servers: ["https://10.0.0.1"] }), "address"],
    ["one of the cloud's own addresses", resource({ authorization_servers: ["https://169.254.169.254"] }), "address"],
    ["one with a user name", resource({ authorization_servers: ["https://auth.example@evil.example"] }), "address"],
    ["one with a query", resource({ authorization_servers: ["https://auth.example/?next=evil"] }), "address"],
    ["one that is a script", resource({ authorization_servers: ["javascript:alert(1)"] }), "metadata"],
    ["scopes with control letters", { challenge: `Bearer scope="parts:read \u0007delete"` }, "scopes"],
    ["scopes with letters that turn the text", resource({ scopes_supported: ["a\u202eb"] }), "scopes"],
    ["scopes without end", resource({ scopes_supported: ["x".repeat(300)] }), "scopes"],
    ["very many scopes", resource({ scopes_supported: Array.from({ length: 99 }, (_, at) => `s${at}`) }), "scopes"],
    ["another issuer in the metadata", metadata({ issuer: evil }), "issuer"],
    ["a tenant's issuer", metadata({ issuer: `${ISSUER}/tenant` }), "issuer"],
    ["metadata of the issuer that redirect", { metadata: redirect() }, "elsewhere"],
    ["an issuer without metadata", { metadata: new Response(null, { status: 404 }) }, "unreachable"],
    ["a page to sign in at another host", metadata({ authorization_endpoint: `${evil}/authorize` }), "elsewhere"],
    ["a page that is a script", metadata({ authorization_endpoint: "javascript:alert(1)" }), "metadata"],
    ["a page that is data", metadata({ authorization_endpoint: "data:text/html,<b>" }), "metadata"],
    ["a page over http", metadata({ authorization_endpoint: "http://auth.example/authorize" }), "address"],
    ["tokens from another host", metadata({ token_endpoint: `${evil}/token` }), "elsewhere"],
    ["tokens from another port", metadata({ token_endpoint: "https://auth.example:444/token" }), "elsewhere"],
    ["clients registered elsewhere", metadata({ registration_endpoint: `${evil}/register` }), "elsewhere"],
    ["tokens revoked elsewhere", metadata({ revocation_endpoint: `${evil}/revoke` }), "elsewhere"],
    ["no protection of the code", metadata({ code_challenge_methods_supported: ["plain"] }), "metadata"],
    ["no word on it", metadata({ code_challenge_methods_supported: undefined }), "metadata"],
    ["tokens in the address", metadata({ response_types_supported: ["token"] }), "metadata"],
  ])("is shown as refused: %s", async (_title, changes, refusal) => {
    const world = await createWorld({ challenge: "", ...changes });
    const header = world.world.answers.challenge;
    await world.challenge(
      header === ""
        ? 'Bearer resource_metadata="https://tools.example/.well-known/oauth-protected-resource/mcp"'
        : header,
    );
    expect(world.signIn.info()?.refusal).toBe(refusal);
    expect(await refusalOf(world.begin())).toBe("changed");
    expect(world.hosts().filter((host) => host !== ISSUER && host !== "https://tools.example")).toEqual([]);
    expect(world.world.kept).toBeNull();
  });

  it.each<readonly [string, Partial<Answers>, Readonly<Record<string, string | null>>, string]>([
    ["a state that is foreign", {}, { state: "guessed" }, "state"],
    ["no state", {}, { state: null }, "state"],
    ["no code", {}, { code: null }, "state"],
    ["a token in the address", {}, { code: null, access_token: "theirs", token_type: "bearer" }, "state"],
    ["another issuer", {}, { iss: evil }, "issuer"],
    [
      "no issuer where one is promised",
      metadata({ authorization_response_iss_parameter_supported: true }),
      {},
      "issuer",
    ],
    ["a no", {}, { code: null, error: "access_denied", error_description: "<b>call us</b>" }, "denied"],
    [
      "a client that is registered for elsewhere",
      { registration: { client_id: "c", redirect_uris: [evil] } },
      {},
      "client",
    ],
    [
      "a client whose id breaks a line",
      { registration: { client_id: "c\r\nx", redirect_uris: [RETURN_URL] } },
      {},
      "client",
    ],
    [
      "a client with scripts for addresses",
      { registration: { client_id: "c", redirect_uris: ["javascript:alert(1)"], client_uri: "javascript:alert(1)" } },
      {},
      "client",
    ],
    ["no client", { registration: new Response("{}", { status: 403 }) }, {}, "client"],
    ["a registration that redirects", { registration: redirect() }, {}, "elsewhere"],
    ["tokens that redirect", { token: redirect() }, {}, "elsewhere"],
    ["a token that is huge", { token: { access_token: "x".repeat(9_000), token_type: "Bearer" } }, {}, "token"],
    ["an answer without end", { token: { access_token: "x".repeat(90_000), token_type: "Bearer" } }, {}, "token"],
    ["a token that breaks a line", { token: { access_token: "a\r\nHost: evil", token_type: "Bearer" } }, {}, "token"],
    ["a token with a quote", { token: { access_token: 'a"b', token_type: "Bearer" } }, {}, "token"],
    ["a token of another kind", { token: { access_token: "access", token_type: "mac" } }, {}, "token"],
    ["a number for a token", { token: { access_token: 7, token_type: "Bearer" } }, {}, "token"],
    ["no JSON for a token", { token: "<html>access</html>" }, {}, "token"],
    ["an error for a token", { token: new Response('{"error":"invalid_grant"}', { status: 400 }) }, {}, "token"],
    [
      "scopes with hidden letters",
      { token: { access_token: "access", token_type: "Bearer", scope: "a\u200bb" } },
      {},
      "scopes",
    ],
  ])("gets no token, and its return counts once: %s", async (_title, changes, back, refusal) => {
    const world = await createWorld(changes);
    expect(await refusalOf(signIn(world, back))).toBe(refusal);
    expect(await world.signIn.token()).toBeUndefined();
    expect(world.hosts().filter((host) => host !== ISSUER && host !== "https://tools.example")).toEqual([]);
    expect(JSON.stringify(world.world.kept ?? {})).not.toContain('"tokens"');
    // A foreign return leaves the user's own sign-in as it was; any other ends it.
    const isForeign = "state" in back;
    expect(JSON.stringify(world.world.kept ?? {}).includes('"begun"')).toBe(isForeign);
    if (isForeign) expect(world.requests.some(({ url }) => url.endsWith("/token"))).toBe(false);
  });

  it("does not begin with another host or other scopes than were shown", async () => {
    const world = await createWorld();
    await world.challenge();
    expect(await refusalOf(world.begin({ shown: { origin: evil, scopes: ["parts:read"] } }))).toBe("changed");
    expect(await refusalOf(world.begin({ shown: { origin: ISSUER, scopes: [] } }))).toBe("changed");
    expect(world.requests.some(({ url }) => url.endsWith("/register"))).toBe(false);
  });

  it("comes too late, or twice", async () => {
    const late = await createWorld();
    await late.challenge();
    const url = await late.begin();
    const answer = new URLSearchParams({ state: url.searchParams.get("state") ?? "", code: "c" });
    late.world.now = 600_001;
    expect(await refusalOf(late.signIn.finish(answer))).toBe("state");
    const twice = await createWorld();
    await signIn(twice);
    expect(await refusalOf(twice.signIn.finish(answer))).toBe("state");
  });

  it("is asked for by a call that wants odd scopes", async () => {
    const world = await createWorld();
    await signIn(world);
    expect(world.signIn.widen("parts:\u0000all")).toBe(true);
    expect(world.signIn.info()).toMatchObject({ refusal: "scopes", scopes: [] });
  });
});
