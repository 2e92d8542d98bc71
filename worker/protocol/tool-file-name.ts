import type { ToolFile } from "./settings.ts";

/** Whether a file holds a skill rather than a tool. */
export function isSkillFileName(name: string): boolean {
  return /(?:^|\/)skill\.md$/i.test(name);
}

/** The kind of a user's file, by its name: flows stand on skills, and skills on tools and knowledge. */
export function toToolFileKind(name: string): "tool" | "knowledge" | "skill" | "flow" {
  if (isSkillFileName(name)) return "skill";
  if (/\.knowledge\.md$/i.test(name)) return "knowledge";
  return /\.flow\.toml$/i.test(name) ? "flow" : "tool";
}

/**
 * The name that a file is stored under. Every skill file is called `SKILL.md`, so its folder's name is put before it;
 * other folders are ignored.
 */
export function toToolFileName({ name, text }: ToolFile): string {
  if (!isSkillFileName(name)) return name.replace(/^.*\//, "");
  const skill = /^name:[ \t]*["']?([a-z0-9-]+)/m.exec(text)?.[1];
  return skill === undefined ? "SKILL.md" : `${skill}/SKILL.md`;
}
