import type { FileFault } from "../../protocol/file-fault.ts";
import { isJsonArray, toBoundedJson } from "../../protocol/json.ts";
import type { ToolFile } from "../../protocol/settings.ts";
import { isSkillFileName } from "../../protocol/tool-file-name.ts";
import { type CustomType, type Manifest, readCustomTypes, readManifest } from "../manifest/read-manifest.ts";
import { readSkillFile, type SkillFile, type SkillReading } from "../skills/read-skill-file.ts";

/** Reads a file of the app by its path below the base folder; null when there is none. */
export type ReadText = (path: string) => Promise<string | null>;

/** The tools and skills that came as files, and what is wrong with those that did not. */
export interface LoadedFiles {
  readonly manifests: readonly Manifest[];
  readonly skills: readonly SkillFile[];
  /** Tools of the user's. */
  readonly foreignManifests: readonly Manifest[];
  /** Skills of the user's. */
  readonly foreignSkills: readonly SkillFile[];
  readonly faults: readonly FileFault[];
}

/**
 * Reads the manifests of `tools/` and the skills of `skills/`. A web server does not list folders, so each has an
 * `index.json`: the file names, or the folder names. `builtIn` are the names that no file may take; the files' own
 * tools may be listed by the skills beside them. `ownFiles` are the user's, which come last and take no name.
 */
export async function loadFiles(
  readText: ReadText,
  builtIn: ReadonlySet<string>,
  ownFiles: readonly ToolFile[] = [],
): Promise<LoadedFiles> {
  const faults: FileFault[] = [];
  const fail = (file: string, message: string): void => {
    faults.push({ file, line: 1, message });
  };
  const [types, toolFiles, skillFiles] = await Promise.all([
    loadTypes(readText, faults),
    readListed(readText, "tools/index.json", (name) => `tools/${name}`, fail),
    readListed(readText, "skills/index.json", (folder) => `skills/${folder}/SKILL.md`, fail),
  ]);
  const manifests = new Map<string, Manifest>();
  for (const { file, text } of toolFiles) {
    if (text === null) fail(file, "the file is listed, and is not there");
    else {
      const reading = readManifest(text, file, types);
      if (!reading.ok) faults.push(...reading.faults);
      else if (builtIn.has(reading.value.name)) fail(file, `'${reading.value.name}' is the name of a built-in tool`);
      else if (manifests.has(reading.value.name)) fail(file, `there is another tool '${reading.value.name}'`);
      else manifests.set(reading.value.name, reading.value);
    }
  }
  const foreignManifests = new Map<string, Manifest>();
  for (const { name: file, text } of ownFiles) {
    if (isSkillFileName(file)) continue;
    const reading = readForeignManifest(text, file, types);
    if (!reading.ok) faults.push(...reading.faults);
    else {
      const { name } = reading.value;
      if (builtIn.has(name) || manifests.has(name)) fail(file, `'${name}' is the name of a tool of the app`);
      else if (foreignManifests.has(name)) fail(file, `there is another tool '${name}'`);
      else foreignManifests.set(name, reading.value);
    }
  }
  const knownTools = new Set([...builtIn, ...manifests.keys(), ...foreignManifests.keys()]);
  const skills: SkillFile[] = [];
  for (const { name: folder, file, text } of skillFiles) {
    if (text === null) fail(file, "the file is listed, and is not there");
    else {
      const reading = readSkillFile(text, file, { folder, knownTools });
      if (reading.ok) skills.push(reading.value);
      else faults.push(...reading.faults);
    }
  }
  const foreignSkills = new Map<string, SkillFile>();
  for (const { name: file, text } of ownFiles) {
    if (!isSkillFileName(file)) continue;
    const reading = readForeignSkill(text, file, knownTools);
    if (!reading.ok) faults.push(...reading.faults);
    else {
      const { name } = reading.value;
      if (skills.some((skill) => skill.name === name)) fail(file, `'${name}' is the name of a skill of the app`);
      else if (foreignSkills.has(name)) fail(file, `there is another skill '${name}'`);
      else foreignSkills.set(name, reading.value);
    }
  }
  return {
    manifests: [...manifests.values()],
    skills,
    foreignManifests: [...foreignManifests.values()],
    foreignSkills: [...foreignSkills.values()],
    faults,
  };
}

function readForeignManifest(
  text: string,
  file: string,
  types: ReadonlyMap<string, CustomType>,
): ReturnType<typeof readManifest> {
  if (!file.endsWith(".clad.toml")) {
    return refuse(file, "it is neither a .clad.toml file nor a SKILL.md");
  }
  const reading = readManifest(text, file, types);
  // A dot stands between a server and its tool, and those names are the servers' own.
  if (reading.ok && reading.value.name.includes(".")) return refuse(file, "the tool's name must not hold a dot");
  return reading;
}

function readForeignSkill(text: string, file: string, knownTools: ReadonlySet<string>): SkillReading {
  const reading = readSkillFile(text, file, { knownTools });
  if (reading.ok && reading.value.name.startsWith("mcp-")) {
    return refuse(file, "a skill's name must not begin with mcp-, as those of servers do");
  }
  return reading;
}

function refuse(file: string, message: string): { readonly ok: false; readonly faults: readonly FileFault[] } {
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

async function readListed(
  readText: ReadText,
  index: string,
  toPath: (name: string) => string,
  fail: (file: string, message: string) => void,
): Promise<readonly { readonly name: string; readonly file: string; readonly text: string | null }[]> {
  const list = await readText(index);
  if (list === null) return [];
  const names = parseNames(list);
  if (names === undefined) fail(index, "it must be a list of names");
  return Promise.all(
    (names ?? []).map(async (name) => ({ name, file: toPath(name), text: await readText(toPath(name)) })),
  );
}

function parseNames(text: string): readonly string[] | undefined {
  try {
    const bounded = toBoundedJson(JSON.parse(text));
    if (!bounded.ok || !isJsonArray(bounded.value)) return undefined;
    const names = bounded.value.filter((name) => typeof name === "string");
    const plain = names.every((name) => /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(name));
    return plain && names.length === bounded.value.length ? names : undefined;
  } catch {
    return undefined;
  }
}
