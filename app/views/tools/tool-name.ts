/** The name that a manifest gives its tool; empty where it gives none. */
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
