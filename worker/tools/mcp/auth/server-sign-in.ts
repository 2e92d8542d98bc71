import {
  type AuthorizationServerMetadata,
  type AuthProvider,
  computeScopeUnion,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  exchangeAuthorization,
  extractWWWAuthenticateParams,
  isStrictScopeSuperset,
  type OAuthClientInformationMixed,
  OAuthError,
  OAuthErrorCode,
  type OAuthTokens,
  refreshAuthorization,
  registerClient,
  resolveClientMetadata,
  selectClientAuthMethod,
  startAuthorization,
  validateAuthorizationResponseIssuer,
} from "@modelcontextprotocol/client";
import { defined } from "../../../protocol/defined.ts";
import type { McpSignInInfo, SignInClient, SignInStep } from "../../../protocol/mcp-sign-in.ts";
import { createSecretHider } from "../../manifest/hide-secrets.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import {
  checkMetadata,
  checkTokens,
  isClient,
  readScopes,
  SignInRefused,
  toIssuer,
  toRefused,
  toRevocation,
} from "./judge-sign-in.ts";

/** A sign-in as it is stored, apart from the settings: in no export, and never told to the page. */
export interface KeptSignIn {
  /** The server's address: a server of the same name elsewhere has nothing of it. */
  readonly url: string;
  /** The resource that tokens are asked for (RFC 8707). */
  readonly resource: string;
  /** The authorization server's, as they were checked. */
  readonly metadata: AuthorizationServerMetadata;
  readonly client: OAuthClientInformationMixed;
  /** A client is registered with the place that it is sent back to. */
  readonly returnUrl: string;
  readonly tokens?: OAuthTokens;
  /** A sign-in that the user has begun. */
  readonly begun?: { readonly state: string; readonly verifier: string; readonly scope: string; readonly at: number };
}

/** Dependencies of a sign-in. */
export interface SignInDeps {
  readonly kept: { read(): Promise<object | null>; write(kept: KeptSignIn): Promise<void> };
  /** Whether the user has allowed an origin. */
  isAllowed(origin: string): boolean;
  /** Called when `info` may have changed. */
  onChange(): void;
  /** Does work that no other tab may do at the same time: a token to refresh with is often good for one use. */
  readonly inTurn?: <Value>(work: () => Promise<Value>) => Promise<Value>;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

/** The server's request to sign in. */
interface Offer extends Pick<KeptSignIn, "resource"> {
  readonly issuer: string;
  readonly scopes: readonly string[];
  /** Absent until the user has allowed the authorization server's host. */
  readonly metadata?: AuthorizationServerMetadata;
}

type Challenge = ReturnType<typeof extractWWWAuthenticateParams>;

/** The server has asked for a sign-in. */
export class SignInNeeded extends Error {
  override readonly message =
    "The server asks the person to sign in first; in the app that is under Settings, Connections.";
}

/** A code is exchanged within minutes. */
const MAX_SIGN_IN_MS = 600_000;
/** Shorter ones would be found in the names of a message's fields. */
const MIN_HIDDEN = 8;

/**
 * The sign-in to one server (OAuth 2.1). The authorization server is asked nothing before the user has allowed its host;
 * afterwards no request, no code and no token goes anywhere but to its origin, and the access token to the server alone.
 */
export class ServerSignIn implements AuthProvider {
  readonly #url: URL;
  readonly #deps: SignInDeps;
  #kept: KeptSignIn | null = null;
  #offer: Offer | null = null;
  #refused: SignInRefused | null = null;
  #challenge: Challenge = {};
  readonly #secrets = new Set<string>();
  #hide = createSecretHider([]);

  private constructor(url: string, deps: SignInDeps) {
    this.#url = new URL(url);
    this.#deps = deps;
  }

  /** The sign-in to a server, as it was kept. */
  static async open(url: string, deps: SignInDeps): Promise<ServerSignIn> {
    const signIn = new ServerSignIn(url, deps);
    await signIn.#read();
    return signIn;
  }

  /** Null where the server has asked for none. */
  info(): McpSignInInfo | null {
    const tokens = this.#kept?.tokens;
    const offer = this.#offer;
    const state = tokens === undefined ? "out" : offer === null ? "in" : "wider";
    if (this.#refused !== null) {
      const { refusal } = this.#refused;
      return { state, origin: this.#url.origin, scopes: [], isAllowed: false, needsClient: false, refusal };
    }
    if (offer !== null) {
      const { origin } = new URL(offer.issuer);
      const { metadata, scopes } = offer;
      const isKnown = this.#kept !== null && this.#kept.metadata.issuer === metadata?.issuer;
      const needsClient = !isKnown && metadata !== undefined && metadata.registration_endpoint === undefined;
      return { state, origin, scopes, isAllowed: metadata !== undefined, needsClient };
    }
    if (this.#kept === null || tokens === undefined) return null;
    const { origin } = new URL(this.#kept.metadata.issuer);
    const scopes = readScopes(tokens.scope, origin);
    return { state, origin, scopes, isAllowed: this.#deps.isAllowed(origin), needsClient: false };
  }

  async token(): Promise<string | undefined> {
    return this.#kept?.tokens?.access_token;
  }

  async onUnauthorized({ response }: { readonly response: Response }): Promise<void> {
    if (await this.#refresh()) return;
    await this.ask(extractWWWAuthenticateParams(response));
    throw this.info() === null ? new Error("401 Unauthorized") : new SignInNeeded();
  }

  /** Reads what the server asks for, as it said last; a token that it refuses although it is new is dropped. */
  async ask(challenge: Challenge = this.#challenge): Promise<void> {
    const { resourceMetadataUrl, scope } = challenge;
    this.#challenge = challenge;
    this.#offer = null;
    this.#refused = null;
    if (this.#kept?.tokens !== undefined) await this.#write(withoutTokens(this.#kept));
    try {
      this.#offer = await this.#readOffer(resourceMetadataUrl, scope);
    } catch (error) {
      this.#refused = toRefused(error, "metadata", this.#url.host);
    }
    this.#deps.onChange();
  }

  /** Offers to sign in for the scopes that a call lacked; false where they were granted already. */
  widen(required: string | undefined): boolean {
    const kept = this.#kept;
    if (kept === null || !isStrictScopeSuperset(required, kept.tokens?.scope)) return false;
    try {
      const scopes = toLasting(
        readScopes(computeScopeUnion(kept.tokens?.scope, required), this.#url.host),
        kept.metadata,
      );
      this.#offer = { issuer: kept.metadata.issuer, resource: kept.resource, metadata: kept.metadata, scopes };
    } catch (error) {
      this.#refused = toRefused(error, "scopes", this.#url.host);
    }
    this.#deps.onChange();
    return true;
  }

  /** The user agrees to what was shown; returns the address to open for them. */
  async begin({ shown, returnUrl, client }: Omit<SignInStep & { type: "begin" }, "type" | "server">): Promise<string> {
    const offer = this.#offer;
    const isShown =
      JSON.stringify([shown.origin, shown.scopes]) === JSON.stringify([this.info()?.origin, offer?.scopes]);
    if (offer?.metadata === undefined || !isShown) throw new SignInRefused("changed", this.#url.host);
    const { metadata, resource, scopes } = offer;
    const { origin, host } = new URL(offer.issuer);
    try {
      const scope = scopes.join(" ");
      const clientInformation = await this.#findClient(metadata, returnUrl, client);
      const state = crypto.randomUUID();
      const { authorizationUrl, codeVerifier: verifier } = await startAuthorization(metadata.issuer, {
        metadata,
        clientInformation,
        redirectUrl: returnUrl,
        state,
        resource,
        ...defined({ scope: scope || undefined }),
      });
      if (authorizationUrl.origin !== origin) throw new SignInRefused("elsewhere", authorizationUrl.host);
      const tokens = this.#kept?.metadata.issuer === metadata.issuer ? this.#kept.tokens : undefined;
      const begun = { state, verifier, scope, at: this.#now() };
      const kept = { url: this.#url.href, resource, metadata, client: clientInformation, returnUrl, begun };
      await this.#write({ ...kept, ...defined({ tokens }) });
      return authorizationUrl.href;
    } catch (error) {
      throw toRefused(error, "client", host);
    }
  }

  /** True for the state of the sign-in that is under way, in this tab or another one. */
  async isBegun(state: string): Promise<boolean> {
    return (await this.#read())?.begun?.state === state;
  }

  /** Exchanges the code that the user came back with. A return counts once, whatever comes of it. */
  async finish(answer: URLSearchParams): Promise<void> {
    const { begun, ...kept } = this.#kept ?? {};
    if (begun === undefined || !("metadata" in kept)) throw new SignInRefused("state", this.#url.host);
    await this.#write(kept);
    const { metadata } = kept;
    const { host } = new URL(metadata.issuer);
    const isOnce = ["state", "code", "iss", "error"].every((name) => answer.getAll(name).length < 2);
    if (!isOnce || this.#now() - begun.at > MAX_SIGN_IN_MS) throw new SignInRefused("state", host);
    const iss = answer.get("iss") ?? undefined;
    const authorizationCode = answer.get("code");
    try {
      validateAuthorizationResponseIssuer({
        iss,
        expectedIssuer: metadata.issuer,
        issParameterSupported: metadata.authorization_response_iss_parameter_supported === true,
      });
      if (answer.has("error")) throw new SignInRefused("denied", host);
      if (authorizationCode === null) throw new SignInRefused("state", host);
      const tokens = await exchangeAuthorization(metadata.issuer, {
        metadata,
        clientInformation: kept.client,
        authorizationCode,
        codeVerifier: begun.verifier,
        redirectUri: kept.returnUrl,
        resource: kept.resource,
        fetchFn: this.#send(metadata.issuer),
        ...defined({ iss }),
      });
      await this.#write({ ...kept, tokens: checkTokens(tokens, begun.scope, host) });
    } catch (error) {
      throw toRefused(error, "token", host);
    }
    this.#offer = null;
    this.#refused = null;
    this.#deps.onChange();
  }

  /** Forgets the tokens, then has the authorization server revoke them; rejects where it has not. */
  async leave(): Promise<void> {
    const kept = this.#kept;
    if (kept === null) return;
    await this.#write(withoutTokens(kept));
    const { metadata, tokens } = kept;
    const given = [tokens?.refresh_token, tokens?.access_token].filter((token) => token !== undefined);
    try {
      for (const token of given) await this.#revoke(kept, token);
    } catch {
      throw new SignInRefused("unrevoked", new URL(metadata.issuer).host);
    }
  }

  /** The text with every secret of this sign-in hidden: a server may repeat what it was sent. */
  hide(text: string): string {
    return this.#hide(text);
  }

  async #readOffer(resourceMetadataUrl: URL | undefined, challenged: string | undefined): Promise<Offer | null> {
    const found = await this.#readResource(resourceMetadataUrl);
    if (found === null) return null;
    const issuer = toIssuer(this.#url, found);
    const { origin, host } = new URL(issuer);
    const asked = readScopes(challenged ?? found.scopes_supported?.join(" "), this.#url.host);
    const offer = { issuer, resource: found.resource, scopes: asked };
    if (!this.#deps.isAllowed(origin)) return offer;
    const metadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn: this.#send(issuer) }).catch(
      (error) => {
        throw toRefused(error, "metadata", host);
      },
    );
    // Browsers tell neither why nothing came.
    if (metadata === undefined) throw new SignInRefused("unreachable", host);
    checkMetadata(this.#url, metadata);
    return { ...offer, metadata, scopes: toLasting(asked, metadata) };
  }

  /** Null where a server that names no metadata has none: it wants a key that is no sign-in. */
  async #readResource(resourceMetadataUrl: URL | undefined) {
    try {
      const options = defined({ resourceMetadataUrl });
      return await discoverOAuthProtectedResourceMetadata(this.#url, options, this.#send(this.#url.href));
    } catch (error) {
      if (error instanceof SignInRefused || resourceMetadataUrl !== undefined) throw error;
      return null;
    }
  }

  async #findClient(
    metadata: AuthorizationServerMetadata,
    returnUrl: string,
    typed: SignInClient | undefined,
  ): Promise<OAuthClientInformationMixed> {
    const { host } = new URL(metadata.issuer);
    const kept = this.#kept;
    let client: OAuthClientInformationMixed;
    if (typed !== undefined) {
      client = { client_id: typed.id, ...defined({ client_secret: typed.secret }) };
    } else if (kept?.metadata.issuer === metadata.issuer && kept.returnUrl === returnUrl) {
      client = kept.client;
    } else {
      const methods = metadata.token_endpoint_auth_methods_supported ?? ["none"];
      const answer = await registerClient(metadata.issuer, {
        metadata,
        clientMetadata: resolveClientMetadata({
          redirectUrl: returnUrl,
          clientMetadata: {
            client_name: "Alcove",
            redirect_uris: [returnUrl],
            grant_types: ["authorization_code", "refresh_token"],
            response_types: ["code"],
            token_endpoint_auth_method: methods.includes("none") ? "none" : methods[0],
          },
        }),
        fetchFn: this.#send(metadata.issuer),
      });
      if (!answer.redirect_uris.includes(returnUrl)) throw new SignInRefused("client", host);
      const { client_id, client_secret, token_endpoint_auth_method } = answer;
      client = { client_id, client_secret, token_endpoint_auth_method };
    }
    if (!isClient(client)) throw new SignInRefused("client", host);
    return client;
  }

  /** True where the server may be asked again: the token was refreshed, here or in another tab. */
  async #refresh(): Promise<boolean> {
    const used = this.#kept?.tokens?.access_token;
    const inTurn = this.#deps.inTurn ?? ((work) => work());
    return inTurn(async () => {
      const kept = await this.#read();
      const refreshToken = kept?.tokens?.refresh_token;
      if (kept?.tokens !== undefined && kept.tokens.access_token !== used) return true;
      if (kept === null || refreshToken === undefined) return false;
      const { metadata, client: clientInformation, resource } = kept;
      const { host } = new URL(metadata.issuer);
      const options = { metadata, clientInformation, refreshToken, resource, fetchFn: this.#send(metadata.issuer) };
      try {
        const tokens = await refreshAuthorization(metadata.issuer, options);
        await this.#write({ ...kept, tokens: checkTokens(tokens, kept.tokens?.scope, host) });
        return true;
      } catch (error) {
        // A server that cannot answer now has not ended the sign-in.
        if (error instanceof OAuthError && error.code !== OAuthErrorCode.ServerError) return false;
        throw toRefused(error, "token", host);
      }
    });
  }

  /** RFC 7009. */
  async #revoke({ client, metadata }: KeptSignIn, token: string): Promise<void> {
    const body = new URLSearchParams({ token, client_id: client.client_id });
    const headers = new Headers();
    const method = selectClientAuthMethod(client, metadata.token_endpoint_auth_methods_supported ?? []);
    if (method === "client_secret_post") body.set("client_secret", client.client_secret ?? "");
    if (method === "client_secret_basic")
      headers.set("Authorization", `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}`);
    const { ok } = await this.#send(metadata.issuer)(toRevocation(metadata) ?? "", { method: "POST", headers, body });
    if (!ok) throw new Error("not revoked");
  }

  #send(address: string) {
    const { origin, host } = new URL(address);
    if (origin !== this.#url.origin && !this.#deps.isAllowed(origin)) throw new SignInRefused("elsewhere", host);
    return createGuardedFetch(origin, this.#deps.fetch ?? ((input, init) => fetch(input, init)));
  }

  #now(): number {
    return this.#deps.now?.() ?? Date.now();
  }

  async #read(): Promise<KeptSignIn | null> {
    const kept = (await this.#deps.kept.read()) as KeptSignIn | null;
    return this.#take(kept?.url === this.#url.href ? kept : null);
  }

  async #write(kept: KeptSignIn): Promise<void> {
    this.#take(kept);
    await this.#deps.kept.write(kept);
  }

  #take(kept: KeptSignIn | null): KeptSignIn | null {
    this.#kept = kept;
    const { tokens, client, begun } = kept ?? {};
    const secrets = [tokens?.access_token, tokens?.refresh_token, client?.client_secret, begun?.verifier, begun?.state];
    for (const secret of secrets) if (secret !== undefined && secret.length >= MIN_HIDDEN) this.#secrets.add(secret);
    this.#hide = createSecretHider(this.#secrets);
    return kept;
  }
}

/** The scopes with the one that lets a token be refreshed, where there is such a scope (OpenID Connect). */
function toLasting(scopes: readonly string[], { scopes_supported: known }: AuthorizationServerMetadata) {
  return known?.includes("offline_access") === true ? [...new Set([...scopes, "offline_access"])] : scopes;
}

function withoutTokens({ tokens: _, begun: __, ...kept }: KeptSignIn): KeptSignIn {
  return kept;
}
