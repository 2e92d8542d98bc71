import { expect, it } from "vitest";
import { defineAgent } from "../../agent/define/agent.ts";
import { defineSkill } from "../../agent/define/skill.ts";
import { SHOUT_MANIFEST } from "../manifest/manifests.fixture.ts";
import { stringLength } from "../text/string-length.ts";
import { runTool } from "../tool.contract.ts";
import { extendWithFiles } from "./extend-with-files.ts";

const files: Readonly<Record<string, string>> = {
  "tools/index.json": '["shout.clad.toml", "bad.clad.toml"]',
  "tools/shout.clad.toml": SHOUT_MANIFEST,
  "tools/bad.clad.toml": SHOUT_MANIFEST.replace("[javascript]", "[command]").replace("source", "template"),
  "skills/index.json": '["loud", "taken"]',
  "skills/taken/SKILL.md": "---\nname: taken\ndescription: d\n---\nDo.",
  "skills/loud/SKILL.md":
    "---\nname: loud\ndescription: Be loud.\ntools: [shout, string_length]\n---\nShout, then count.",
};

const agent = defineAgent({
  name: "test",
  prompt: "p",
  tools: [stringLength],
  skills: [defineSkill({ name: "taken", description: "d", tools: [stringLength] })],
});

it("makes a skill's tools the very handles that its agent owns", async () => {
  const extended = await extendWithFiles(agent, async (path) => files[path] ?? null, {
    runScript: async (_source, input) => ({ text: String(input.text).toUpperCase() }),
  });
  const shout = extended.agent.tools.find(({ spec }) => spec.name === "shout");
  const loud = extended.agent.skills.find(({ name }) => name === "loud");
  expect(loud).toMatchObject({ type: "agentic", instructions: "Shout, then count." });
  expect(loud?.type === "agentic" && loud.tools[0]).toBe(shout);
  expect(loud?.type === "agentic" && loud.tools[1]).toBe(stringLength);
  if (shout !== undefined) expect(await runTool(shout, { text: "hi" })).toEqual({ text: "HI" });
  expect(extended.faults.map(({ file, message }) => `${file}: ${message}`)).toEqual([
    expect.stringMatching(/^tools\/bad\.clad\.toml: .* cannot run in a browser/),
    "skills/taken/SKILL.md: there is a built-in skill 'taken'",
  ]);
});

it("changes nothing, and fails at nothing, where there are no files", async () => {
  const extended = await extendWithFiles(agent, async () => null, {});
  expect(extended.faults).toEqual([]);
  expect(extended.agent.tools).toEqual(agent.tools);
  expect(extended.agent.skills).toEqual(agent.skills);
});

it("gives the user's own tools to the default skill, and those of the app only to the skills that list them", async () => {
  const base = defineAgent({
    name: "test",
    prompt: "p",
    tools: [stringLength],
    skills: [defineSkill({ name: "assistant", description: "d", tools: [stringLength] })],
  });
  const own = { name: "yell.clad.toml", text: SHOUT_MANIFEST.replaceAll("shout", "yell") };
  const { agent: extended, faults } = await extendWithFiles(base, async (path) => files[path] ?? null, {}, [own]);
  expect(faults.filter(({ file }) => file === own.name)).toEqual([]);
  const [assistant] = extended.skills;
  expect(assistant?.type === "agentic" && assistant.tools.map(({ spec }) => spec.name)).toEqual([
    "string_length",
    "yell",
  ]);
});

it("gives the user's texts to the default skill, and to the skills of theirs that list them", async () => {
  const base = defineAgent({
    name: "test",
    prompt: "p",
    tools: [stringLength],
    skills: [defineSkill({ name: "assistant", description: "d", tools: [stringLength] })],
  });
  const house = { name: "house.knowledge.md", text: "---\nname: house_rules\ndescription: The rules\n---\nBe quiet." };
  const clash = { name: "clash.knowledge.md", text: house.text.replace("house_rules", "string_length") };
  const desk = {
    name: "desk/SKILL.md",
    text: "---\nname: desk\ndescription: Help.\ntools: [house_rules]\n---\nRead the rules first.",
  };
  const { agent: extended, faults } = await extendWithFiles(base, async () => null, {}, [house, clash, desk]);
  expect(faults).toEqual([{ file: "clash.knowledge.md", line: 1, message: "'string_length' is the name of a tool" }]);
  const granted = extended.skills.map((skill) =>
    skill.type === "agentic" ? [skill.name, ...skill.tools.map(({ spec }) => spec.name)] : [],
  );
  expect(granted).toEqual([
    ["assistant", "string_length", "house_rules"],
    ["desk", "house_rules"],
  ]);
});
