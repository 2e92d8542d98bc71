import { describe, expect, it } from "vitest";
import { runTool } from "../tool.contract.ts";
import { readKnowledgeFile } from "./read-knowledge-file.ts";
import { toKnowledgeTool } from "./to-knowledge-tool.ts";

const FILE = `---
name: house_rules
description: The rules of the house
questions:
  - When must it be quiet, by day?
  - "May I bring a bicycle?"
---
Quiet hours are from 22 to 7.

No bicycles in the hall.
`;

describe("a knowledge file", () => {
  it("is a name, a purpose, questions and a text", () => {
    expect(readKnowledgeFile(FILE, "house.knowledge.md")).toEqual({
      ok: true,
      value: {
        file: "house.knowledge.md",
        name: "house_rules",
        description: "The rules of the house",
        questions: ["When must it be quiet, by day?", "May I bring a bicycle?"],
        text: "Quiet hours are from 22 to 7.\n\nNo bicycles in the hall.",
      },
    });
  });

  it.each([
    ["no front", "house.knowledge.md:1: the file must begin with front matter"],
    [FILE.replace("house_rules", "house.rules"), "house.knowledge.md:2: 'house.rules' is no name"],
    [FILE.replace("description", "about"), "house.knowledge.md:1: description is missing"],
    [FILE.replace("description", "about"), "house.knowledge.md:3: about is not known"],
    [FILE.replace(/---\nQuiet[\s\S]*/u, "---\n"), "house.knowledge.md:7: there is no text"],
    [FILE.replace(/questions:\n.*\n.*\n/u, "questions: When?\n"), "house.knowledge.md:4: questions must be a list"],
  ])("names every fault with its line (%#)", (text, fault) => {
    const read = readKnowledgeFile(text, "house.knowledge.md");
    const faults = read.ok ? [] : read.faults.map(({ file, line, message }) => `${file}:${line}: ${message}`);
    expect(faults).toContainEqual(expect.stringContaining(fault));
  });

  it("is a tool that gives its text when it is called, as words from outside", async () => {
    const read = readKnowledgeFile(FILE, "house.knowledge.md");
    if (!read.ok) throw new Error("unread");
    const tool = toKnowledgeTool(read.value);
    expect(JSON.stringify(tool.spec)).not.toContain("22 to 7");
    expect(tool.spec).toMatchObject({ name: "house_rules", effect: "reads" });
    expect(tool.spec.examples).toContainEqual({ question: "May I bring a bicycle?", arguments: {} });
    expect(await runTool(tool, {})).toMatchObject({
      content: [{ type: "text", text: expect.stringContaining("Quiet hours are from 22 to 7.") }],
      untrusted: true,
    });
  });
});
