/** The lines of a field as hosts, addresses and ranges: of a whole address only its host counts. */
export function toScopeEntries(text: string): readonly string[] {
  const entries = text
    .split(/[\s,;]+/u)
    .map((line) => toEntry(line.toLowerCase()))
    .filter((entry) => entry !== "");
  return [...new Set(entries)];
}

function toEntry(line: string): string {
  const url = /^[a-z][a-z0-9+.-]*:\/\//u.test(line) && URL.canParse(line) ? new URL(line) : null;
  return url === null ? line.replace(/\.$/u, "") : url.hostname;
}
