import { defineAgent } from "../agent/define/agent.ts";
import { describeError } from "../protocol/describe-error.ts";
import type { ToolFile } from "../protocol/settings.ts";
import type { ExtendedAgent } from "../tools/files/extend-with-files.ts";
import type { ReadText } from "../tools/files/load-files.ts";
import { loadFlows } from "./load-flows.ts";
import { toFlowSkill } from "./to-flow-skill.ts";

/**
 * Adds the flows of `flows/` and of the user's files to an agent whose tools and skills their nodes use. A flow grants the
 * tools that its file lists, and no others. A malformed file is a fault, never a throw.
 */
export async function addFlows(
  { agent, faults: earlier }: ExtendedAgent,
  readText: ReadText,
  toolFiles: readonly ToolFile[],
): Promise<ExtendedAgent> {
  const tools = new Map(
    [...agent.tools, ...agent.automaticTools, ...agent.memoryTools].map((tool) => [tool.spec.name, tool]),
  );
  const skills = new Map(agent.skills.flatMap((skill) => (skill.type === "agentic" ? [[skill.name, skill]] : [])));
  const loaded = await loadFlows(readText, toolFiles, {
    tools: new Set(tools.keys()),
    skills: new Set(skills.keys()),
    taken: new Set(agent.skills.map(({ name }) => name)),
  });
  const faults = [...earlier, ...loaded.faults];
  const flows = loaded.flows.flatMap((file) => {
    try {
      return toFlowSkill(file, { tools, skills });
    } catch (error) {
      faults.push({ file: file.file, line: 1, message: describeError(error) });
      return [];
    }
  });
  return { agent: defineAgent({ ...agent, skills: [...agent.skills, ...flows] }), faults };
}
