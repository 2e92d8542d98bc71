import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLlamaModel } from "../../e2e/harness/llama-model.ts";
import { STARTER_FILE } from "../../worker/engines/catalog/starter-model.ts";
import { isJsonArray, type JsonObject } from "../../worker/protocol/json.ts";
import { ROOT } from "./build-app.ts";

const MODEL_PATH = join(ROOT, `.${STARTER_FILE.path}`);
const hasModel = existsSync(MODEL_PATH) && typeof (await openLlamaModel(MODEL_PATH, 64)) !== "string";

const tool = (name: string, description: string, properties: JsonObject): JsonObject => ({
  type: "function",
  function: { name, description, parameters: { type: "object", properties, required: Object.keys(properties) } },
});
const WEATHER = tool("get_weather", "The weather in a city", { city: { type: "string" } });
const BOOKING = tool("book_table", "Reserves a table", {
  guests: { type: "array", items: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } },
  place: { type: "string", enum: ["inside", "terrace"] },
});
const ask = (content: string): JsonObject => ({ role: "user", content });

function callTools(way: string, lines: readonly (JsonObject | string)[]) {
  const input = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  const tsx = join(ROOT, "node_modules/.bin/tsx");
  const { stdout, stderr, status } = spawnSync(tsx, ["dev/scripts/call-tools.ts", `--model=${way}`], {
    cwd: ROOT,
    input: `${input}\n`,
    encoding: "utf8",
  });
  const answers = stdout.split("\n").filter((line) => line !== "");
  return { answers: answers.map((line): JsonObject => JSON.parse(line)), stderr, status };
}

test.runIf(hasModel)("each line is answered by one, and a line that cannot be read by its reason", () => {
  const read = { role: "tool", tool_call_id: "c1", content: "17 degrees" };
  const asked = {
    role: "assistant",
    content: null,
    tool_calls: [{ id: "c1", type: "function", function: { name: "get_weather", arguments: '{"city":"Paris"}' } }],
  };
  const { answers, status } = callTools("tuned", [
    { id: 1, messages: [ask("Book a table on the terrace for Ann.")], tools: [WEATHER, BOOKING] },
    "{not json",
    { id: "b", messages: [], tools: [] },
    { id: 3, messages: [asked], tools: [WEATHER] },
    { id: 4, messages: [ask("Weather in Paris?")], tools: ["none"] },
    { id: 5, messages: [ask("How warm is it in Paris?"), asked, read], tools: [WEATHER] },
  ]);
  expect(status).toBe(0);
  expect(answers).toMatchObject([
    { id: 1, text: expect.any(String), seconds: expect.any(Number) },
    { id: null, error: expect.stringContaining("JSON") },
    { id: "b", error: "'messages' is not a list of messages" },
    { id: 3, error: "the last message is neither a question nor a tool's result" },
    { id: 4, error: "'tools' holds something that is no tool" },
    { id: 5, calls: [], text: expect.stringContaining("17 degrees") },
  ]);
  expect(isJsonArray(answers[0]?.calls)).toBe(true);
});

test.runIf(hasModel)("asked plainly, it is shown every tool and reads as the app does", () => {
  const { answers, status } = callTools("base", [{ id: 1, messages: [ask("Say hello.")], tools: [WEATHER, BOOKING] }]);
  expect(status).toBe(0);
  expect(answers).toMatchObject([{ id: 1, calls: expect.any(Array), text: expect.any(String) }]);
});

test("a way that is not there is refused in a sentence", () => {
  const { answers, stderr, status } = callTools("clever", []);
  expect({ answers, status }).toEqual({ answers: [], status: 1 });
  expect(stderr).toContain("There is no way 'clever'; there are base, tuned, and a path that ends in .gguf.");
});
