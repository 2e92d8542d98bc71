import type { FileFault } from "../../protocol/file-fault.ts";
import { TOOL_NAME_PATTERN } from "../../protocol/tool.ts";

/** A skill from a `SKILL.md`: its purpose, its instructions for the model, and its tools. */
export interface SkillFile {
  readonly file: string;
  readonly name: string;
  readonly description: string;
  /** Markdown, put before the model as it is. */
  readonly instructions: string;
  /** Names of tools, resolved when the skill is made. */
  readonly tools: readonly string[];
}

/** A parsed skill, or all faults of its file. */
export type SkillReading =
  | { readonly ok: true; readonly value: SkillFile }
  | { readonly ok: false; readonly faults: readonly FileFault[] };

/** One entry of the front matter, with its line. */
interface Entry {
  readonly line: number;
  readonly value: string | readonly { readonly text: string; readonly line: number }[];
}

const MAX_CHARACTERS = 20_000;
/** Members of the Agent Skills format (https://agentskills.io/specification) that say nothing to this app. */
const IGNORED_KEYS = new Set(["license", "version", "compatibility", "metadata"]);

/**
 * Reads a `SKILL.md` and lists every fault with its line. `folder` is the name of its folder, which the skill must
 * bear; `knownTools` are the names a skill may list.
 *
 *     file    = "---" { entry } "---" body
 *     entry   = key ":" ( text | quoted text | "[" name { "," name } "]" | ( ">" | "|" ) indented lines | { "- " name } )
 *     key     = "name" | "description" | "tools" | "allowed-tools" | an ignored one
 */
export function readSkillFile(
  text: string,
  file: string,
  { folder, knownTools }: { readonly folder?: string; readonly knownTools?: ReadonlySet<string> } = {},
): SkillReading {
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
  const name = readText("name", 64);
  const nameLine = entries.get("name")?.line ?? 1;
  if (name !== "" && !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
    fault(nameLine, `'${name}' is no skill name: small letters, digits and single hyphens`);
  } else if (name !== "" && folder !== undefined && folder !== name) {
    fault(nameLine, `the skill '${name}' lies in the folder '${folder}'`);
  }
  const description = readText("description", 500);
  const tools = readTools(entries, knownTools, fault);
  const { instructions } = parts;
  if (instructions === "") fault(parts.frontMatter.length + 2, "there are no instructions after the front matter");
  for (const [key, { line }] of entries) {
    if (!["name", "description", "tools", "allowed-tools"].includes(key) && !IGNORED_KEYS.has(key)) {
      fault(line, `${key} is not known`);
    }
  }
  if (faults.length > 0) return { ok: false, faults: faults.sort((one, other) => one.line - other.line) };
  return { ok: true, value: { file, name, description, instructions, tools } };
}

/** A file's two parts, or why it has not got them. */
function splitFrontMatter(
  text: string,
): { readonly frontMatter: readonly string[]; readonly instructions: string } | string {
  if (text.length > MAX_CHARACTERS) return `the file has more than ${MAX_CHARACTERS} characters`;
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === "---");
  if (lines[0]?.trimEnd() !== "---" || end < 0) return "the file must begin with front matter between two lines of ---";
  const body = lines.slice(end + 1);
  return { frontMatter: lines.slice(1, end), instructions: body.join("\n").trim() };
}

function readTools(
  entries: ReadonlyMap<string, Entry>,
  knownTools: ReadonlySet<string> | undefined,
  fault: (line: number, message: string) => void,
): readonly string[] {
  const entry = entries.get("tools") ?? entries.get("allowed-tools");
  if (entry === undefined) return [];
  const names =
    typeof entry.value === "string"
      ? entry.value.split(/[\s,]+/).map((text) => ({ text, line: entry.line }))
      : entry.value;
  const seen = new Set<string>();
  for (const { text, line } of names) {
    if (text === "") continue;
    if (!TOOL_NAME_PATTERN.test(text)) fault(line, `'${text}' is no tool name`);
    else if (seen.has(text)) fault(line, `the tool '${text}' is listed twice`);
    else if (knownTools !== undefined && !knownTools.has(text)) fault(line, `there is no tool '${text}'`);
    seen.add(text);
  }
  seen.delete("");
  return [...seen];
}

function readEntries(
  lines: readonly string[],
  fault: (line: number, message: string) => void,
): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
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
): Entry["value"] {
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
