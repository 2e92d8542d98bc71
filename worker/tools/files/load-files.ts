import { toBoundedJson } from "../../protocol/bounded-json.ts";
import type { FileFault, Reading } from "../../protocol/file-fault.ts";
import { isJsonArray, parseJson } from "../../protocol/json.ts";
import type { ToolFile } from "../../protocol/settings.ts";
import { toToolFileKind } from "../../protocol/tool-file-name.ts";
import { readKnowledgeFile } from "../knowledge/read-knowledge-file.ts";
import type { CustomType } from "../manifest/read-arguments.ts";
import { type Manifest, readCustomTypes, readManifest } from "../manifest/read-manifest.ts";
import { readSkillFile, type SkillFile } from "../skills/read-skill-file.ts";

/** Reads a file of the app by its path below the base folder; null when there is none. */
export type ReadText = (path: string) => Promise<string | null>;

/**
 * Reads the manifests of `tools/` and the skills of `skills/`. A web server does not list folders, so each has an
 * `index.json` of file or folder names. `builtIn` are names that no file may take; skills may list built-in tools and
 * those from files. `ownFiles` are the user's, which are foreign; they come last and may not take an existing name. Files with
 * faults are left out.
 */
export async function loadFiles(readText: ReadText, builtIn: ReadonlySet<string>, ownFiles: readonly ToolFile[] = []) {
  const faults: FileFault[] = [];
  const [types, toolFiles, skillFiles] = await Promise.all([
    loadTypes(readText, faults),
    readListed(readText, "tools/index.json", (name) => `tools/${name}`, faults),
    readListed(readText, "skills/index.json", (folder) => `skills/${folder}/SKILL.md`, faults),
  ]);
  const readTool = (text: string, { file }: ListedFile) => readManifest(text, file, types);
  const manifests = readAll(toolFiles, "tool", readTool, faults, (name) =>
    builtIn.has(name) ? `'${name}' is the name of a built-in tool` : null,
  );
  const readOwnTool = (text: string, { file }: ListedFile) => readForeignManifest(text, file, types);
  const foreignManifests = readAll(listOwn(ownFiles, "tool"), "tool", readOwnTool, faults, (name) =>
    builtIn.has(name) || manifests.has(name) ? `'${name}' is the name of a tool of the app` : null,
  );
  const tools = new Set([...builtIn, ...manifests.keys(), ...foreignManifests.keys()]);
  const readKnowledge = (text: string, { file }: ListedFile) => readKnowledgeFile(text, file);
  const knowledge = readAll(listOwn(ownFiles, "knowledge"), "text", readKnowledge, faults, (name) =>
    tools.has(name) ? `'${name}' is the name of a tool` : null,
  );
  const knownTools = new Set([...tools, ...knowledge.keys()]);
  const readSkill = (text: string, { name: folder, file }: ListedFile) =>
    readSkillFile(text, file, { folder, knownTools });
  const skills = readAll(skillFiles, "skill", readSkill, faults);
  const readOwnSkill = (text: string, { file }: ListedFile) => readForeignSkill(text, file, knownTools);
  const foreignSkills = readAll(listOwn(ownFiles, "skill"), "skill", readOwnSkill, faults, (name) =>
    skills.has(name) ? `'${name}' is the name of a skill of the app` : null,
  );
  return {
    knowledge: [...knowledge.values()],
    manifests: [...manifests.values()],
    foreignManifests: [...foreignManifests.values()],
    skills: [...skills.values()],
    foreignSkills: [...foreignSkills.values()],
    faults,
  };
}

/**
 * Reads files into values by their names. What cannot be read goes to `faults`, and so does a name that is not free:
 * `findClash` says why, beside that another file has it.
 */
export function readAll<Value extends { readonly name: string }>(
  files: readonly ListedFile[],
  noun: string,
  read: (text: string, file: ListedFile) => Reading<Value>,
  faults: FileFault[],
  findClash: (name: string) => string | null = () => null,
): ReadonlyMap<string, Value> {
  const kept = new Map<string, Value>();
  for (const listed of files) {
    const { file, text } = listed;
    const reading = text === null ? refuse(file, "the file is listed, and is not there") : read(text, listed);
    if (!reading.ok) {
      faults.push(...reading.faults);
      continue;
    }
    const { name } = reading.value;
    const clash = findClash(name) ?? (kept.has(name) ? `there is another ${noun} '${name}'` : null);
    if (clash === null) kept.set(name, reading.value);
    else faults.push({ file, line: 1, message: clash });
  }
  return kept;
}

/** The user's own files of one kind. */
export function listOwn(files: readonly ToolFile[], kind: ReturnType<typeof toToolFileKind>): readonly ListedFile[] {
  const own = files.filter(({ name }) => toToolFileKind(name) === kind);
  return own.map(({ name, text }) => ({ name, file: name, text }));
}

/** A file that an index lists, or one of the user's; `text` is null if it is not there. */
interface ListedFile {
  readonly name: string;
  readonly file: string;
  readonly text: string | null;
}

function readForeignManifest(text: string, file: string, types: ReadonlyMap<string, CustomType>): Reading<Manifest> {
  if (!file.endsWith(".clad.toml")) {
    return refuse(file, "it is no .clad.toml, no SKILL.md, no .knowledge.md and no .flow.toml");
  }
  const reading = readManifest(text, file, types);
  // Names with a dot are reserved for the tools of servers.
  if (reading.ok && reading.value.name.includes(".")) return refuse(file, "the tool's name must not hold a dot");
  return reading;
}

function readForeignSkill(text: string, file: string, knownTools: ReadonlySet<string>): Reading<SkillFile> {
  const reading = readSkillFile(text, file, { knownTools });
  if (reading.ok && reading.value.name.startsWith("mcp-")) {
    return refuse(file, "a skill's name must not begin with mcp-, as those of servers do");
  }
  return reading;
}

/** A file that cannot be used at all. */
export function refuse(file: string, message: string): { readonly ok: false; readonly faults: readonly FileFault[] } {
  return { ok: false, faults: [{ file, line: 1, message }] };
}

async function loadTypes(readText: ReadText, faults: FileFault[]): Promise<ReadonlyMap<string, CustomType>> {
  const text = await readText("tools/toolclad.toml");
  if (text === null) return new Map();
  const reading = readCustomTypes(text, "tools/toolclad.toml");
  if (reading.ok) return reading.value;
  faults.push(...reading.faults);
  return new Map();
}

/** Reads the files that an index lists; no index is an empty one. */
export async function readListed(
  readText: ReadText,
  index: string,
  toPath: (name: string) => string,
  faults: FileFault[],
): Promise<readonly ListedFile[]> {
  const list = await readText(index);
  if (list === null) return [];
  const names = parseNames(list);
  if (names === undefined) faults.push({ file: index, line: 1, message: "it must be a list of names" });
  return Promise.all(
    (names ?? []).map(async (name) => ({ name, file: toPath(name), text: await readText(toPath(name)) })),
  );
}

function parseNames(text: string): readonly string[] | undefined {
  const bounded = toBoundedJson(parseJson(text));
  if (!bounded.ok || !isJsonArray(bounded.value)) return undefined;
  const names = bounded.value.filter((name) => typeof name === "string");
  const plain = names.every((name) => /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(name));
  return plain && names.length === bounded.value.length ? names : undefined;
}
