import { describe, expect, it } from "vitest";
import { toToolOutput } from "../define/tool.ts";
import { collectRun, createModel, ofType, toEnd, toOutcomes, toyAgent, toyTool } from "./run-agent.fixture.ts";

const TEXT = "Quiet hours are from 22:00 to 6:30. Bicycles belong in the cellar.";
const rules = {
  ...toyTool("rules", () => toToolOutput([{ type: "text", text: TEXT }], { untrusted: true })),
  about: TEXT,
};
const agent = toyAgent([toyTool("weather"), rules]);

async function ask(question: string, policy: "staged" | "native" = "staged", replies = [" In the cellar."]) {
  const model = createModel(replies);
  const events = await collectRun({ agent, model, request: { question, policy } });
  return { events, model, calls: ofType(events, "call-start").map(({ call }) => call.name) };
}

describe("a text that a question is about", () => {
  it("is called for before a small model is asked, which then answers in words", async () => {
    const { events, model, calls } = await ask("Where do bicycles belong?");
    expect(calls).toEqual(["rules"]);
    expect(toOutcomes(events)).toMatchObject([{ type: "success", untrusted: true }]);
    expect(model.prompts).toHaveLength(1);
    expect(model.prompts[0]).toContain(TEXT);
    expect(model.prompts[0]).toMatch(/answer:$/u);
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "In the cellar." });
    expect((await ask("May I leave my bicycles in the cellar, please?")).calls).toEqual(["rules"]);
  });

  it("is left to the model where the question has more words than the text knows", async () => {
    const { calls } = await ask("Where do bicycles win the race across France?", "staged", ["answer: In July."]);
    expect(calls).toEqual([]);
  });

  it("is left to a large model", async () => {
    const { calls } = await ask("Where do bicycles belong?", "native");
    expect(calls).toEqual([]);
  });

  it("is not called for again while it stands in the conversation", async () => {
    const model = createModel([" In the cellar."]);
    const results = [{ callId: "1", name: "rules", text: TEXT }];
    const history = [
      { role: "user", text: "When is it quiet?" },
      { role: "assistant", raw: "rules {}", text: "", calls: [] },
      { role: "tool", results },
    ] as const;
    const request = { question: "Where do bicycles belong?", policy: "staged", history } as const;
    expect(toOutcomes(await collectRun({ agent, model, request }))).toEqual([]);
  });
});
