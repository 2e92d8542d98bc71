/** The facts of a request that decide what the service worker does. */
export interface RequestFacts {
  readonly method: string;
  readonly url: string;
  /** `navigate` for a page load; otherwise as in `Request.mode`. */
  readonly mode: string;
}

/** The service worker's ways with a request. */
export type CacheAction =
  /** Not ours: the browser handles it as if there were no service worker. */
  | { readonly type: "pass" }
  /** The app's page, from the cache while there is one, so that page and scripts are always of one version. */
  | { readonly type: "shell"; readonly key: string }
  /** A file of the build, if the cache holds it; else from the network, with the security headers added. */
  | { readonly type: "cached"; readonly key: string }
  /** The server's list of its models: from the network, or the build's empty list while that cannot be had. */
  | { readonly type: "newest"; readonly key: string }
  /** Another app shares something; see `SHARE_PATH`. */
  | { readonly type: "share" }
  /** A page in our folder that is not the app's: from the network, with the security headers added. */
  | { readonly type: "network" };

/** Where the manifest's `share_target` posts to, relative to the app's folder. */
export const SHARE_PATH = "share";

/** The list of the models that are served beside the app. */
const MODEL_LIST = "models/index.json";

/** The manual's pages, and the one that a sign-in returns to: files of the build, so no server reads what that is told. */
const OTHER_PAGES = /^(?:docs\/|signed-in\.html$)/;

/**
 * Whether a file of the build, given by its path in the app's folder, has its content's hash in its name: the same name
 * then always means the same bytes.
 */
export function isImmutable(path: string): boolean {
  return path.startsWith("assets/");
}

/** The prefix of every cache of the app's shell in this folder; other apps of the same origin have other names. */
export function toCachePrefix(scope: string): string {
  return `alcove-shell ${new URL(scope).pathname} `;
}

/** The cache of one version of the shell. */
export function toCacheName(scope: string, version: string): string {
  return toCachePrefix(scope) + version;
}

/**
 * Decides for one request. `/models/` is passed through: engines store model files themselves, a second copy would cost
 * the user gigabytes, and only the server can serve byte ranges.
 *
 * @param scope Absolute address of the app's folder, ending in `/`.
 */
export function chooseCacheAction(request: RequestFacts, scope: string): CacheAction {
  if (request.method === "POST" && request.mode === "navigate" && request.url === scope + SHARE_PATH) {
    return { type: "share" };
  }
  if (request.method !== "GET" || !request.url.startsWith(scope)) return { type: "pass" };
  const url = new URL(request.url);
  const path = url.href.slice(scope.length, url.href.length - url.search.length - url.hash.length);
  if (path === MODEL_LIST) return { type: "newest", key: path };
  if (path.startsWith("models/")) return { type: "pass" };
  if (request.mode === "navigate") {
    if (OTHER_PAGES.test(path)) return { type: "cached", key: path.endsWith("/") ? `${path}index.html` : path };
    return path === "" || path === "index.html" ? { type: "shell", key: "index.html" } : { type: "network" };
  }
  return { type: "cached", key: path };
}

/** True for a complete response from the requested address that is not a host's fallback page in place of a script. */
export function isCacheable(
  path: string,
  response: {
    readonly status: number;
    readonly redirected: boolean;
    readonly headers: { get(name: string): string | null };
  },
): boolean {
  const isPage = (response.headers.get("Content-Type") ?? "").includes("text/html");
  return response.status === 200 && !response.redirected && isPage === path.endsWith(".html");
}

/**
 * Old caches to delete once `current` is active. The newest old one stays: a tab that has not reloaded yet still loads
 * its later parts from there.
 *
 * @param names All cache names of the origin, oldest first, as `caches.keys()` gives them.
 */
export function chooseStaleCaches(names: readonly string[], scope: string, current: string): readonly string[] {
  const prefix = toCachePrefix(scope);
  return names.filter((name) => name.startsWith(prefix) && name !== current).slice(0, -1);
}
