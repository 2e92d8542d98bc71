import type { Reading } from "../../protocol/file-fault.ts";
import { type FrontMatterEntry, readFrontMatter } from "../../protocol/read-front-matter.ts";
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
export type SkillReading = Reading<SkillFile>;

/** Members of the Agent Skills format (https://agentskills.io/specification) that say nothing to this app. */
const IGNORED_KEYS = ["license", "version", "compatibility", "metadata"];
const KNOWN_KEYS = ["name", "description", "tools", "allowed-tools", ...IGNORED_KEYS];

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
  const read = readFrontMatter(text, file);
  if (!read.ok) return read;
  const { entries, instructions, fault, finish, readText, bodyLine } = read;
  const name = readText("name", 64);
  const nameLine = entries.get("name")?.line ?? 1;
  if (name !== "" && !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
    fault(nameLine, `'${name}' is no skill name: small letters, digits and single hyphens`);
  } else if (name !== "" && folder !== undefined && folder !== name) {
    fault(nameLine, `the skill '${name}' lies in the folder '${folder}'`);
  }
  const description = readText("description", 500);
  const tools = readTools(entries, knownTools, fault);
  if (instructions === "") fault(bodyLine, "there are no instructions after the front matter");
  return finish({ file, name, description, instructions, tools }, KNOWN_KEYS);
}

function readTools(
  entries: ReadonlyMap<string, FrontMatterEntry>,
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
