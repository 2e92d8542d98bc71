import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../dev/scripts/build-app.ts";
import { SHOUT_MANIFEST } from "../../worker/tools/manifest/manifests.fixture.ts";
import { checkFiles } from "./check-files.ts";

it("says what a right file declares", () => {
  expect(checkFiles([{ path: "shout.clad.toml", text: SHOUT_MANIFEST }])).toEqual({
    ok: true,
    lines: ["shout.clad.toml: ok: tool 'shout', reads"],
  });
});

it("names the line and the reason of every fault", () => {
  const broken = SHOUT_MANIFEST.replace('type = "string"', 'type = "strin"').replace("[output.schema]\n", "");
  const { ok, lines } = checkFiles([{ path: "a/shout.clad.toml", text: broken }]);
  expect(ok).toBe(false);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines[0]).toMatch(/^a\/shout\.clad\.toml:6: /);
});

it("reads a type of the project's toolclad.toml, and knows none without it", () => {
  const types = { path: "toolclad.toml", text: '[types.word]\nbase = "string"\npattern = "^[a-z]+$"\n' };
  const tool = { path: "shout.clad.toml", text: SHOUT_MANIFEST.replace('"string"', '"word"') };
  expect(checkFiles([tool]).ok).toBe(false);
  expect(checkFiles([types, tool]).lines).toContain("toolclad.toml: ok: 1 types");
});

it("checks a skill's front matter and the name of its folder", () => {
  const text = "---\nname: count\ndescription: Counts words.\ntools: [word_stats]\n---\nCount the words.\n";
  expect(checkFiles([{ path: "count/SKILL.md", folder: "count", text }]).ok).toBe(true);
  const { lines } = checkFiles([{ path: "other/SKILL.md", folder: "other", text }]);
  expect(lines[0]).toMatch(/^other\/SKILL\.md:2: /);
});

it("finds the app's own tools and skills in order", () => {
  const read = (folder: string, name: string) => ({
    path: name,
    text: readFileSync(join(ROOT, "public/tools", folder, name), "utf8"),
  });
  const names = readdirSync(join(ROOT, "public/tools")).filter((name) => name.endsWith(".toml"));
  expect(names.length).toBeGreaterThan(2);
  expect(checkFiles(names.map((name) => read(".", name))).lines.filter((line) => !line.includes(": ok: "))).toEqual([]);
});

it("checks a flow with its graph, and finds the app's own in order", () => {
  const flows = readdirSync(join(ROOT, "public/flows")).filter((name) => name.endsWith(".toml"));
  const texts = flows.map((path) => ({ path, text: readFileSync(join(ROOT, "public/flows", path), "utf8") }));
  expect(checkFiles(texts).lines).toEqual([
    "helpdesk.flow.toml: ok: flow 'helpdesk', nodes: gate, topic, hours, returns, amounts, greet, refuse, unsure, end",
    "lights.flow.toml: ok: flow 'lights', nodes: detect, end",
  ]);
  const broken = texts.map(({ path, text }) => ({
    path,
    text: text.replace('tool_called = "end"', 'tool_called = "ent"'),
  }));
  expect(checkFiles(broken).lines).toContain("lights.flow.toml:16: there is no node 'ent': detect, end");
});

it("refuses what is no such file", () => {
  expect(checkFiles([{ path: "notes.txt", text: "" }]).lines[0]).toContain(
    "no .clad.toml, no SKILL.md, no .knowledge.md and no .flow.toml",
  );
});

it("checks a text to look up", () => {
  const text = "---\nname: house_rules\ndescription: The rules\n---\nBe quiet.";
  expect(checkFiles([{ path: "house.knowledge.md", text }]).lines).toEqual([
    "house.knowledge.md: ok: knowledge 'house_rules', 9 characters",
  ]);
  expect(checkFiles([{ path: "house.knowledge.md", text: text.replace("name:", "nam:") }]).lines).toEqual([
    "house.knowledge.md:1: name is missing",
    "house.knowledge.md:2: nam is not known",
  ]);
});
