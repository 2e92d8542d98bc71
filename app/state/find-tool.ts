import type { SkillInfo, ToolSpec } from "../../worker/protocol/tool.ts";

/** A tool by its name, from whichever skill has it. */
export function findTool(skills: readonly SkillInfo[], name: string): ToolSpec | undefined {
  return skills.flatMap(({ tools }) => tools).find((tool) => tool.name === name);
}

/** Every tool of every skill, each name once. */
export function toAllTools(skills: readonly SkillInfo[]): readonly ToolSpec[] {
  return [...new Map(skills.flatMap(({ tools }) => tools.map((tool) => [tool.name, tool]))).values()];
}
