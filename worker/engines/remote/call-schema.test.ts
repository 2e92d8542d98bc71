import { describe, expect, test } from "vitest";
import { collectEvents } from "../../formats/corpus/parse-output.fixture.ts";
import { FORMATS } from "../../formats/dialects/resolve-format.ts";
import type { FormatId } from "../../protocol/model.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { toCallSchema } from "./call-schema.ts";

const TOOLS: readonly ToolSpec[] = ["calculate", "remember"].map((name) => ({
  name,
  description: name,
  effect: "reads",
  parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
}));

describe("a forced constraint as a schema", () => {
  test.each(["chatml", "llama3", "generic"] as const)("%s: the parser reads what the schema allows", (id: FormatId) => {
    const format = FORMATS[id];
    const constraint = format.toConstraint(TOOLS, "forced");
    const call = constraint === null ? null : toCallSchema(constraint);
    if (call === null) throw new Error("there is no schema");
    const [first] = call.schema.anyOf as readonly { readonly required: readonly [string, string] }[];
    const [nameKey, inputKey] = first?.required ?? ["", ""];
    const text = call.before + JSON.stringify({ [nameKey]: "remember", [inputKey]: { text: "x" } }) + call.after;
    const parser = format.createParser({ tools: TOOLS });
    const { calls } = collectEvents([...parser.push(text), ...parser.end()]);
    expect(calls).toEqual([{ name: "remember", arguments: { text: "x" } }]);
  });

  test("free constraints and dialects whose calls are no JSON have none", () => {
    const free = FORMATS.chatml.toConstraint(TOOLS, "free");
    const xml = FORMATS["qwen3-coder"].toConstraint(TOOLS, "forced");
    expect(free === null ? null : toCallSchema(free)).toBeNull();
    expect(xml === null ? null : toCallSchema(xml)).toBeNull();
    expect(toCallSchema({ mode: "forced", gbnf: { grammar: "", triggers: [] }, structuralTag: {} })).toBeNull();
  });
});
