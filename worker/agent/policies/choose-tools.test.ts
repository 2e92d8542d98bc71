import { describe, expect, it } from "vitest";
import type { ThreadMessage } from "../../formats/format.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { chooseTools, fitTools } from "./choose-tools.ts";

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

  it("are cut to those that fit into half of a small context", () => {
    const long = MANY.map((each) => ({ ...each, description: "word ".repeat(100) }));
    expect(fitTools(long, 1024).length).toBeLessThan(long.length);
    expect(fitTools(long, 32_768)).toEqual(long);
  });
});
