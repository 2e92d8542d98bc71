import { describe, expect, it } from "vitest";
import type { Tool } from "../define/tool.ts";
import { collectRun, createModel, toEnd, toyAgent, toyTool } from "./run-agent.fixture.ts";

describe("a question that a tool recognises", () => {
  const clock = (isBroken = false): Tool => ({
    ...toyTool("clock"),
    run: () => {
      if (isBroken) throw new Error("it stands still");
      return 12;
    },
    recognise: async (question) =>
      question === "Noon?" ? { arguments: {}, toAnswer: (result) => `It strikes ${result}.` } : null,
  });
  const ask = async (question: string, tool: Tool, shortList = true) => {
    const model = createModel(["The model's words."]);
    const agent = { ...toyAgent([tool]), findFact: async (asked: string) => (asked === "Who?" ? "The app." : null) };
    const events = await collectRun({
      agent,
      request: { question },
      model: { ...model, info: { ...model.info, shortList } },
    });
    return { text: toEnd(events).text, calls: events.filter(({ type }) => type === "call-start").length };
  };

  it("is answered with the result of its call, and no small model is asked", async () => {
    expect(await ask("Noon?", clock())).toEqual({ text: "It strikes 12.", calls: 1 });
  });

  it("is left to a larger model, as are questions that no tool recognises", async () => {
    expect(await ask("Noon?", clock(), false)).toEqual({ text: "The model's words.", calls: 0 });
    expect(await ask("Midnight?", clock())).toEqual({ text: "The model's words.", calls: 0 });
  });

  it("is left to the model when its call came to nothing", async () => {
    expect(await ask("Noon?", clock(true))).toEqual({ text: "The model's words.", calls: 1 });
  });

  it("is not needed where the app knows about itself", async () => {
    expect((await ask("Who?", clock())).text).toBe("The app.");
    expect((await ask("Who?", clock(), false)).text).toBe("The model's words.");
  });
});
