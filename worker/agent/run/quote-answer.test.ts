import { describe, expect, it } from "vitest";
import type { RunRequest } from "../state/run-request.ts";
import { collectRun, createModel, ofType, toEnd, toyAgent, toyTool } from "./run-agent.fixture.ts";

const LEASE = {
  name: "lease [new].txt",
  mediaType: "text/plain",
  text: "Landlord: *Maria* Keller\nMonthly rent: 840 euros",
};
const TABLE = { name: "a.csv", mediaType: "text/csv", text: "a,b\n1,2" };

async function ask(question: string, own: Partial<RunRequest>, shortList = true) {
  const scripted = createModel(["The model's words."]);
  const model = { ...scripted, info: { ...scripted.info, ...(shortList ? { shortList } : {}) } };
  const agent = toyAgent([toyTool("add")]);
  const events = await collectRun({ agent, model, request: { question, asked: question, ...own } });
  return { events, text: toEnd(events).text, prompts: scripted.prompts };
}

describe("a question about files, to a model that is too small to read them,", () => {
  it("is answered with the lines that answer, word for word, and no word of the model", async () => {
    const { text, prompts, events } = await ask("How high is the rent?", { files: [LEASE] });
    expect(text).toBe("> Monthly rent: 840 euros\n\n— lease \\[new\\].txt");
    expect(prompts).toEqual([]);
    expect(ofType(events, "notice")).toEqual([]);
    expect((await ask("Who is the landlord?", { files: [LEASE] })).text).toContain("> Landlord: \\*Maria\\* Keller");
  });

  it("says so where no line has its words, and where it asks for the whole", async () => {
    const nearest = await ask("Who painted the Mona Lisa?", { files: [LEASE] });
    expect(ofType(nearest.events, "notice").map(({ kind }) => kind)).toEqual(["nearest-lines"]);
    const whole = await ask("Summarise this file", { files: [LEASE] });
    expect(ofType(whole.events, "notice").map(({ kind }) => kind)).toEqual(["first-lines"]);
  });

  it("is answered from earlier files too, if they plainly say it", async () => {
    expect((await ask("Who is the landlord?", { earlierFiles: [LEASE] })).text).toContain("Keller");
    expect((await ask("Summarise the file", { earlierFiles: [LEASE] })).text).toContain("Keller");
    for (const other of [
      "Thank you!",
      "Who painted the Mona Lisa?",
      "What is 15 % of 840 euros?",
      "Remind me of the monthly rent",
    ]) {
      expect((await ask(other, { earlierFiles: [LEASE] })).text, other).toBe("The model's words.");
    }
  });

  it("goes to the model where it is large enough, where files are tables, and where something else is wished", async () => {
    expect((await ask("How high is the rent?", { files: [LEASE] }, false)).text).toBe("The model's words.");
    expect((await ask("What is the sum of a?", { files: [TABLE] })).text).toBe("The model's words.");
    expect((await ask("What is 3 + 5?", { files: [LEASE] })).text).toBe("The model's words.");
    expect((await ask("How high is the rent?", { files: [LEASE], forceCall: true })).text).not.toContain("840");
  });
});
