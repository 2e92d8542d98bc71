import { describe, expect, it } from "vitest";
import type { ToolSpec } from "../../protocol/tool.ts";
import { parseOutput } from "../corpus/parse-output.fixture.ts";
import { llama3 } from "./llama3.ts";

const tools: readonly ToolSpec[] = [
  { name: "python", description: "Runs a program.", parameters: { type: "object", properties: {} } },
];

describe("a tool that takes a program", () => {
  it.each([
    ["<|python_tag|>print(1)\nprint(2)<|eom_id|>", "print(1)\nprint(2)"],
    [">>>python\nprint(1)<|eot_id|>", "print(1)"],
    ["python\nprint(1)\n", "print(1)"],
    ['python\n{"code": "print(1)"}', "print(1)"],
  ])("is called as Llama 3 and Functionary do: %s", (output, code) => {
    const { calls, text } = parseOutput(llama3, [...output], { tools });
    expect(calls).toEqual([{ name: "python", arguments: { code } }]);
    expect(text).toBe("");
  });

  it("is not called by its name alone, or on a later line", () => {
    for (const output of ["python\n", "I like\npython\na lot"]) {
      expect(parseOutput(llama3, [...output], { tools })).toMatchObject({ calls: [], text: output.trim() });
    }
  });
});
