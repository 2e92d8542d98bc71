import { describe, expect, it } from "vitest";
import type { ThreadMessage } from "../../formats/format.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { defineAgent } from "../define/agent.ts";
import { defineSkill } from "../define/skill.ts";
import { collectRun, createModel, ofType, toyTool } from "../run/run-agent.fixture.ts";
import { fitTools, listTools, MAX_LISTED } from "./list-tools.ts";

function toTool(name: string, description: string): ToolSpec {
  return { name, description, parameters: { type: "object", properties: {} } };
}

const TOOLS: readonly ToolSpec[] = [
  toTool("add", "Adds two numbers."),
  toTool("find_book", "Finds a book in the library."),
  toTool("rent_bike", "Rents a bike."),
  toTool("set_alarm", "Sets an alarm clock."),
  toTool("lock_door", "Locks a door."),
  toTool("order_tea", "Orders tea."),
  toTool("paint_wall", "Paints a wall."),
  toTool("play_song", "Plays a song."),
  toTool("cityWeather", "Tells whether it rains in a town."),
  toTool("feed_cat", "Gives food to cats."),
];

function ask(...questions: readonly string[]): readonly string[] {
  const thread = questions.flatMap((text): readonly ThreadMessage[] => [
    { role: "user", text },
    { role: "assistant", raw: "Done.", text: "Done.", calls: [] },
  ]);
  return listTools(thread, TOOLS).map(({ name }) => name);
}

describe("the list of a model that is shown few tools", () => {
  it("holds all where there are few", () => {
    const few = TOOLS.slice(0, MAX_LISTED);
    expect(listTools([{ role: "user", text: "Feed the cat" }], few)).toEqual(few);
  });

  it("has those that the app mostly calls itself only where they are near", () => {
    const tools = [toTool("list_tasks", "Shows the tasks that are to be done."), ...TOOLS];
    const list = (text: string) => listTools([{ role: "user", text }], tools).map(({ name }) => name);
    expect(list("Hello there")).not.toContain("list_tasks");
    expect(list("Which tasks are to be done?")).toContain("list_tasks");
  });

  it("leaves out the tools that the app calls itself for such a model", () => {
    const tools = [toTool("search_files", "Searches files."), ...TOOLS.slice(0, 2)];
    expect(listTools([{ role: "user", text: "Search my files" }], tools)).toEqual(TOOLS.slice(0, 2));
  });

  it("holds the nearest to the first question by name and description, in the order of the tools", () => {
    const listed = ask("What is the weather in Graz?");
    expect(listed).toHaveLength(MAX_LISTED);
    expect(listed).toContain("cityWeather");
    expect(listed).toEqual(TOOLS.map(({ name }) => name).filter((name) => listed.includes(name)));
    expect(ask("Has the cat been fed?")).toContain("feed_cat");
  });

  it("begins as any list does, as far as no tool is plainly nearer", () => {
    const first = ask("");
    expect(first).toEqual(TOOLS.slice(0, MAX_LISTED).map(({ name }) => name));
    // "Gives food to cats" shares one common word with it, "Locks a door" three.
    expect(ask("Locks a door to my house")).toEqual(first);
    expect(ask("Gives my cats food")).toContain("feed_cat");
  });

  it("stays the same while the conversation lasts, unless a question needs another tool", () => {
    const first = ask("What is the weather in Graz?");
    expect(first).not.toContain("feed_cat");
    expect(ask("What is the weather in Graz?", "And in Wien?", "Lock a door")).toEqual(first);
    const fed = ask("What is the weather in Graz?", "Feed the cat");
    expect(fed).toContain("feed_cat");
    expect(ask("What is the weather in Graz?", "Feed the cat", "And again?")).toEqual(fed);
  });

  it("holds the tools for tables only where a file or pasted cells may be one", () => {
    const tools = [toTool("add", "Adds two numbers."), toTool("query_table", "Computes over a table.")];
    const list = (text: string, own: Partial<ThreadMessage> = {}) =>
      listTools([{ role: "user", text, ...own } as ThreadMessage], tools).map(({ name }) => name);
    expect(list("Will it rain?", { asked: "Will it rain?" })).toEqual(["add"]);
    expect(list("Will it rain?\n\nNotes: x", { asked: "Will it rain?", recalled: "Notes: x" })).toEqual(["add"]);
    expect(list("The sum?", { files: ["a.csv"] })).toContain("query_table");
    expect(list("The rent?", { files: ["rent.pdf"] })).not.toContain("query_table");
    expect(list("a\tb\n1\t2\nThe sum?")).toContain("query_table");
  });

  it("is in the run's log and in the prompt, and no other tool can be called", async () => {
    const tools = TOOLS.map(({ name, description }) => toyTool(name, () => "done", { description }));
    const agent = defineAgent({
      name: "toy",
      prompt: "",
      tools,
      skills: [defineSkill({ name: "work", description: "Work.", tools })],
    });
    const model = createModel(["Fed."]);
    const events = await collectRun({
      agent,
      model: { ...model, info: { ...model.info, shortList: true } },
      request: { question: "Feed the cat" },
    });
    const [sent] = ofType(events, "prompt-sent");
    expect(sent?.listed).toHaveLength(MAX_LISTED);
    expect(sent?.listed).toContain("feed_cat");
    expect(sent?.prompt).toContain("feed_cat");
    expect(sent?.prompt).not.toContain("cityWeather");
    const plain = await collectRun({ agent, model: createModel(["Fed."]), request: { question: "Feed the cat" } });
    expect(ofType(plain, "prompt-sent")[0]?.listed).toBeUndefined();
  });
});

describe("the tools of a model with a small context", () => {
  const many = Array.from({ length: 40 }, (_, index) =>
    toTool(`server.tool_${index}`, `${"Does something long. ".repeat(20)}Number ${index}.`),
  );
  const tools = [...many, toTool("server.weather", `${"Tells the weather of a town. ".repeat(14)}`)];
  const thread: readonly ThreadMessage[] = [{ role: "user", text: "What is the weather?" }];

  it("are all shown where they fit", () => {
    expect(fitTools(thread, tools, 32_768)).toEqual(tools);
  });

  it("are cut to those nearest to the question that take half of it", () => {
    const shown = fitTools(thread, tools, 4096);
    expect(shown.map(({ name }) => name)).toContain("server.weather");
    expect(shown.length).toBeGreaterThan(10);
    expect(JSON.stringify(shown).length).toBeLessThan(4096 * 2 + 1000);
    expect(fitTools([...thread, { role: "user", text: "Thank you" }], tools, 4096)).toEqual(shown);
  });

  it("and the run says so, once", async () => {
    const toys = tools.map(({ name, description }) => toyTool(name, () => "done", { description }));
    const skills = [defineSkill({ name: "work", description: "Work.", tools: toys })];
    const agent = defineAgent({ name: "toy", prompt: "", tools: toys, skills });
    const call = '<tool_call>\n{"name": "server.weather", "arguments": {}}\n</tool_call>';
    const model = createModel([call, "Sunny."]);
    const small = { ...model, info: { ...model.info, contextTokens: 4096 } };
    const events = await collectRun({ agent, model: small, request: { question: "What is the weather?" } });
    expect(ofType(events, "notice").map(({ kind }) => kind)).toEqual(["tools-cut"]);
    expect(ofType(events, "prompt-sent")[0]?.listed?.length).toBeLessThan(tools.length);
    expect(ofType(events, "run-end")[0]).toMatchObject({ reason: "answered", text: "Sunny." });
  });
});
