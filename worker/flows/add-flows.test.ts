import { expect, it } from "vitest";
import { defineAgent } from "../agent/define/agent.ts";
import type { ToolFile } from "../protocol/settings.ts";
import { type ExtendedAgent, extendWithFiles } from "../tools/files/extend-with-files.ts";
import { SHOUT_MANIFEST } from "../tools/manifest/manifests.fixture.ts";
import { stringLength } from "../tools/text/string-length.ts";
import { addFlows } from "./add-flows.ts";

const files: Readonly<Record<string, string>> = {
  "tools/index.json": '["shout.clad.toml"]',
  "tools/shout.clad.toml": SHOUT_MANIFEST,
  "skills/index.json": '["loud"]',
  "skills/loud/SKILL.md":
    "---\nname: loud\ndescription: Be loud.\ntools: [shout, string_length]\n---\nShout, then count.",
};

const agent = defineAgent({ name: "test", prompt: "p", tools: [stringLength], skills: [] });

/** The agent with all that the files declare, as the app makes it. */
async function extend(shipped: typeof files, own: readonly ToolFile[]): Promise<ExtendedAgent> {
  const read = async (path: string): Promise<string | null> => shipped[path] ?? null;
  return addFlows(await extendWithFiles(agent, read, {}, own), read, own);
}

const LIGHT_FLOW = `[flow]
name = "lamp"
description = "Finds the lamp."
start = "find"
[node.find]
type = "tool-call"
tools = ["shout", "string_length"]
tool_called = "work"
no_tool_called = "end"
[node.work]
type = "skill"
skill = "loud"
next = "end"
`;

it("makes a flow of the tools and skills there are, and grants it no others", async () => {
  const shipped: Readonly<Record<string, string>> = {
    ...files,
    "flows/index.json": '["lamp.flow.toml"]',
    "flows/lamp.flow.toml": LIGHT_FLOW,
  };
  const own = { name: "own.flow.toml", text: LIGHT_FLOW.replace('"lamp"', '"own"') };
  const { agent: extended, faults } = await extend(shipped, [own]);
  expect(faults.filter(({ file }) => file.endsWith(".flow.toml"))).toEqual([]);
  const flows = extended.skills.flatMap((skill) => (skill.type === "program" ? [skill] : []));
  expect(flows.map(({ name }) => name)).toEqual(["lamp", "own"]);
  const loud = extended.skills.find(({ name }) => name === "loud");
  expect(flows[0]?.program.skills[0]).toBe(loud);
  expect(flows[0]?.tools.map(({ spec }) => spec.name).sort()).toEqual(["shout", "string_length"]);
});

it("leaves out a flow that names what is not there, that takes a name, or that no file of the app is", async () => {
  const flow = (name: string, text: string) => ({
    name: `${name}.flow.toml`,
    text: text.replace('"lamp"', `"${name}"`),
  });
  const own = [
    flow("loud", LIGHT_FLOW),
    flow("mcp-x", LIGHT_FLOW),
    flow("hidden", LIGHT_FLOW.replace("string_length", "memory_read")),
    flow("nested", LIGHT_FLOW.replace('skill = "loud"', 'skill = "twice"')),
    flow("twice", LIGHT_FLOW),
    { name: "again.flow.toml", text: LIGHT_FLOW.replace('"lamp"', '"twice"') },
  ];
  const { agent: extended, faults } = await extend(files, own);
  expect(extended.skills.flatMap(({ type, name }) => (type === "program" ? [name] : []))).toEqual(["twice"]);
  expect(
    faults.flatMap(({ file, line, message }) => (file.includes("flow") ? [`${file}:${line}: ${message}`] : [])),
  ).toEqual([
    "loud.flow.toml:1: there is a skill 'loud'",
    "mcp-x.flow.toml:1: a flow's name must not begin with mcp-, as those of servers do",
    "hidden.flow.toml:7: there is no tool 'memory_read'",
    "nested.flow.toml:12: there is no skill 'twice' that could be a step: a flow cannot stand in a flow",
    "again.flow.toml:1: there is another flow 'twice'",
  ]);
});
