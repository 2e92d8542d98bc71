import type { AgenticSkill } from "../agent/define/agentic-skill.ts";
import { defineSkill, type Skill } from "../agent/define/skill.ts";
import type { Tool } from "../agent/define/tool.ts";
import { DEFAULT_SETTINGS } from "../protocol/settings.ts";

/** The skills, of which those that the model drives may use the further tools that `toAdded` gives for them. */
export function grantTools(
  skills: readonly Skill[],
  toAdded: (skill: AgenticSkill) => readonly Tool[],
): readonly Skill[] {
  return skills.map((skill) => {
    if (skill.type !== "agentic") return skill;
    const known = new Set(skill.tools.map(({ spec }) => spec.name));
    const added = toAdded(skill).filter(({ spec }) => !known.has(spec.name));
    return added.length === 0 ? skill : defineSkill({ ...skill, tools: [...skill.tools, ...added] });
  });
}

/** The skills, of which the default one may use these tools, too: what the user has added and allowed works at once. */
export function grantToDefault(skills: readonly Skill[], tools: readonly Tool[]): readonly Skill[] {
  return grantTools(skills, ({ name }) => (name === DEFAULT_SETTINGS.skill ? tools : []));
}
