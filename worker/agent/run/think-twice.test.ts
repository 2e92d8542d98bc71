import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { defineTool } from "../define/define-tool.ts";
import type { ModelClient } from "../ports/model-client.ts";
import { collectRun, createModel, ofType, toyAgent, writeCall } from "./run-agent.fixture.ts";

const timer = defineTool({
  name: "set_timer",
  description: "Sets a timer.",
  effect: "reads",
  input: z.object({ minutes: z.number() }),
  run: ({ minutes }) => `It rings in ${minutes} minutes.`,
});
const tip = defineTool({
  name: "tip",
  description: "Works out a tip.",
  effect: "reads",
  input: z.object({ bill: z.number(), percent: z._default(z.number(), 10) }),
  run: ({ bill, percent }) => `The tip is ${(bill * percent) / 100}.`,
});
const find = defineTool({
  name: "find_contact",
  description: "Finds an address.",
  effect: "reads",
  input: z.object({ name: z.string() }),
  run: () => "tom@example.org",
});

function ask(question: string, turns: readonly string[], isWeak = true) {
  const model = createModel(turns);
  const weak: ModelClient = { ...model, info: { ...model.info, shortList: isWeak } };
  const run = collectRun({ model: weak, agent: toyAgent([timer, find, tip]), request: { question } });
  return { run, prompts: model.prompts };
}

describe("a weak model whose call is not believed", () => {
  test("writes once more from the same prompt; the first output is in the log alone", async () => {
    const { run, prompts } = ask("Start the washing machine", [
      writeCall("set_timer", { minutes: 20 }),
      "I have no tool for that.",
    ]);
    const events = await run;
    expect(ofType(events, "turn-end").at(-1)?.raw).toBe("I have no tool for that.");
    expect(prompts).toHaveLength(2);
    expect(prompts[1]).toBe(prompts[0]);
    expect(ofType(events, "call-start")).toEqual([]);
    expect(ofType(events, "turn-end")).toMatchObject([
      { raw: "I have no tool for that.", doubted: { doubt: "number", raw: writeCall("set_timer", { minutes: 20 }) } },
    ]);
  });

  test("goes on after a call that it makes twice", async () => {
    const { run } = ask("Find Tom's address, then say it", [
      writeCall("find_contact", { name: "Tom" }),
      writeCall("find_contact", { name: "Tom" }),
      "tom@example.org",
    ]);
    const events = await run;
    expect(ofType(events, "turn-end").at(-1)?.raw).toBe("tom@example.org");
    expect(ofType(events, "call-end")).toHaveLength(1);
  });

  test("calls without the optional number that repeated another", async () => {
    const { run } = ask("The tip for a bill of 80?", [
      writeCall("tip", { bill: 80, percent: 80 }),
      writeCall("tip", { bill: 80 }),
      "The tip is 8.",
    ]);
    const events = await run;
    expect(ofType(events, "call-start").map(({ call }) => call.arguments)).toEqual([{ bill: 80 }]);
    expect(ofType(events, "call-end")).toMatchObject([{ outcome: { type: "success" } }]);
  });

  test("is believed the second time", async () => {
    const { run } = ask("Start the washing machine", [
      writeCall("set_timer", { minutes: 20 }),
      writeCall("set_timer", { minutes: 5 }),
      "It rings.",
    ]);
    expect(ofType(await run, "call-start")).toMatchObject([{ call: { arguments: { minutes: 5 } } }]);
  });
});

test("the calls of other models are taken as they are", async () => {
  const { run } = ask("Start the washing machine", [writeCall("set_timer", { minutes: 20 }), "It rings."], false);
  expect(ofType(await run, "call-start")).toHaveLength(1);
});

test("text of a weak model streams, and a call that is believed is executed", async () => {
  const { run } = ask("Set a timer for 20 minutes", [
    writeCall("set_timer", { minutes: 20 }),
    "It rings in 20 minutes.",
  ]);
  const events = await run;
  expect(ofType(events, "turn-end").at(-1)?.raw).toBe("It rings in 20 minutes.");
  expect(ofType(events, "text-delta").length).toBeGreaterThan(0);
  expect(ofType(events, "turn-end").every(({ doubted }) => doubted === undefined)).toBe(true);
});
