import { describe, expect, test } from "vitest";
import type { ThreadMessage } from "../../formats/format.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { CallRecord } from "../../protocol/message.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { findDoubt } from "./doubt-call.ts";

function toTool(name: string, properties: JsonObject, required = Object.keys(properties)): ToolSpec {
  return { name, description: name, parameters: { type: "object", properties, required } };
}

const TOOLS = [
  toTool("set_timer", { minutes: { type: "number" } }),
  toTool("search", { query: { type: "string" }, limit: { type: "integer" } }, ["query"]),
  toTool("convert", { from: { type: "string" }, to: { type: "string" } }),
  toTool("set_lamp", { level: { type: "integer", enum: [1, 2, 3] } }),
  toTool("throw_dice", {}),
  toTool("tip", { bill: { type: "number" }, percent: { type: "number", default: 10 } }, ["bill"]),
];

function ask(...texts: readonly string[]): readonly ThreadMessage[] {
  return texts.map((text) => ({ role: "user", text }));
}

function doubt(thread: readonly ThreadMessage[], name: string, input: JsonObject): string | null {
  return findDoubt([{ name, arguments: input }], TOOLS, thread)?.doubt ?? null;
}

describe("a weak model's call", () => {
  test.each([
    "Start the washing machine",
    "Set a timer",
    "Stelle einen Timer",
    "Pon un temporizador",
    "Do you ever get bored?",
  ])("is not believed when it fills in a number after “%s”", (question) => {
    expect(doubt(ask(question), "set_timer", { minutes: 20 })).toBe("number");
  });

  test.each([
    "Set a timer for 5 minutes",
    "a quarter of an hour, please",
    "Timer for an hour",
    "Stelle einen Timer auf zwanzig Minuten",
    "Weck mich in einer Stunde",
    "Pon un temporizador de media hora",
    "Préviens-moi dans une heure",
    "Ustaw minutnik na dziesięć minut",
    "Поставь таймер на полчаса",
  ])("is believed after “%s”", (question) => {
    expect(doubt(ask(question), "set_timer", { minutes: 5 })).toBeNull();
  });

  test("may take its number from an earlier question or from a result", () => {
    expect(doubt(ask("I have 20 minutes", "Set a timer for that"), "set_timer", { minutes: 20 })).toBeNull();
    const told: ThreadMessage = {
      role: "tool",
      results: [{ callId: "1", name: "search", text: "It takes 8 minutes." }],
    };
    expect(doubt([...ask("Look up the eggs and set a timer"), told], "set_timer", { minutes: 8 })).toBeNull();
  });

  test("may fill in an optional number, and one of a few", () => {
    expect(doubt(ask("Find my notes"), "search", { query: "notes", limit: 5 })).toBeNull();
    expect(doubt(ask("Dim the light"), "set_lamp", { level: 1 })).toBeNull();
  });

  test("is not believed with one text for two arguments", () => {
    expect(doubt(ask("Convert 12 kilometres"), "convert", { from: "km", to: "Km " })).toBe("same");
    expect(doubt(ask("Convert 12 kilometres to miles"), "convert", { from: "km", to: "miles" })).toBeNull();
  });

  test("is not believed with one number for two arguments that was said once, and is made without the optional one", () => {
    const call = { name: "tip", arguments: { bill: 80, percent: 80 } };
    expect(findDoubt([call], TOOLS, ask("What is the tip for a bill of 80?"))).toEqual({
      doubt: "copied",
      toolName: "tip",
      argument: "percent",
    });
    expect(findDoubt([call], TOOLS, ask("A tip of 80 percent on 80 euros"))).toBeNull();
    expect(doubt(ask("A tip of 15 percent on 80 euros"), "tip", { bill: 80, percent: 15 })).toBeNull();
    expect(doubt(ask("The tip for 10 euros"), "tip", { bill: 10, percent: 10 })).toBeNull();
  });

  test("is not believed when it was made since the question, unless it takes no arguments", () => {
    const made = (name: string, input: JsonObject): ThreadMessage => {
      const record: CallRecord = { call: { id: "1", name, arguments: input } };
      return { role: "assistant", raw: "", text: "", calls: [record] };
    };
    const asking = (question: ThreadMessage, name: string, input: JsonObject) => [question, made(name, input)];
    const [question] = ask("Tom, please");
    if (question === undefined) throw new Error("there is a question");
    expect(doubt(asking(question, "search", { query: "Tom" }), "search", { query: "Tom" })).toBe("repeated");
    expect(doubt(asking(question, "search", { query: "Tom" }), "search", { query: "Ana" })).toBeNull();
    expect(doubt(asking(question, "throw_dice", {}), "throw_dice", {})).toBeNull();
    expect(doubt([...asking(question, "search", { query: "Tom" }), question], "search", { query: "Tom" })).toBeNull();
  });
});
