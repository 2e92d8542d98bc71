/** Finds the line, from 1, of a key or of the nearest table that holds it. */
export type KeyLocator = (path: readonly string[]) => number;

/**
 * Records the line of each key of a TOML text, which the parser does not report. Handles table headers, dotted and
 * quoted keys and multi-line strings; members of inline tables and arrays have their key's line.
 */
export function locateKeys(toml: string): KeyLocator {
  const lines = new Map<string, number>();
  let table: readonly string[] = [];
  let closing: string | undefined;
  for (const [index, line] of toml.split(/\r?\n/).entries()) {
    if (closing !== undefined) {
      if (line.includes(closing)) closing = undefined;
      continue;
    }
    const header = /^\s*\[{1,2}([^[\]]+)\]{1,2}\s*(?:#.*)?$/.exec(line);
    const assignment =
      /^\s*((?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+))*)\s*=(.*)$/.exec(line);
    if (header?.[1] !== undefined) {
      table = splitKey(header[1]);
      note(lines, table, index + 1);
    } else if (assignment?.[1] !== undefined) {
      note(lines, [...table, ...splitKey(assignment[1])], index + 1);
      const value = assignment[2]?.trim() ?? "";
      for (const quotes of ['"""', "'''"]) {
        if (value.startsWith(quotes) && !value.slice(3).includes(quotes)) closing = quotes;
      }
    }
  }
  return (path) => {
    for (let length = path.length; length > 0; length -= 1) {
      const line = lines.get(toKey(path.slice(0, length)));
      if (line !== undefined) return line;
    }
    return 1;
  };
}

/** Also notes the tables above, where their first member stands. */
function note(lines: Map<string, number>, path: readonly string[], line: number): void {
  for (let length = 1; length <= path.length; length += 1) {
    const key = toKey(path.slice(0, length));
    if (!lines.has(key)) lines.set(key, line);
  }
}

function toKey(path: readonly string[]): string {
  return JSON.stringify(path);
}

function splitKey(key: string): readonly string[] {
  return [...key.matchAll(/"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? "",
  );
}
