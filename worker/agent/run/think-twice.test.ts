import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { defineTool } from "../define/define-tool.ts";
import type { GenerateRequest, ModelClient } from "../ports/model-client.ts";
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
const ovenHeat = defineTool({
  name: "oven_heat",
  description: "Says how hot an oven must be.",
  effect: "reads",
  input: z.object({ dish: z.string() }),
  doubt: async ({ dish }, question) => {
    if (question.includes("wash")) return { type: "misplaced" };
    if (dish === "cake") return null;
    return { type: "narrowed", parameters: { type: "object", properties: { dish: { const: "cake" } } } };
  },
  run: () => "180 degrees",
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
  const requests: GenerateRequest[] = [];
  const weak: ModelClient = {
    ...model,
    info: { ...model.info, shortList: isWeak, constraint: "gbnf" },
    generate: (request) => {
      requests.push(request);
      return model.generate(request);
    },
  };
  const run = collectRun({ model: weak, agent: toyAgent([timer, find, tip, ovenHeat]), request: { question } });
  return { run, prompts: model.prompts, requests };
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

  test("goes on without a tool that calls its arguments misplaced", async () => {
    const { run } = ask("Find Tom, who can wash", [
      writeCall("oven_heat", { dish: "Tom" }),
      writeCall("find_contact", { name: "Tom" }),
      "tom@example.org",
    ]);
    const events = await run;
    expect(ofType(events, "call-start").map(({ call }) => call.name)).toEqual(["find_contact"]);
    expect(ofType(events, "turn-end")[0]?.doubted?.doubt).toBe("misplaced");
  });

  test("is judged once more after a misplaced call", async () => {
    const { run, prompts } = ask("How hot to wash for 20 minutes?", [
      writeCall("oven_heat", { dish: "pie" }),
      writeCall("tip", { bill: 20, percent: 20 }),
      writeCall("set_timer", { minutes: 20 }),
      "It rings in 20 minutes.",
    ]);
    const events = await run;
    expect(ofType(events, "call-start").map(({ call }) => call.name)).toEqual(["set_timer"]);
    expect(ofType(events, "turn-end")[0]?.doubted).toMatchObject({ doubt: "misplaced" });
    expect(new Set(prompts.slice(0, 3)).size).toBe(1);
  });

  test("calls once more with what a tool leaves it", async () => {
    const { run, requests } = ask("How hot for my cake?", [
      writeCall("oven_heat", { dish: "pie" }),
      writeCall("oven_heat", { dish: "cake" }),
      "180 degrees.",
    ]);
    const events = await run;
    expect(ofType(events, "call-start").map(({ call }) => call.arguments)).toEqual([{ dish: "cake" }]);
    expect(ofType(events, "turn-end")[0]?.doubted?.doubt).toBe("narrowed");
    expect(requests[1]?.constraint).toMatchObject({ mode: "forced" });
    expect(JSON.stringify(requests[1]?.constraint)).toContain("cake");
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
