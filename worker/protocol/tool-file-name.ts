import type { ToolFile } from "./settings.ts";

/** Whether a file holds a skill rather than a tool. */
export function isSkillFileName(name: string): boolean {
  return /(?:^|\/)skill\.md$/i.test(name);
}

/**
 * The name that a file is kept under: every skill's file is called `SKILL.md`, so that one gets the skill's own name
 * before it. Folders above are of no account.
 */
export function toToolFileName({ name, text }: ToolFile): string {
  if (!isSkillFileName(name)) return name.replace(/^.*\//, "");
  const skill = /^name:[ \t]*["']?([a-z0-9-]+)/m.exec(text)?.[1];
  return skill === undefined ? "SKILL.md" : `${skill}/SKILL.md`;
}
