import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../protocol/json.ts";
import { toToolOutput } from "../define/tool.ts";
import type { RunRequest } from "../state/run-request.ts";
import { collectRun, createModel, ofType, toEnd, toyAgent, toyTool } from "./run-agent.fixture.ts";

const DESCRIBED = {
  file: "rents.csv",
  columns: [
    { name: "city", type: "text", examples: ["Graz", "Linz"] },
    { name: "rent", type: "number" },
  ],
};
const TABLE = { name: "rents.csv", mediaType: "text/csv", text: "city,rent\nGraz,700\nLinz,690" };

async function ask(question: string, result: JsonValue, own: Partial<RunRequest> = {}, shortList = true) {
  const scripted = createModel(["The model's words."]);
  const model = { ...scripted, info: { ...scripted.info, ...(shortList ? { shortList } : {}) } };
  const answer = (value: JsonValue) => () => toToolOutput([{ type: "json", value }], { untrusted: true });
  const agent = toyAgent([toyTool("describe_table", answer(DESCRIBED)), toyTool("query_table", answer(result))]);
  const request = { question, asked: question, files: [TABLE], ...own };
  const events = await collectRun({ agent, model, request });
  const calls = ofType(events, "call-start").map(({ call }) => [call.name, call.arguments]);
  return { text: toEnd(events).text, calls, prompts: scripted.prompts };
}

describe("a plain wish to an attached table, with a model too small to fill in a query,", () => {
  it("is computed by the app's tools, whose calls stand in the log, without the model", async () => {
    const { text, calls, prompts } = await ask("What is the average rent in Linz?", {
      file: "rents.csv",
      value: 690,
      cells: 1,
    });
    expect(text).toBe("average, rent, city = Linz: **690**");
    expect(calls).toEqual([
      ["describe_table", {}],
      ["query_table", { operation: "average", column: "rent", where: "city = Linz" }],
    ]);
    expect(prompts).toEqual([]);
  });

  it("tells rows in a line, in which no cell is formatting", async () => {
    const result = { columns: ["city", "rent"], rows: [["*Graz*|\n", 700]], total: 1 };
    const { text } = await ask("Which city has the highest rent?", result);
    expect(text).toBe("highest, rent: \\*Graz\\*\\| **700**");
    const rows = Array.from({ length: 9 }, (_, index) => [`town ${index}`, index]);
    const { text: many } = await ask("Average rent by city", { columns: ["city", "average of rent"], rows, total: 9 });
    expect(many).toMatch(/^average, rent: town 0 \*\*0\*\*; .*town 5 \*\*5\*\* …$/u);
  });

  it("may come after the question that the table went along with, if it names a column", async () => {
    const earlier = { files: [], earlierFiles: [TABLE] };
    const { text } = await ask("What is the average rent?", { value: 695, cells: 2 }, earlier);
    expect(text).toBe("average, rent: **695**");
    expect((await ask("What is the total length?", null, earlier)).calls).toEqual([]);
  });

  it("goes to the model where it is not plain, came to nothing, or the model is large enough", async () => {
    expect((await ask("What is the average of the ages?", null)).text).toBe("The model's words.");
    expect((await ask("What is the average rent over 300?", null)).text).toBe("The model's words.");
    const empty = await ask("What is the average rent in Linz?", { file: "rents.csv", value: null, cells: 0 });
    expect(empty.text).toBe("The model's words.");
    const large = await ask("What is the average rent?", { value: 1, cells: 1 }, {}, false);
    expect(large).toMatchObject({ text: "The model's words.", calls: [] });
    expect((await ask("Tell me a joke", null)).calls).toEqual([]);
    expect((await ask("What is the average rent?", null, { files: [] })).calls).toEqual([]);
  });
});
