import { attempt } from "../../worker/protocol/attempt.ts";
import type { McpServerInfo } from "../../worker/protocol/mcp.ts";

/**
 * The servers of tools whose own pages (MCP Apps) the user lets be shown: none until a switch is turned on in the settings.
 * Kept by the page like the allowed hosts, as it takes effect at the next load, in the content policy; no worker can write it.
 */
const STORAGE_KEY = "alcove.server-pages";

/** A server as it is remembered here: another one that takes its name is not meant. */
export type PageServer = Pick<McpServerInfo, "name" | "url">;

/** Reads whether the user lets this server show pages. */
export function letsPages(server: PageServer): boolean {
  return readKept().includes(toEntry(server));
}

/** Reads whether they can be shown: the page was loaded with a policy that lets them. */
export function canShowPages(server: PageServer): boolean {
  const loaded = document.querySelector<HTMLMetaElement>("meta[data-connect]")?.content;
  return letsPages(server) && loaded?.endsWith(toFramePolicy()) === true;
}

/** Stores the choice for the next load. Throws where the browser refuses storage. */
export function writeLetsPages(server: PageServer, isOn: boolean): void {
  const others = readKept().filter((each) => each !== toEntry(server));
  const kept = isOn ? [...others, toEntry(server)] : others;
  if (kept.length === 0) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
}

/** The page that servers' pages stand in. */
export function toFrameAddress(): string {
  return new URL("frame.html", document.baseURI).href;
}

/** Reads whether that page is served so that no name is looked up for what stands in it; in Chromium 156 that was measured. */
export async function closesNames(): Promise<boolean> {
  const { userAgentData } = navigator as Navigator & {
    readonly userAgentData?: { readonly brands: readonly { readonly brand: string; readonly version: string }[] };
  };
  const isBound = userAgentData?.brands.some(({ brand, version }) => brand === "Chromium" && Number(version) >= 156);
  const served = isBound
    ? await fetch(toFrameAddress(), { method: "HEAD", cache: "no-store" }).catch(() => null)
    : null;
  return served?.headers.get("Connection-Allowlist") === "()";
}

/** Lets nothing be framed, or that one page. */
export function toFramePolicy(): string {
  return `frame-src ${readKept().length > 0 ? toFrameAddress().replace(/[;,]/g, encodeURIComponent) : "'none'"}`;
}

function toEntry({ name, url }: PageServer): string {
  return `${name} ${url}`;
}

function readKept(): readonly unknown[] {
  const stored: unknown = attempt(() => JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]"));
  return Array.isArray(stored) ? stored : [];
}
