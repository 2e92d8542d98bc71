import { readFlowFile } from "../../worker/flows/read-flow-file.ts";
import { type FileFault, formatFault } from "../../worker/protocol/file-fault.ts";
import { toToolFileKind } from "../../worker/protocol/tool-file-name.ts";
import { readKnowledgeFile } from "../../worker/tools/knowledge/read-knowledge-file.ts";
import type { CustomType } from "../../worker/tools/manifest/read-arguments.ts";
import { readCustomTypes, readManifest } from "../../worker/tools/manifest/read-manifest.ts";
import { toManifestTool } from "../../worker/tools/manifest/to-manifest-tool.ts";
import { readSkillFile } from "../../worker/tools/skills/read-skill-file.ts";

/** A file to check: its path as it was given, its folder's name, and its text. */
export interface NamedFile {
  readonly path: string;
  readonly folder?: string;
  readonly text: string;
}

/**
 * Checks manifests (`*.clad.toml`), a project's types (`toolclad.toml`), skills (`SKILL.md`), knowledge
 * (`*.knowledge.md`) and flows (`*.flow.toml`) as the app reads them. Whether the tools and skills that they name exist is
 * not judged: that depends on the agent. Gives a line for each file or fault, and whether all are right.
 */
export function checkFiles(files: readonly NamedFile[]) {
  const faults: FileFault[] = [];
  const said = new Map<string, string>();
  const types = readTypes(files, faults);
  for (const file of files) {
    const checked = isTypesFile(file.path) ? `${types.size} types` : checkFile(file, types);
    if (typeof checked === "string") said.set(file.path, checked);
    else faults.push(...checked);
  }
  const broken = new Set(faults.map(({ file }) => file));
  const good = [...said].filter(([path]) => !broken.has(path)).map(([path, text]) => `${path}: ok: ${text}`);
  return { lines: [...good, ...faults.map(formatFault)], ok: faults.length === 0 };
}

/** A file's declaration in a few words, or its faults. */
function checkFile(
  { path, folder, text }: NamedFile,
  types: ReadonlyMap<string, CustomType>,
): string | readonly FileFault[] {
  const refuse = (message: string): readonly FileFault[] => [{ file: path, line: 1, message }];
  if (toToolFileKind(path) === "knowledge") {
    const knowledge = readKnowledgeFile(text, path);
    return knowledge.ok
      ? `knowledge '${knowledge.value.name}', ${knowledge.value.text.length} characters`
      : knowledge.faults;
  }
  if (/\.md$/iu.test(path)) {
    const skill = readSkillFile(text, path, folder === undefined ? {} : { folder });
    return skill.ok ? `skill '${skill.value.name}', tools: ${skill.value.tools.join(", ") || "none"}` : skill.faults;
  }
  if (toToolFileKind(path) === "flow") {
    const flow = readFlowFile(text, path);
    return flow.ok ? `flow '${flow.value.name}', nodes: ${[...flow.value.nodes.keys()].join(", ")}` : flow.faults;
  }
  if (!/\.toml$/iu.test(path)) return refuse("it is no .clad.toml, no SKILL.md, no .knowledge.md and no .flow.toml");
  const manifest = readManifest(text, path, types);
  if (!manifest.ok) return manifest.faults;
  try {
    const { spec } = toManifestTool(manifest.value, {});
    return `tool '${spec.name}', ${spec.effect ?? "writes"}${spec.asks === true ? ", asks" : ""}`;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : "it cannot be used");
  }
}

function isTypesFile(path: string): boolean {
  return /(?:^|\/)toolclad\.toml$/u.test(path);
}

function readTypes(files: readonly NamedFile[], faults: FileFault[]): ReadonlyMap<string, CustomType> {
  const types = new Map<string, CustomType>();
  for (const { path, text } of files.filter((file) => isTypesFile(file.path))) {
    const read = readCustomTypes(text, path);
    if (!read.ok) faults.push(...read.faults);
    else for (const [name, type] of read.value) types.set(name, type);
  }
  return types;
}
