/**
 * Why a sign-in was refused; the page has three sentences for each. `elsewhere`: an address on a host that was not shown;
 * `issuer`: an answer of another authorization server; `state`: a return that belongs to no sign-in, or comes too late.
 */
export type SignInRefusal =
  | "resource"
  | "address"
  | "elsewhere"
  | "issuer"
  | "metadata"
  | "scopes"
  | "client"
  | "state"
  | "denied"
  | "token"
  | "unreachable"
  | "changed"
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
