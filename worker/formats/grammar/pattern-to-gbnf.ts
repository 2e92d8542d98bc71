/**
 * Writes a regular expression as the body of a llama.cpp rule that gives the matching text inside a JSON string. Knows
 * literals, escapes of punctuation, `\d`, `\w`, classes, groups, `|` and the quantifiers `? * + {m,n}`, anchored at both
 * ends. Null for anything else, and for patterns that could give a quote, a backslash or a control character.
 */
export function patternToGbnf(pattern: string): string | null {
  if (!pattern.startsWith("^") || !pattern.endsWith("$") || pattern.endsWith("\\$")) return null;
  const reader = { text: pattern.slice(1, -1), index: 0 };
  const body = readAlternatives(reader);
  return body === null || reader.index !== reader.text.length ? null : body;
}

interface Reader {
  readonly text: string;
  index: number;
}

function readAlternatives(reader: Reader): string | null {
  const branches: string[] = [];
  for (;;) {
    const branch = readSequence(reader);
    if (branch === null) return null;
    branches.push(branch);
    if (reader.text[reader.index] !== "|") return branches.join(" | ");
    reader.index += 1;
  }
}

function readSequence(reader: Reader): string | null {
  const parts: string[] = [];
  while (reader.index < reader.text.length && !"|)".includes(reader.text.charAt(reader.index))) {
    const part = readAtom(reader);
    if (part === null) return null;
    parts.push(part + readQuantifier(reader));
  }
  return parts.length === 0 ? '""' : parts.join(" ");
}

function readAtom(reader: Reader): string | null {
  const unit = reader.text.charAt(reader.index);
  reader.index += 1;
  switch (unit) {
    case "(": {
      if (reader.text.startsWith("?:", reader.index)) reader.index += 2;
      else if (reader.text.charAt(reader.index) === "?") return null;
      const inner = readAlternatives(reader);
      if (inner === null || reader.text.charAt(reader.index) !== ")") return null;
      reader.index += 1;
      return `(${inner})`;
    }
    case "[": {
      const end = reader.text.indexOf("]", reader.index);
      const body = reader.text.slice(reader.index, end);
      if (end === -1 || !/^[-A-Za-z0-9 _.,:+*/^()%]+$/.test(body) || body.startsWith("^")) return null;
      reader.index = end + 1;
      return `[${body}]`;
    }
    case "\\": {
      const escaped = reader.text.charAt(reader.index);
      reader.index += 1;
      if (escaped === "d") return "[0-9]";
      if (escaped === "w") return "[A-Za-z0-9_]";
      return /^[.*+?^$()[\]{}|/-]$/.test(escaped) ? `"${escaped}"` : null;
    }
    default:
      return /^[^.*+?^${}[\]"\\\p{Cc}]$/u.test(unit) ? `"${unit}"` : null;
  }
}

function readQuantifier(reader: Reader): string {
  const found = /^(?:[?*+]|\{\d+(?:,\d*)?\})/.exec(reader.text.slice(reader.index))?.[0] ?? "";
  reader.index += found.length;
  return found;
}
