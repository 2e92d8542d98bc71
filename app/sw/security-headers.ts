/**
 * The app's security headers and policies, for the dev and preview servers, the start server, the built page and the
 * service worker.
 */

/** Cross-origin isolation: lets the CPU engine use threads (SharedArrayBuffer). */
export const ISOLATION_HEADERS: Readonly<Record<string, string>> = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Sent with every response, beside the cross-origin headers. */
export const HYGIENE_HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Permissions-Policy": ["camera", "geolocation", "payment", "usb", "serial", "hid", "midi", "display-capture"]
    .map((name) => `${name}=()`)
    .join(", "),
};

/**
 * For script files. It applies to a worker started from the file's own address, without the page's start-up blob; for an
 * imported file it has no effect.
 */
export const SCRIPT_POLICY: string = toPolicy({
  "default-src": ["'none'"],
  "script-src": ["'self'", "'wasm-unsafe-eval'"],
  // The engine's worker fetches the file that `openEngineBinary` puts together.
  "connect-src": ["'self'", "blob:"],
  "worker-src": ["'self'", "blob:"],
});

/** The name of the one Trusted Types policy of the page. */
export const TRUSTED_POLICY_NAME = "alcove";

/**
 * The page's policy. `connect-src` is only the outer bound here: the page's first script adds a second policy that
 * narrows it to this origin and the hosts the user has allowed (policies add up; the strictest wins). It cannot stand
 * here, because a policy in the document is fixed when it is built, and the choice is made later.
 *
 * `default` is the Trusted Types policy of workers started inside our worker, see `worker/platform/allow-nested-workers.ts`.
 *
 * @param inlineScripts CSP hash sources of the page's own inline scripts.
 * @param inlineStyles Those of its own inline styles.
 */
export function toPagePolicy(inlineScripts: readonly string[], inlineStyles: readonly string[] = []): string {
  return toPolicy({
    "default-src": ["'none'"],
    "script-src": ["'self'", "'wasm-unsafe-eval'", ...inlineScripts],
    "style-src": ["'self'", ...inlineStyles],
    "img-src": ["'self'", "data:", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", "blob:", "https:", "http:"],
    "worker-src": ["'self'", "blob:"],
    "manifest-src": ["'self'"],
    "media-src": ["'none'"],
    // Narrowed by the page's first script: to nothing, or to `FRAME_PAGE` where the user lets servers show pages.
    "frame-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "require-trusted-types-for": ["'script'"],
    "trusted-types": [TRUSTED_POLICY_NAME, "default"],
  });
}

/** Directives that a `<meta>` policy cannot carry; for servers that can set headers. */
export const PAGE_HEADER_POLICY: string = toPolicy({ "frame-ancestors": ["'none'"] });

/** The page in which a server's page stands. It takes nothing in but in a frame without origin. */
export const FRAME_PAGE = "frame.html";

/** Sent with `FRAME_PAGE`: nothing in it connects, leads elsewhere or has a name looked up, by WebRTC either (Chromium 156). */
export const FRAME_HEADERS: Readonly<Record<string, string>> = { "Connection-Allowlist": "()" };

/** The directives for `FRAME_PAGE`, which alone may be framed, and for all other pages. */
export function toHeaderPolicy(address: string): string {
  return isFramePage(address)
    ? toPolicy({
        "frame-ancestors": ["'self'"],
        "frame-src": ["'none'"],
        "object-src": ["'none'"],
        sandbox: ["allow-scripts"],
      })
    : PAGE_HEADER_POLICY;
}

/** Whether the page at this address is the one that servers' pages stand in. */
export function isFramePage(address: string): boolean {
  return address.split(/[?#]/)[0]?.endsWith(`/${FRAME_PAGE}`) === true;
}

function toPolicy(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}
