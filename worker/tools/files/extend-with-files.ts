import { type Agent, defineAgent } from "../../agent/define/agent.ts";
import { grantToDefault } from "../../agent/define/grant-to-default.ts";
import { defineSkill, type FlowSkill, type Skill } from "../../agent/define/skill.ts";
import type { Tool } from "../../agent/define/tool.ts";
import { describeError } from "../../protocol/describe-error.ts";
import type { FileFault } from "../../protocol/file-fault.ts";
import type { ToolFile } from "../../protocol/settings.ts";
import { toFlowSkill } from "../flows/to-flow-skill.ts";
import { toKnowledgeTool } from "../knowledge/to-knowledge-tool.ts";
import { type ManifestDeps, toManifestTool } from "../manifest/to-manifest-tool.ts";
import { loadFiles, type ReadText } from "./load-files.ts";
import { loadFlows } from "./load-flows.ts";

/** An agent extended by files, and the faults of the files left out. */
export interface ExtendedAgent {
  readonly agent: Agent;
  readonly faults: readonly FileFault[];
}

/**
 * Adds the tools of `tools/`, the skills of `skills/`, the flows of `flows/` and the user's `toolFiles` to an agent. A skill
 * or a flow grants the tools that its file lists, from files or the agent's own; a tool of `tools/` that none lists is
 * offered nowhere. The tools and texts of `toolFiles` belong to the default skill as well; the tools ask before every call. A
 * malformed file is a fault, never a throw.
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
  const handles = new Map<string, Tool>(own.map((tool) => [tool.spec.name, tool]));
  const tools: Tool[] = [];
  const ownTools: Tool[] = [];
  for (const manifest of [...loaded.manifests, ...loaded.foreignManifests]) {
    try {
      const foreign = loaded.foreignManifests.includes(manifest);
      const tool = toManifestTool(manifest, deps, { foreign });
      handles.set(tool.spec.name, tool);
      tools.push(tool);
      if (foreign) ownTools.push(tool);
    } catch (error) {
      faults.push({ file: manifest.file, line: 1, message: describeError(error) });
    }
  }
  for (const file of loaded.knowledge) {
    const tool = toKnowledgeTool(file);
    handles.set(tool.spec.name, tool);
    tools.push(tool);
    ownTools.push(tool);
  }
  const taken = new Set(agent.skills.map(({ name }) => name));
  const skills = [...loaded.skills, ...loaded.foreignSkills].flatMap(
    ({ file, name, description, instructions, tools: names }) => {
      if (taken.has(name)) {
        faults.push({ file, line: 1, message: `there is a built-in skill '${name}'` });
        return [];
      }
      return defineSkill({ name, description, instructions, tools: names.flatMap((each) => handles.get(each) ?? []) });
    },
  );
  const all = [...grantToDefault(agent.skills, ownTools), ...skills];
  const made = await makeFlows(readText, toolFiles, { tools: handles, skills: all });
  return {
    agent: defineAgent({ ...agent, tools: [...agent.tools, ...tools], skills: [...all, ...made.flows] }),
    faults: [...faults, ...made.faults],
  };
}

/** Makes the flows of the files, whose nodes use these tools and skills. */
async function makeFlows(
  readText: ReadText,
  toolFiles: readonly ToolFile[],
  parts: { readonly tools: ReadonlyMap<string, Tool>; readonly skills: readonly Skill[] },
): Promise<{ readonly flows: readonly FlowSkill[]; readonly faults: readonly FileFault[] }> {
  const skills = new Map(parts.skills.flatMap((skill) => (skill.type === "agentic" ? [[skill.name, skill]] : [])));
  const loaded = await loadFlows(readText, toolFiles, {
    tools: new Set(parts.tools.keys()),
    skills: new Set(skills.keys()),
    taken: new Set(parts.skills.map(({ name }) => name)),
  });
  const faults = [...loaded.faults];
  const flows = loaded.flows.flatMap((file) => {
    try {
      return toFlowSkill(file, { tools: parts.tools, skills });
    } catch (error) {
      faults.push({ file: file.file, line: 1, message: describeError(error) });
      return [];
    }
  });
  return { flows, faults };
}
