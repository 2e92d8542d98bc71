import type { SkillInfo, ToolSpec } from "../../worker/protocol/tool.ts";
import type { Composers, DraftKey } from "./composer/composer-state.ts";
import { toChatProject } from "./to-chat-project.ts";
import type { View } from "./view.ts";

/** A tool by its name, from whichever skill has it. */
export function findTool(skills: readonly SkillInfo[], name: string): ToolSpec | undefined {
  return skills.flatMap(({ tools }) => tools).find((tool) => tool.name === name);
}

/** Every tool of every skill, each name once. */
export function toAllTools(skills: readonly SkillInfo[]): readonly ToolSpec[] {
  return [...new Map(skills.flatMap(({ tools }) => tools.map((tool) => [tool.name, tool]))).values()];
}

/** Every name that may follow a slash in a chat: tools, the user's prompts that are seen there, and those of servers. */
export function toCommands(
  { skills, servers, settings }: Pick<View, "skills" | "servers" | "settings">,
  scope: string | undefined,
): readonly ToolSpec[] {
  const prompts = settings.prompts.filter(({ project }) => project === undefined || project === scope);
  return [...toAllTools(skills), ...prompts, ...servers.flatMap((server) => server.prompts)];
}

/** Every name that may follow a slash in this chat. */
export function toChatCommands(state: View & { readonly composers: Composers }, key: DraftKey): readonly ToolSpec[] {
  return toCommands(state, toChatProject(state, key));
}
