import { expect, test } from "vitest";
import { defineAgent } from "../agent/define/agent.ts";
import { defineSkill } from "../agent/define/skill.ts";
import { toyProgram } from "../agent/run/run-agent.fixture.ts";
import { allTools, toSkillInfos } from "./agent-facts.ts";

test("what a skill knows is listed with its tools, and can be run like one", () => {
  const rules = { name: "rules", description: "The rules of the house", load: () => "Be quiet." };
  const skill = defineSkill({ name: "house", description: "Answer about the house.", tools: [], knowledge: [rules] });
  const agent = defineAgent({ name: "a", prompt: "p", tools: [], skills: [skill] });
  expect(toSkillInfos(agent)[0]?.tools).toMatchObject([{ name: "rules", effect: "reads" }]);
  expect(allTools(agent).map(({ spec }) => spec.name)).toEqual(["rules"]);
});

test("a program is shown with the outline of its steps, to be drawn", () => {
  const program = toyProgram();
  const agent = defineAgent({
    name: "a",
    prompt: "p",
    skills: [defineSkill({ name: "s", description: "d", program })],
  });
  expect(toSkillInfos(agent)[0]?.flow).toBe(program.outline);
});
