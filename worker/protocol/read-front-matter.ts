import type { FileFault, Reading } from "./file-fault.ts";

/** One entry of the front matter, with its line. */
export interface FrontMatterEntry {
  readonly line: number;
  readonly value: string | readonly { readonly text: string; readonly line: number }[];
}

/** A file with front matter, taken apart; or the one fault that keeps it from being read at all. */
export type FrontMatter =
  | {
      readonly ok: true;
      readonly entries: ReadonlyMap<string, FrontMatterEntry>;
      /** The text behind the front matter, without blank lines around it. */
      readonly instructions: string;
      readonly bodyLine: number;
      fault(line: number, message: string): void;
      /** The value, unless there are faults; a key that is none of these is one. */
      finish<Value>(value: Value, keys: readonly string[]): Reading<Value>;
      /** The text under a key that must be there; a fault and an empty text where it is not, or is too long. */
      readText(key: string, maximum: number): string;
    }
  | { readonly ok: false; readonly faults: readonly FileFault[] };

const MAX_CHARACTERS = 20_000;

/**
 *     file    = "---" { entry } "---" body
 *     entry   = key ":" ( text | quoted text | "[" text { "," text } "]" | ( ">" | "|" ) indented lines | { "- " text } )
 */
export function readFrontMatter(text: string, file: string): FrontMatter {
  const faults: FileFault[] = [];
  const fault = (line: number, message: string): void => {
    faults.push({ file, line, message });
  };
  const parts = splitFrontMatter(text);
  if (typeof parts === "string") return { ok: false, faults: [{ file, line: 1, message: parts }] };
  const entries = readEntries(parts.frontMatter, fault);
  const readText = (key: string, maximum: number): string => {
    const entry = entries.get(key);
    const value = typeof entry?.value === "string" ? entry.value : "";
    if (entry === undefined) fault(1, `${key} is missing`);
    else if (value === "") fault(entry.line, `${key} must be text`);
    else if (value.length > maximum) fault(entry.line, `${key} has more than ${maximum} characters`);
    return value;
  };
  const finish = <Value>(value: Value, keys: readonly string[]): Reading<Value> => {
    for (const [key, { line }] of entries) if (!keys.includes(key)) fault(line, `${key} is not known`);
    if (faults.length > 0) return { ok: false, faults: faults.sort((one, other) => one.line - other.line) };
    return { ok: true, value };
  };
  const bodyLine = parts.frontMatter.length + 2;
  return { ok: true, entries, instructions: parts.instructions, bodyLine, fault, finish, readText };
}

/** A file's two parts, or why it has not got them. */
function splitFrontMatter(text: string) {
  if (text.length > MAX_CHARACTERS) return `the file has more than ${MAX_CHARACTERS} characters`;
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === "---");
  if (lines[0]?.trimEnd() !== "---" || end < 0) return "the file must begin with front matter between two lines of ---";
  const body = lines.slice(end + 1);
  return { frontMatter: lines.slice(1, end), instructions: body.join("\n").trim() };
}

function readEntries(
  lines: readonly string[],
  fault: (line: number, message: string) => void,
): ReadonlyMap<string, FrontMatterEntry> {
  const entries = new Map<string, FrontMatterEntry>();
  let index = 0;
  while (index < lines.length) {
    const line = lines[index] ?? "";
    const number = index + 2;
    index += 1;
    if (line.trim() === "" || line.trimStart().startsWith("#")) continue;
    const match = /^([A-Za-z][A-Za-z0-9_-]*):(?:\s+(.*))?$/.exec(line.trimEnd());
    const [, key, rest = ""] = match ?? [];
    if (key === undefined) {
      fault(number, "this is no `key: value`");
      continue;
    }
    const block: { text: string; line: number }[] = [];
    while (index < lines.length && /^(?:\s+\S|\s*$|- )/.test(lines[index] ?? "")) {
      block.push({ text: lines[index] ?? "", line: index + 2 });
      index += 1;
    }
    if (entries.has(key)) fault(number, `${key} is given twice`);
    entries.set(key, { line: number, value: toValue(rest.trim(), block, number) });
  }
  return entries;
}

function toValue(
  rest: string,
  block: readonly { readonly text: string; readonly line: number }[],
  line: number,
): FrontMatterEntry["value"] {
  const present = block.filter(({ text }) => text.trim() !== "");
  if (/^[>|][+-]?$/.test(rest)) {
    return present.map(({ text }) => text.trim()).join(rest.startsWith(">") ? " " : "\n");
  }
  if (rest.startsWith("[") && rest.endsWith("]")) {
    return rest
      .slice(1, -1)
      .split(",")
      .map((text) => ({ text: unquote(text.trim()), line }));
  }
  if (rest === "" && present.length > 0 && present.every(({ text }) => text.trimStart().startsWith("- "))) {
    return present.map(({ text, line: at }) => ({ text: unquote(text.trim().slice(2).trim()), line: at }));
  }
  return unquote([rest, ...present.map(({ text }) => text.trim())].join(" ").trim());
}

function unquote(text: string): string {
  const quoted = /^"(.*)"$|^'(.*)'$/s.exec(text);
  return quoted?.[1]?.replaceAll('\\"', '"') ?? quoted?.[2]?.replaceAll("''", "'") ?? text.replace(/\s+#.*$/, "");
}
