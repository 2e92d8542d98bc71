/** The part of Trusted Types used here (https://w3c.github.io/trusted-types/, not yet in TypeScript's DOM library). */
interface TrustedPolicy {
  createScriptURL(url: string): string;
  createHTML(html: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: Partial<TrustedPolicy>): TrustedPolicy;
}

const known = new Set<string>();
/** The text on its way into a frame. */
let framed: string | null = null;
const factory = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;

// The page's one policy lets through exactly the addresses that this module's callers have made. Its name is in the
// content policy, which allows no second one of that name; `default` is taken here and refuses everything, so that no
// later script can claim it.
const policy = factory?.createPolicy("alcove", {
  createScriptURL(url) {
    if (!known.has(url)) throw new TypeError("Not a script of this app.");
    return url;
  },
  createHTML(html) {
    if (html !== framed) throw new TypeError("Not for a frame.");
    return html;
  },
});
factory?.createPolicy("default", {
  createScriptURL(url) {
    throw new TypeError(`Not a script of this app: ${url}`);
  },
});

/**
 * The address of a module worker whose only line imports `scriptUrl`. A worker started from a blob is bound by the
 * page's content policy; one started from an address is bound only by that file's own headers, which a static host may
 * not be able to set. Must be a script of this origin.
 */
export function toStartScriptUrl(scriptUrl: string): string {
  const url = new URL(scriptUrl, document.baseURI);
  if (url.origin !== location.origin) throw new TypeError("Workers start from this app's own origin only.");
  const start = new Blob([`import ${JSON.stringify(url.href)};`], { type: "text/javascript" });
  return trust(URL.createObjectURL(start));
}

/** The service worker's address, beside the page. */
export function toServiceWorkerUrl(): string {
  return trust(new URL("sw.js", document.baseURI).href);
}

/** Shows a cleaned page in a frame that has no origin of its own, runs no script, opens and sends nothing. */
export function fillFrame(frame: HTMLIFrameElement, html: string): void {
  frame.sandbox.value = "";
  frame.srcdoc = toMarkup(html);
}

/** Lets a text through as markup: for a frame, and for what cleans a page before it gets there. */
export function toMarkup(html: string): string {
  framed = html;
  const markup = policy === undefined ? html : policy.createHTML(html);
  framed = null;
  return markup;
}

function trust(url: string): string {
  known.add(url);
  return policy === undefined ? url : policy.createScriptURL(url);
}
