import { describe, expect, it } from "vitest";
import { collectRun, createModel, ofType, toOutcomes } from "../agent/run/run-agent.fixture.ts";
import { createMapMemory } from "../tools/memory/map-memory.fixture.ts";
import { createAssistant } from "./assistant.ts";
import { addCodeSkill } from "./code-skill.ts";

describe("the skill for code", () => {
  it("runs a script on the conversation's files without asking, and keeps other tools out", async () => {
    const files = { list: async () => [{ name: "prices.csv", mediaType: "text/csv", text: "price\n3\n1\n" }] };
    const given: unknown[] = [];
    const agent = addCodeSkill(createAssistant(createMapMemory(), files), files, async () => async (_source, input) => {
      given.push(input.files);
      return { results: [{ type: "text", text: "4" }] };
    });
    const skill = agent.skills.find(({ name }) => name === "code");
    if (skill?.type !== "agentic") throw new Error("no skill for code");
    expect(skill.tools.map(({ spec }) => spec.name)).toEqual(["run_javascript", "describe_table"]);
    const call = { name: "run_javascript", arguments: { code: "return 4", files: ["prices.csv"] } };
    const other = { name: "calculate", arguments: { expression: "2 + 2" } };
    const toText = (each: object) => `<tool_call>\n${JSON.stringify(each)}\n</tool_call>`;
    const model = createModel([toText(call), toText(other), "It is 4."]);
    const events = await collectRun({ agent, model, request: { question: "Add the prices", skill } });
    expect(ofType(events, "approval-requested")).toEqual([]);
    expect(toOutcomes(events)).toMatchObject([
      { type: "success", untrusted: true, content: [{ type: "json", value: { results: [{ text: "4" }] } }] },
      { type: "not-allowed" },
    ]);
    expect(given).toEqual([[{ name: "prices.csv", text: "price\n3\n1\n" }]]);
  });
});
