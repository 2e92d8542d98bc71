import { expect, it } from "vitest";
import type { ToolSpec } from "../../protocol/tool.ts";
import { toFeatures } from "../../search/likeness.ts";
import { rankTools } from "./rank-tools.ts";

function describeTool(name: string, description: string): ToolSpec {
  return { name, description, effect: "reads", parameters: { type: "object", properties: {} } };
}

const FERRIES = describeTool("find_ferries", "Looks up when a ferry leaves");
const TIDES = describeTool("tell_tides", "Tells when the tide is high");
const NOTES = describeTool("write_note", "Writes a note");

it("what is remembered is what would be ranked anew, also of another list that begins alike", () => {
  for (const tools of [[FERRIES, TIDES], [FERRIES, NOTES], [FERRIES, TIDES, NOTES], [FERRIES], []])
    for (const question of ["When is the tide high?", "Write a note", "When is the tide high?", ""])
      expect(rankTools(question, tools)).toEqual(rankTools(question, structuredClone(tools)));
});

it("a question that comes again with the same list is not ranked again", () => {
  const first = rankTools("When is the tide high?", [TIDES, NOTES]);
  const ordinary = [toFeatures("the tide")];
  expect(rankTools("When is the tide high?", [TIDES, NOTES], ordinary)).not.toBe(first);
  expect(rankTools("When is the tide high?", [TIDES, NOTES])).toBe(first);
});
