import { type Agent, defineAgent } from "../../agent/define/agent.ts";
import { defineSkill } from "../../agent/define/skill.ts";
import type { Tool } from "../../agent/define/tool.ts";
import { defined } from "../../protocol/defined.ts";
import { describeError } from "../../protocol/describe-error.ts";
import type { FileFault } from "../../protocol/file-fault.ts";
import type { ToolFile } from "../../protocol/settings.ts";
import { grantToDefault } from "../grant-tools.ts";
import { toKnowledgeTool } from "../knowledge/to-knowledge-tool.ts";
import type { Manifest } from "../manifest/read-manifest.ts";
import { type ManifestDeps, toManifestTool } from "../manifest/to-manifest-tool.ts";
import { loadFiles, type ReadText } from "./load-files.ts";

/** An agent extended by files, and the faults of the files left out. */
export interface ExtendedAgent {
  readonly agent: Agent;
  readonly faults: readonly FileFault[];
}

/**
 * Adds the tools of `tools/`, the skills of `skills/` and the user's `toolFiles` to an agent. A skill grants the tools that
 * its file lists, from files or the agent's own; a tool of `tools/` that none lists is offered nowhere. The tools and texts
 * of `toolFiles` belong to the default skill as well; the tools ask before every call. A malformed file is a fault, never a
 * throw.
 */
export async function extendWithFiles(
  agent: Agent,
  readText: ReadText,
  deps: ManifestDeps,
  toolFiles: readonly ToolFile[] = [],
): Promise<ExtendedAgent> {
  const own = [...agent.tools, ...agent.automaticTools, ...agent.memoryTools];
  const loaded = await loadFiles(readText, new Set(own.map(({ spec }) => spec.name)), toolFiles);
  const faults = [...loaded.faults];
  const toTools = (manifest: Manifest, foreign: boolean): readonly Tool[] => {
    try {
      return [toManifestTool(manifest, deps, { foreign })];
    } catch (error) {
      faults.push({ file: manifest.file, line: 1, message: describeError(error) });
      return [];
    }
  };
  const appTools = loaded.manifests.flatMap((each) => toTools(each, false));
  const foreignTools = loaded.foreignManifests.flatMap((each) => toTools(each, true));
  const ownTools: readonly Tool[] = [...foreignTools, ...loaded.knowledge.map(toKnowledgeTool)];
  const tools = [...appTools, ...ownTools];
  const handles = new Map([...own, ...tools].map((tool) => [tool.spec.name, tool]));
  const taken = new Set(agent.skills.map(({ name }) => name));
  const foreign = new Set(loaded.foreignSkills);
  const skills = [...loaded.skills, ...loaded.foreignSkills].flatMap((skill) => {
    const { file, name, description, instructions, tools: names } = skill;
    if (taken.has(name)) {
      faults.push({ file, line: 1, message: `there is a built-in skill '${name}'` });
      return [];
    }
    const own = names.flatMap((each) => handles.get(each) ?? []);
    const author = foreign.has(skill) ? "files" : undefined;
    return defineSkill({ name, description, instructions, tools: own, ...defined({ author }) });
  });
  const all = [...grantToDefault(agent.skills, ownTools), ...skills];
  return { agent: defineAgent({ ...agent, tools: [...agent.tools, ...tools], skills: all }), faults };
}
