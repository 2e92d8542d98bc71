import { describe, expect, it } from "vitest";
import { collectRun, createModel, ofType, toOutcomes } from "../agent/run/run-agent.fixture.ts";
import { createMapMemory } from "../tools/memory/map-memory.fixture.ts";
import { createAssistant } from "./assistant.ts";
import { addCodeSkill, type CodeRunners } from "./code-skill.ts";

const NONE: CodeRunners = {
  loadScripts: () => Promise.reject(new Error("no scripts")),
  loadSql: () => Promise.reject(new Error("no SQL")),
};

describe("the skill for code", () => {
  it("runs a script on the conversation's files without asking, and keeps other tools out", async () => {
    const files = { list: async () => [{ name: "prices.csv", mediaType: "text/csv", text: "price\n3\n1\n" }] };
    const given: unknown[] = [];
    const agent = addCodeSkill(createAssistant(createMapMemory(), files), files, {
      ...NONE,
      loadScripts: async () => async (_source, input) => {
        given.push(input.files);
        return { results: [{ type: "text", text: "4" }] };
      },
    });
    const skill = agent.skills.find(({ name }) => name === "code");
    if (skill?.type !== "agentic") throw new Error("no skill for code");
    expect(skill.tools.map(({ spec }) => spec.name)).toEqual(["run_javascript", "run_sql", "describe_table"]);
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

  it("gives tables a query too, which only a model with a full list is shown", async () => {
    const files = { list: async () => [{ name: "prices.csv", mediaType: "text/csv", text: "name,price\na,3\nb,1\n" }] };
    const agent = addCodeSkill(createAssistant(createMapMemory(), files), files, {
      ...NONE,
      loadSql: async () => async () => ({ ok: true, columns: ["total"], rows: [[4]], total: 1, isRounded: false }),
    });
    const skill = agent.skills.find(({ name }) => name === "tables");
    if (skill?.type !== "agentic") throw new Error("no skill for tables");
    const call =
      '<tool_call>\n{"name": "run_sql", "arguments": {"sql": "SELECT sum(price) FROM prices"}}\n</tool_call>';
    const model = createModel([call, "It is 4."]);
    const attached = [{ name: "prices.csv", mediaType: "text/csv", text: "" }];
    const request = { question: "Add the prices", skill, attachments: attached };
    const events = await collectRun({ agent, model, request });
    expect(ofType(events, "approval-requested")).toEqual([]);
    expect(toOutcomes(events)).toMatchObject([
      { type: "success", untrusted: true, content: [{ value: { files: ["prices.csv"], rows: [[4]], total: 1 } }] },
    ]);
  });
});
