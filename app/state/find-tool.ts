import type { SkillInfo, ToolSpec } from "../../worker/protocol/tool.ts";

/** A tool by its name, from whichever skill has it. */
export function findTool(skills: readonly SkillInfo[], name: string): ToolSpec | undefined {
  for (const skill of skills) {
    const tool = skill.tools.find((each) => each.name === name);
    if (tool !== undefined) return tool;
  }
  return undefined;
}
