import { describe, expect, it } from "vitest";
import { formatFault } from "../../protocol/file-fault.ts";
import { readSkillFile } from "./read-skill-file.ts";

const faultsOf = (text: string, options?: Parameters<typeof readSkillFile>[2]): readonly string[] => {
  const reading = readSkillFile(text, "SKILL.md", options);
  return reading.ok ? [] : reading.faults.map(formatFault);
};

describe("a skill file", () => {
  it.each([
    ["in a flow list", "tools: [string_length, 'add']"],
    ["in a block list", "tools:\n  - string_length\n  - add # sums"],
    ["in a block list at the margin", "tools:\n- string_length\n- add"],
    ["separated by spaces", "allowed-tools: string_length add"],
  ])("is read with its tools %s", (_title, tools) => {
    const text = `---\nname: word-games\ndescription: "Plays: with words"\n${tools}\nlicense: MIT\n---\n\n# Rules\n\nCount first.\n`;
    expect(readSkillFile(text, "SKILL.md")).toEqual({
      ok: true,
      value: {
        file: "SKILL.md",
        name: "word-games",
        description: "Plays: with words",
        instructions: "# Rules\n\nCount first.",
        tools: ["string_length", "add"],
      },
    });
  });

  it("may fold its description over lines, have Windows line ends and no tools", () => {
    const text = "---\r\nname: a\r\ndescription: >\r\n  One\r\n  two.\r\n---\r\nDo it.\r\n";
    expect(readSkillFile(text, "SKILL.md")).toMatchObject({
      value: { description: "One two.", tools: [], instructions: "Do it." },
    });
  });
});

describe("every fault of a skill file is listed with its line", () => {
  it("in one go", () => {
    const text =
      "---\nname: Word Games\ncolour: red\nwhat is this\ntools:\n  - add\n  - add\n  - two words\n  - shell\n---\n";
    expect(faultsOf(text, { knownTools: new Set(["add"]) })).toEqual([
      "SKILL.md:1: description is missing",
      "SKILL.md:2: 'Word Games' is no skill name: small letters, digits and single hyphens",
      "SKILL.md:3: colour is not known",
      "SKILL.md:4: this is no `key: value`",
      "SKILL.md:7: the tool 'add' is listed twice",
      "SKILL.md:8: 'two words' is no tool name",
      "SKILL.md:9: there is no tool 'shell'",
      "SKILL.md:10: there are no instructions after the front matter",
    ]);
  });

  it.each([
    ["no front matter", "# Hello", "SKILL.md:1: the file must begin with front matter"],
    ["front matter without an end", "---\nname: a", "SKILL.md:1: the file must begin with front matter"],
    ["an empty file", "", "SKILL.md:1: the file must begin with front matter"],
    ["an empty name", "---\nname:\ndescription: d\n---\nx", "SKILL.md:2: name must be text"],
    ["a name given twice", "---\nname: a\nname: b\ndescription: d\n---\nx", "SKILL.md:3: name is given twice"],
    ["a huge file", `---\nname: a\ndescription: d\n---\n${"x".repeat(20_001)}`, "more than 20000 characters"],
    [
      "a long description",
      `---\nname: a\ndescription: ${"d".repeat(501)}\n---\nx`,
      "SKILL.md:3: description has more than 500",
    ],
  ])("%s", (_title, text, fault) => {
    expect(faultsOf(text)).toEqual([expect.stringContaining(fault)]);
  });

  it("when its folder has another name", () => {
    expect(faultsOf("---\nname: a\ndescription: d\n---\nx", { folder: "b" })).toEqual([
      "SKILL.md:2: the skill 'a' lies in the folder 'b'",
    ]);
  });

  it("and known names include none that JavaScript objects have anyway", () => {
    expect(faultsOf("---\nname: a\ndescription: d\ntools: [toString]\n---\nx", { knownTools: new Set() })).toHaveLength(
      1,
    );
  });
});
