import { describe, expect, it } from "vitest";
import type { ThreadMessage } from "../../formats/format.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { chooseTools, fitTools, MANY_TOOLS } from "./choose-tools.ts";

function tool(name: string, more: Partial<ToolSpec> = {}): ToolSpec {
  return { name, description: `The tool ${name}.`, parameters: { type: "object", properties: {} }, ...more };
}

const MANY: readonly ToolSpec[] = [
  ...Array.from({ length: 7 }, (_, index) => tool(`plain_${index}`)),
  tool("ferry", { description: "Tells when the ferry leaves the harbour." }),
  tool("table", { description: "Averages of a column.", forFiles: ["csv"] }),
  tool("first", { when: "sums" }),
  tool("oven", { description: "Heats the oven for baking bread." }),
];

const ask = (...texts: string[]): ThreadMessage[] => texts.map((text) => ({ role: "user", text }));
const toNames = (tools: readonly ToolSpec[]): string[] => tools.map(({ name }) => name);

describe("the tools that a model is shown", () => {
  it("are all of a short list", () => {
    expect(chooseTools(ask("Hello"), MANY.slice(0, 8)).listed).toEqual(MANY.slice(0, 8));
  });

  it("are eight of a longer one, in its own order, those that say when to use them before the others", () => {
    const { listed } = chooseTools(ask("Hello"), MANY);
    expect(toNames(listed)).toEqual([...toNames(MANY.slice(0, 7)), "first"]);
  });

  it("include one for a kind of files beside such a file, and only there", () => {
    const beside: ThreadMessage = { role: "user", text: "What is the average?", files: ["Rents.CSV"] };
    expect(toNames(chooseTools([beside], MANY).listed)).toContain("table");
    const { listed, found } = chooseTools(ask("What are the averages of the column?"), MANY);
    expect(toNames([...listed, ...[...found.values()].flat()])).not.toContain("table");
  });

  it("are joined by those found for a question, and the list stays as it is while the conversation grows", () => {
    const one = chooseTools(ask("When does the ferry leave the harbour?"), MANY);
    expect(toNames(one.found.get(0) ?? [])).toEqual(["ferry"]);
    const two = chooseTools(ask("When does the ferry leave the harbour?", "Heat the oven for bread"), MANY);
    expect(two.listed).toEqual(one.listed);
    expect(two.found.get(0)).toEqual(one.found.get(0));
    expect(toNames(two.found.get(1) ?? [])).toEqual(["oven"]);
  });

  describe("where there are many, and meaning tells which", () => {
    const many = [
      ...Array.from({ length: MANY_TOOLS }, (_, index) => tool(`tool_${index}`)),
      tool("sums", { when: "sums" }),
    ];
    const near = (...ids: readonly string[]) => ids.map((id, index) => ({ id, score: 1 - index / 100 }));
    const question = "Wird es morgen kalt?";

    it("are those that say when to use them, and the nearest by meaning and words in the places of the others", () => {
      const nearest = Array.from({ length: 12 }, (_, index) => `tool_${47 - index}`);
      const { listed, found } = chooseTools(ask(question), many, {
        nearTools: new Map([[question, near(...nearest)]]),
      });
      expect(toNames(listed)).toEqual(["sums"]);
      expect(toNames(found.get(0) ?? [])).toEqual(nearest.slice(0, 7));
    });

    it("include one that the question's own words name, whatever meaning says", () => {
      const asked = "ferry harbour";
      const ferry = tool("ferry", { description: "Tells when the ferry leaves the harbour." });
      const nearTools = new Map([[asked, near("tool_1", "tool_2", "tool_3")]]);
      expect(toNames(chooseTools(ask(asked), [...many, ferry], { nearTools }).found.get(0) ?? [])).toContain("ferry");
    });

    it("are found by words alone for a question of which meaning tells nothing", () => {
      const { found } = chooseTools(ask(question), many, { nearTools: new Map() });
      expect(found.size).toBe(0);
    });
  });

  it("are cut to those that fit into half of a small context", () => {
    const long = MANY.map((each) => ({ ...each, description: "word ".repeat(100) }));
    expect(fitTools(long, 1024).length).toBeLessThan(long.length);
    expect(fitTools(long, 32_768)).toEqual(long);
  });
});
