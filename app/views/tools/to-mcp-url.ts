/** Where plain http is safe, as nothing leaves the device. */
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Reads an MCP server's address as a user types it (`localhost:4555/mcp`) as a whole one; null when it is none or cannot be
 * used. Without a scheme it is `http` on this device and `https` elsewhere.
 */
export function toMcpUrl(text: string): string | null {
  const typed = text.trim();
  if (typed === "" || /\s/.test(typed)) return null;
  const hasScheme = typed.includes("://");
  const bare = hasScheme ? typed : `http://${typed}`;
  if (!URL.canParse(bare)) return null;
  const url = new URL(bare);
  const isLocal = LOCAL.test(url.hostname);
  if (!hasScheme && !isLocal) return toMcpUrl(`https://${typed}`);
  if (url.protocol !== "https:" && !(isLocal && url.protocol === "http:")) return null;
  return url.username === "" && url.password === "" ? url.href : null;
}

/** A name for a server that was given none. */
export function toServerName(url: string): string {
  const { hostname, port } = new URL(url);
  const name = `${hostname}-${port}`.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return name.replace(/^-+|-+$/g, "").slice(0, 30);
}
