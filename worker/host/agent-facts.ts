import { toAllowlist, toKnowledgeTool } from "../agent/calls/allowlist.ts";
import type { Agent } from "../agent/define/agent.ts";
import type { Skill } from "../agent/define/skill.ts";
import type { Tool } from "../agent/define/tool.ts";
import { assertNever } from "../protocol/assert-never.ts";
import type { SkillInfo } from "../protocol/tool.ts";

/** The agent's skill of this name, or its first one. */
export function findSkill(agent: Agent, name: string): Skill {
  const skill = agent.skills.find((each) => each.name === name) ?? agent.skills[0];
  if (skill === undefined) throw new Error(`Agent '${agent.name}' has no skill.`);
  return skill;
}

/** All tools of the agent, of every skill, and what its skills know. */
export function allTools(agent: Agent): readonly Tool[] {
  const entries = agent.skills.flatMap((skill) => (skill.type === "agentic" ? skill.knowledge : []));
  const known = entries.map((entry) => toKnowledgeTool(entry, agent.hooks));
  return [...agent.tools, ...agent.automaticTools, ...agent.memoryTools, ...known];
}

/** The agent without the tools of these names, in any of its skills. */
export function withoutTools(agent: Agent, names: readonly string[] = []): Agent {
  const keep = (tools: readonly Tool[]) => tools.filter(({ spec }) => !names.includes(spec.name));
  return {
    ...agent,
    automaticTools: keep(agent.automaticTools),
    memoryTools: keep(agent.memoryTools),
    skills: agent.skills.map((skill) => ("tools" in skill ? { ...skill, tools: keep(skill.tools) } : skill)),
  };
}

/** The tools that a run of this skill may use. */
export function toSkillTools(agent: Agent, skill: Skill): readonly Tool[] {
  switch (skill.type) {
    case "agentic":
      return [...toAllowlist(agent, skill, { memory: true }).values()];
    case "deterministic":
      return [];
    case "program":
      return skill.tools;
    default:
      return assertNever(skill);
  }
}

/** The skills as the page shows them. */
export function toSkillInfos(agent: Agent): readonly SkillInfo[] {
  return agent.skills.map((skill) => ({
    name: skill.name,
    description: skill.description,
    tools: toSkillTools(agent, skill).map((tool) => tool.spec),
    ...(skill.type === "program" ? { flow: skill.program.outline } : {}),
  }));
}
