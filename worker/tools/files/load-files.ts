import type { FileFault } from "../../protocol/file-fault.ts";
import { isJsonArray, toBoundedJson } from "../../protocol/json.ts";
import type { ToolFile } from "../../protocol/settings.ts";
import { toToolFileKind } from "../../protocol/tool-file-name.ts";
import { type KnowledgeFile, readKnowledgeFile } from "../knowledge/read-knowledge-file.ts";
import type { CustomType } from "../manifest/read-arguments.ts";
import { type Manifest, readCustomTypes, readManifest } from "../manifest/read-manifest.ts";
import { readSkillFile, type SkillFile, type SkillReading } from "../skills/read-skill-file.ts";
import type { Reading } from "../toml/read-toml.ts";

/** Reads a file of the app by its path below the base folder; null when there is none. */
export type ReadText = (path: string) => Promise<string | null>;

/** The tools and skills read from files, and the faults of the files left out. */
export interface LoadedFiles {
  readonly manifests: readonly Manifest[];
  readonly skills: readonly SkillFile[];
  /** The user's own tools. */
  readonly foreignManifests: readonly Manifest[];
  /** The user's own texts to look up. */
  readonly knowledge: readonly KnowledgeFile[];
  /** The user's own skills. */
  readonly foreignSkills: readonly SkillFile[];
  readonly faults: readonly FileFault[];
}

/**
 * Reads the manifests of `tools/` and the skills of `skills/`. A web server does not list folders, so each has an
 * `index.json` of file or folder names. `builtIn` are names that no file may take; skills may list built-in tools and
 * those from files. `ownFiles` are the user's; they come last and may not take an existing name.
 */
export async function loadFiles(
  readText: ReadText,
  builtIn: ReadonlySet<string>,
  ownFiles: readonly ToolFile[] = [],
): Promise<LoadedFiles> {
  const faults: FileFault[] = [];
  const { fail, keep } = createCollector(faults);
  const [types, toolFiles, skillFiles] = await Promise.all([
    loadTypes(readText, faults),
    readListed(readText, "tools/index.json", (name) => `tools/${name}`, fail),
    readListed(readText, "skills/index.json", (folder) => `skills/${folder}/SKILL.md`, fail),
  ]);
  const manifests = new Map<string, Manifest>();
  for (const { file, text } of toolFiles) {
    const reading =
      text === null ? refuse(file, "the file is listed, and is not there") : readManifest(text, file, types);
    keep(file, reading, manifests, (name) => {
      if (builtIn.has(name)) return `'${name}' is the name of a built-in tool`;
      return manifests.has(name) ? `there is another tool '${name}'` : null;
    });
  }
  const foreignManifests = new Map<string, Manifest>();
  for (const { name: file, text } of ownFiles.filter(({ name }) => toToolFileKind(name) === "tool")) {
    keep(file, readForeignManifest(text, file, types), foreignManifests, (name) => {
      if (builtIn.has(name) || manifests.has(name)) return `'${name}' is the name of a tool of the app`;
      return foreignManifests.has(name) ? `there is another tool '${name}'` : null;
    });
  }
  const knowledge = new Map<string, KnowledgeFile>();
  for (const { name: file, text } of ownFiles.filter(({ name }) => toToolFileKind(name) === "knowledge")) {
    keep(file, readKnowledgeFile(text, file), knowledge, (name) => {
      const isTool = builtIn.has(name) || manifests.has(name) || foreignManifests.has(name);
      if (isTool) return `'${name}' is the name of a tool`;
      return knowledge.has(name) ? `there is another text '${name}'` : null;
    });
  }
  const knownTools = new Set([...builtIn, ...manifests.keys(), ...foreignManifests.keys(), ...knowledge.keys()]);
  return {
    knowledge: [...knowledge.values()],
    manifests: [...manifests.values()],
    foreignManifests: [...foreignManifests.values()],
    ...readSkills(skillFiles, ownFiles, knownTools, keep),
    faults,
  };
}

function readSkills(
  files: readonly ListedFile[],
  ownFiles: readonly ToolFile[],
  knownTools: ReadonlySet<string>,
  keep: Keep,
): Pick<LoadedFiles, "skills" | "foreignSkills"> {
  const skills = new Map<string, SkillFile>();
  for (const { name: folder, file, text } of files) {
    const reading =
      text === null
        ? refuse(file, "the file is listed, and is not there")
        : readSkillFile(text, file, { folder, knownTools });
    keep(file, reading, skills, (name) => (skills.has(name) ? `there is another skill '${name}'` : null));
  }
  const foreignSkills = new Map<string, SkillFile>();
  for (const { name: file, text } of ownFiles.filter(({ name }) => toToolFileKind(name) === "skill")) {
    keep(file, readForeignSkill(text, file, knownTools), foreignSkills, (name) => {
      if (skills.has(name)) return `'${name}' is the name of a skill of the app`;
      return foreignSkills.has(name) ? `there is another skill '${name}'` : null;
    });
  }
  return { skills: [...skills.values()], foreignSkills: [...foreignSkills.values()] };
}

/** Keeps what was read under its name, or reports its faults; `findClash` returns why a name is not free. */
export type Keep = <Value extends { readonly name: string }>(
  file: string,
  reading: Reading<Value>,
  kept: Map<string, Value>,
  findClash: (name: string) => string | null,
) => void;

/** Collects what is read, and reports to `faults`. */
export function createCollector(faults: FileFault[]): {
  readonly fail: (file: string, message: string) => void;
  readonly keep: Keep;
} {
  const fail = (file: string, message: string): void => {
    faults.push({ file, line: 1, message });
  };
  const keep: Keep = (file, reading, kept, findClash) => {
    if (!reading.ok) {
      faults.push(...reading.faults);
      return;
    }
    const clash = findClash(reading.value.name);
    if (clash === null) kept.set(reading.value.name, reading.value);
    else fail(file, clash);
  };
  return { fail, keep };
}

/** A file that an index lists; `text` is null if it is not there. */
export interface ListedFile {
  readonly name: string;
  readonly file: string;
  readonly text: string | null;
}

function readForeignManifest(
  text: string,
  file: string,
  types: ReadonlyMap<string, CustomType>,
): ReturnType<typeof readManifest> {
  if (!file.endsWith(".clad.toml")) {
    return refuse(file, "it is no .clad.toml, no SKILL.md, no .knowledge.md and no .flow.toml");
  }
  const reading = readManifest(text, file, types);
  // Names with a dot are reserved for the tools of servers.
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
  fail: (file: string, message: string) => void,
): Promise<readonly ListedFile[]> {
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
