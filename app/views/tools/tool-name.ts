/** The name that a file gives its tool or flow; empty where it gives none. */
export function toToolName(manifest: string): string {
  return /^\s*(?:tool\.)?name\s*=\s*["']([^"']+)["']/m.exec(manifest)?.[1] ?? "";
}

/** The name that a knowledge file gives its text; empty where it gives none. */
export function toKnowledgeName(text: string): string {
  return /^name:[ \t]*["']?([\w-]+)/m.exec(text)?.[1] ?? "";
}

/** The origin that a manifest's tool asks; null for one that asks none. */
export function toToolOrigin(manifest: string): string | null {
  return /^\s*(?:http\.)?url\s*=\s*["'](https:\/\/[^/"'?#{]+)/m.exec(manifest)?.[1] ?? null;
}

/** Whether a text describes a flow rather than a tool. */
export function isFlowText(text: string): boolean {
  return /^\s*\[\s*(?:flow|node\.[^\]]+)\s*\]/m.test(text);
}

/** The name of the file that a tool's or a flow's text is stored under. */
export function toStoredName(text: string): string {
  const isFlow = isFlowText(text);
  const name = toToolName(text) || (isFlow ? "flow" : "tool");
  return `${name}.${isFlow ? "flow" : "clad"}.toml`;
}
