import type { SkillInfo, ToolSpec } from "../../worker/protocol/tool.ts";
import type { View } from "./view.ts";

/** A tool by its name, from whichever skill has it. */
export function findTool(skills: readonly SkillInfo[], name: string): ToolSpec | undefined {
  return skills.flatMap(({ tools }) => tools).find((tool) => tool.name === name);
}

/** Every tool of every skill, each name once. */
export function toAllTools(skills: readonly SkillInfo[]): readonly ToolSpec[] {
  return [...new Map(skills.flatMap(({ tools }) => tools.map((tool) => [tool.name, tool]))).values()];
}

/** Every name that may follow a slash: tools, and the prompts of servers. */
export function toCommands({ skills, servers }: Pick<View, "skills" | "servers">): readonly ToolSpec[] {
  return [...toAllTools(skills), ...servers.flatMap(({ prompts }) => prompts)];
}
