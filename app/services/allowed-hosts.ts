import { attempt } from "../../worker/protocol/attempt.ts";

/**
 * The hosts beside its own origin that the app may talk to: none until the user adds one (a model host, or a server
 * of their own that runs a model). The list takes effect at the next load of the page, because `connect-policy.ts` must
 * turn it into a content policy before any other script runs. Only the page can write it: workers, where models and
 * tools live, have no `localStorage`.
 */
const STORAGE_KEY = "alcove.allowed-hosts";

/** Scheme, host (or `*.` and a domain of two labels or more) and port; nothing that could end a CSP source. */
const HOST_PATTERN = /^https?:\/\/(?:\*\.[a-z0-9-]+(?:\.[a-z0-9-]+)+|[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/;

/** The hosts of WebLLM's own model catalog: allow them all to download one of its models. */
export const CATALOG_HOSTS: readonly string[] = [
  "https://huggingface.co",
  "https://*.huggingface.co",
  "https://*.hf.co",
  "https://*.xethub.hf.co",
  "https://raw.githubusercontent.com",
];

/** True for an origin such as `https://models.example` or `http://127.0.0.1:11434`; paths and queries are refused. */
export function isAllowedHost(host: string): boolean {
  return HOST_PATTERN.test(host);
}

/** The allowed hosts; empty when nothing is stored, storage is refused or the entry is not ours. */
export function readAllowedHosts(storage: () => Pick<Storage, "getItem"> = () => localStorage): readonly string[] {
  const stored: unknown = attempt(() => JSON.parse(storage().getItem(STORAGE_KEY) ?? "[]"));
  return Array.isArray(stored) ? stored.filter((host) => typeof host === "string" && isAllowedHost(host)) : [];
}

/** Stores the list for the next load and drops what is not a host. Throws where the browser refuses storage. */
export function writeAllowedHosts(
  hosts: readonly string[],
  storage: Pick<Storage, "setItem" | "removeItem"> = localStorage,
): void {
  const kept = [...new Set(hosts.filter(isAllowedHost))];
  if (kept.length === 0) storage.removeItem(STORAGE_KEY);
  else storage.setItem(STORAGE_KEY, JSON.stringify(kept));
}

/**
 * The policy for these hosts. A resource hint goes wherever any directive lets something load (CSP 3, "least
 * restrictive"), so `default-src` holds the other directives to the app's own origin here as well.
 */
export function toConnectPolicy(hosts: readonly string[]): string {
  const connect = ["connect-src 'self' blob:", ...hosts.filter(isAllowedHost)].join(" ");
  return `default-src 'self' data: blob: 'unsafe-inline' 'wasm-unsafe-eval'; ${connect}`;
}
