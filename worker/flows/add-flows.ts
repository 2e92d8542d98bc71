import { defineAgent } from "../agent/define/agent.ts";
import { describeError } from "../protocol/describe-error.ts";
import type { ToolFile } from "../protocol/settings.ts";
import type { ExtendedAgent } from "../tools/files/extend-with-files.ts";
import { listOwn, type ReadText, readAll, readListed, refuse } from "../tools/files/load-files.ts";
import { readFlowFile } from "./read-flow-file.ts";
import { toFlowSkill } from "./to-flow-skill.ts";

/**
 * Adds the flows that `flows/index.json` lists, then the user's, to an agent whose tools and skills their nodes use. A flow
 * grants the tools that its file lists, and no others. A malformed file is a fault, never a throw.
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
  const known = { tools: new Set(tools.keys()), skills: new Set(skills.keys()) };
  const taken = new Set(agent.skills.map(({ name }) => name));
  const faults = [...earlier];
  const listed = await readListed(readText, "flows/index.json", (name) => `flows/${name}`, faults);
  const own = listOwn(toolFiles, "flow");
  const files = readAll(
    [...listed, ...own],
    "flow",
    (text, each) => {
      const reading = readFlowFile(text, each.file, known);
      const isServer = own.includes(each) && reading.ok && reading.value.name.startsWith("mcp-");
      return isServer ? refuse(each.file, "a flow's name must not begin with mcp-, as those of servers do") : reading;
    },
    faults,
    (name) => (taken.has(name) ? `there is a skill '${name}'` : null),
  );
  const flows = [...files.values()].flatMap((flow) => {
    try {
      return toFlowSkill(flow, { tools, skills });
    } catch (error) {
      faults.push({ file: flow.file, line: 1, message: describeError(error) });
      return [];
    }
  });
  return { agent: defineAgent({ ...agent, skills: [...agent.skills, ...flows] }), faults };
}
