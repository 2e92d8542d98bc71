import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillBlanks, toBlanks } from "../../state/composer/fill-blanks.ts";
import { readPromptFile, toPrompt } from "./read-prompt-file.ts";

describe("a prompt of a file", () => {
  it("has the name and description of its front matter, its blanks as fields, and is from outside", () => {
    const text =
      '---\r\nname: "Short letter"\r\ndescription: To a friend\r\n---\r\nDear {{who}}, {{ what you say }} {{who}}\r\n';
    expect(readPromptFile("letters/a.md", text)).toEqual([
      {
        name: "my:Short-letter",
        description: "To a friend",
        parameters: {
          type: "object",
          properties: { who: { type: "string" }, "what you say": { type: "string" } },
          required: ["who", "what you say"],
        },
        text: "Dear {{who}}, {{ what you say }} {{who}}",
        foreign: true,
      },
    ]);
  });

  it("without front matter is named by its file; one without a name or a text is left out", () => {
    expect(readPromptFile("x/Résumé.md", "Sum it up.")).toMatchObject([{ name: "my:Resume", text: "Sum it up." }]);
    expect(readPromptFile("x/???.md", "Sum it up.")).toEqual([]);
    expect(readPromptFile("x/empty.md", "---\nname: empty\n---\n")).toEqual([]);
    expect(readPromptFile("x/open.md", "---\nname: a\nno end")).toMatchObject([{ name: "my:open" }]);
    expect(readPromptFile("x/list.md", "---\nname: [a, b]\n---\nSum it up.")).toMatchObject([{ name: "my:list" }]);
  });

  it("is read as the front matter of skills is: folded lines, quotes, and words that are not known", () => {
    const text =
      "---\ndescription: >\n  Sums up\n  a text\nmodel: x\nno colon here\n# a remark\nname: 'It''s short'\n---\nSum it up.";
    expect(readPromptFile("a.md", text)).toMatchObject([{ name: "my:It-s-short", description: "Sums up a text" }]);
  });

  it("never throws, and always has a name that a slash can be followed by", () =>
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (path, text) => {
        for (const { name } of readPromptFile(path, text)) expect(name).toMatch(/^my:[A-Za-z0-9_.-]+$/);
      }),
    ));
});

describe("the blanks of a prompt", () => {
  it("are filled in as they were given, whatever that is; the others stay", () => {
    expect(fillBlanks("{{a}} {{b}} {{ a }}", { a: "$& {{b}}", b: "" })).toBe("$& {{b}} {{b}} $& {{b}}");
    expect(toBlanks("{{}} {{ }} {a} {{x y}}")).toEqual(["x y"]);
    expect(fillBlanks("{{constructor}}", {})).toBe("{{constructor}}");
    expect(toPrompt("a", "", "{{b}}")?.foreign).toBeUndefined();
  });
});
