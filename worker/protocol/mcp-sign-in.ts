/** Why a sign-in was refused; the page has three sentences for each. */
export type SignInRefusal =
  /** The server's metadata speak of another server. */
  | "resource"
  /** An address that is not https, lies on a private network, or is none. */
  | "address"
  /** A request, an endpoint or a redirect to a host other than the one that was shown. */
  | "elsewhere"
  /** An answer of an authorization server other than the one that was asked. */
  | "issuer"
  /** Metadata without what a safe sign-in needs, or of another form. */
  | "metadata"
  | "scopes"
  /** The authorization server registers no clients, or not this one. */
  | "client"
  /** A return that belongs to no sign-in, or comes too late. */
  | "state"
  /** The authorization server's page has said no. */
  | "denied"
  | "token"
  | "unreachable"
  /** The server asks for something other than what was shown. */
  | "changed"
  /** Signed out here, and the authorization server has not confirmed it. */
  | "unrevoked";

/** A server's sign-in as the page shows it. There is no secret in it. */
export interface McpSignInInfo {
  /** `out`: not signed in; `wider`: signed in, and a call wanted more scopes; `in`: signed in. */
  readonly state: "out" | "wider" | "in";
  /** The origin of the authorization server; of the server itself where its metadata are refused. */
  readonly origin: string;
  /** Asked for, or granted where the user is signed in. */
  readonly scopes: readonly string[];
  /** Whether the user has allowed the authorization server's host; nothing was asked of it before. */
  readonly isAllowed: boolean;
  /** The authorization server registers no clients: the user has to bring an id from there. */
  readonly needsClient: boolean;
  readonly refusal?: SignInRefusal;
}

/** A step of a sign-in that the user takes on the page. */
export type SignInStep =
  /** The user agrees to what was shown; the result is the address of the page to sign in at. */
  | {
      readonly type: "begin";
      readonly server: string;
      readonly shown: Pick<McpSignInInfo, "origin" | "scopes">;
      /** Where the authorization server sends the user back to. */
      readonly returnUrl: string;
      readonly client?: SignInClient;
    }
  /** The query that the user came back with. */
  | { readonly type: "finish"; readonly query: string }
  | { readonly type: "leave"; readonly server: string };

/** How an authorization server knows the app, where the user brings that. */
export interface SignInClient {
  readonly id: string;
  readonly secret?: string;
}

/** How a step ended. */
export type SignInOutcome =
  | { readonly type: "open"; readonly url: string }
  | { readonly type: "done" }
  | { readonly type: "refused"; readonly refusal: SignInRefusal; readonly host: string };
