import {
  type AuthorizationServerMetadata,
  checkResourceAllowed,
  IssuerMismatchError,
  type OAuthClientInformationMixed,
  type OAuthProtectedResourceMetadata,
  type OAuthTokens,
  RegistrationRejectedError,
} from "@modelcontextprotocol/client";
import { defined } from "../../../protocol/defined.ts";
import type { SignInRefusal } from "../../../protocol/mcp-sign-in.ts";
import { isPrivateHost } from "../../manifest/network-address.ts";

/** A sign-in that goes no further. Its message holds nothing that a server said. */
export class SignInRefused extends Error {
  readonly refusal: SignInRefusal;
  readonly host: string;

  constructor(refusal: SignInRefusal, host: string) {
    super(`The sign-in is refused (${refusal}): ${host}`);
    this.refusal = refusal;
    this.host = host;
  }
}

const MAX_SCOPES = 50;
/** RFC 6749, section 3.3: no spaces, quotes, control letters or letters that look like others. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/;
/** May stand in a header and in JSON as it is, so that it is found again where a server repeats it. */
const SECRET = /^[\x21\x23-\x5b\x5d-\x7e]{1,8192}$/;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** The scopes of a list as OAuth writes it. */
export function readScopes(text: string | undefined, host: string): readonly string[] {
  const scopes = [...new Set((text ?? "").split(" ").filter((scope) => scope !== ""))];
  if (scopes.length > MAX_SCOPES || !scopes.every((scope) => SCOPE.test(scope)))
    throw new SignInRefused("scopes", host);
  return scopes;
}

/** The authorization server that a server names, where its metadata speak of this server and the address may be asked. */
export function toIssuer(server: URL, metadata: OAuthProtectedResourceMetadata): string {
  if (!checkResourceAllowed({ requestedResource: server, configuredResource: metadata.resource })) {
    throw new SignInRefused("resource", server.host);
  }
  const [issuer] = metadata.authorization_servers ?? [];
  if (issuer === undefined) throw new SignInRefused("metadata", server.host);
  const { search, hash } = checkAddress(issuer, server);
  if (search !== "" || hash !== "") throw new SignInRefused("address", server.host);
  return issuer;
}

/** Refuses an authorization server that cannot do a safe sign-in, or one part of which lies on another origin. */
export function checkMetadata(server: URL, metadata: AuthorizationServerMetadata): void {
  const { origin, host } = new URL(metadata.issuer);
  const { authorization_endpoint, token_endpoint, registration_endpoint } = metadata;
  for (const endpoint of [authorization_endpoint, token_endpoint, registration_endpoint, toRevocation(metadata)]) {
    if (endpoint === undefined) continue;
    const url = checkAddress(endpoint, server);
    if (url.origin !== origin) throw new SignInRefused("elsewhere", url.host);
    if (url.hash !== "") throw new SignInRefused("address", host);
  }
  const { response_types_supported, code_challenge_methods_supported: methods = [] } = metadata;
  // A server that does not name S256 may do without it, and then a stolen code is worth a token.
  if (!response_types_supported.includes("code") || !methods.includes("S256"))
    throw new SignInRefused("metadata", host);
}

/** Where tokens are revoked; absent where there is no such place. */
export function toRevocation(metadata: AuthorizationServerMetadata): string | undefined {
  const { revocation_endpoint: endpoint } = { revocation_endpoint: undefined, ...metadata };
  return endpoint === undefined ? undefined : String(endpoint);
}

/** An address that may be asked: https, or on this device or network where the server itself is. */
function checkAddress(text: string, server: URL): URL {
  const refused = new SignInRefused("address", server.host);
  if (!URL.canParse(text)) throw refused;
  const url = new URL(text);
  const isNear = isPrivateHost(server.hostname);
  const isOpen = url.protocol === "http:" && isNear && LOOPBACK.test(url.hostname);
  if ((url.protocol !== "https:" && !isOpen) || url.username !== "" || url.password !== "") throw refused;
  if (isPrivateHost(url.hostname) && !isNear) throw refused;
  return url;
}

/** Tokens that can be sent, and hidden wherever a server repeats them. A server that names no scope has granted `asked`. */
export function checkTokens(tokens: OAuthTokens, asked: string | undefined, host: string): OAuthTokens {
  const { access_token, refresh_token, token_type, scope = asked } = tokens;
  const isSound = [access_token, refresh_token ?? "none"].every((token) => SECRET.test(token));
  if (!isSound || token_type.toLowerCase() !== "bearer") throw new SignInRefused("token", host);
  readScopes(scope, host);
  return { access_token, token_type, ...defined({ refresh_token, scope }) };
}

/** An id and a secret that can be sent. */
export function isClient({ client_id, client_secret }: OAuthClientInformationMixed): boolean {
  return [client_id, client_secret ?? "none"].every((text) => SECRET.test(text));
}

/** The refusal behind anything that was thrown on the way. */
export function toRefused(error: unknown, otherwise: SignInRefusal, host: string): SignInRefused {
  if (error instanceof SignInRefused) return error;
  if (error instanceof IssuerMismatchError) return new SignInRefused("issuer", host);
  if (error instanceof RegistrationRejectedError) return new SignInRefused("client", host);
  const isSilent = error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError");
  return new SignInRefused(isSilent ? "unreachable" : otherwise, host);
}
