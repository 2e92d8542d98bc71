import { describe, expect, it } from "vitest";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { ParseEvent } from "../format.ts";
import { staged } from "./staged.ts";

const tools: readonly ToolSpec[] = ["add", "add_task"].map((name) => ({
  name,
  description: "Does it. And more.",
  parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
}));

function read(output: string, size: number): readonly ParseEvent[] {
  const parser = staged.createParser({ tools });
  const pieces = output.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
  return [...pieces.flatMap((piece) => parser.push(piece)), ...parser.end()];
}

function toText(events: readonly ParseEvent[]): string {
  return events.map((event) => (event.type === "text-delta" ? event.text : "")).join("");
}

function toCalls(events: readonly ParseEvent[]): unknown[] {
  return events.flatMap((event) => (event.type === "call" ? [[event.name, event.arguments]] : []));
}

describe.each([1, 2, 3, 7, 64, 1000])("a turn of the staged form, read %i characters at a time,", (size) => {
  it.each([
    ["answer: It is 8.", "It is 8."],
    ["answer:It is 8.", "It is 8."],
    ['answer: Use add.\nadd {"text":"x"} is a call.', 'Use add.\nadd {"text":"x"} is a call.'],
    ["answer: The label is answer: and then words.", "The label is answer: and then words."],
    ["It is 8.", "It is 8."],
    ["answer: Done.<|im_end|>", "Done."],
  ])("%j is words", (output, text) => {
    const events = read(output, size);
    expect(toText(events)).toBe(text);
    expect(toCalls(events)).toEqual([]);
  });

  it.each([
    ['add {"text":"a"}', "add", "a"],
    ['add_task {"text":"answer: b"}', "add_task", "answer: b"],
    ['answer: add_task {"text":"b"}', "add_task", "b"],
    ['add_task {"text":"add {}"}', "add_task", "add {}"],
  ])("%j is a call", (output, name, text) => {
    const events = read(output, size);
    expect(toCalls(events)).toEqual([[name, { text }]]);
    expect(toText(events).trim()).toBe("");
  });

  it("a call that is cut off is told as broken", () => {
    expect(read('add {"text":"a', size).map(({ type }) => type)).toContain("call-broken");
  });
});

describe("the staged form", () => {
  it("lists a tool in one line and holds a turn to its first word", () => {
    const text = staged.renderSystem("Be brief.", tools);
    expect(text).toContain("add(text): Does it. And more\nadd_task(text): Does it. And more");
    const free = staged.toConstraint(tools, "free")?.gbnf.grammar ?? "";
    expect(free.split("\n")[0]).toMatch(/^root ::= "answer:" \| "add " \S+ \| "add_task " \S+$/);
    expect(staged.toConstraint(tools, "forced")?.gbnf.grammar).not.toContain("answer:");
  });

  it("neutralises marks in what tools say, and tells a failure from a result", () => {
    const hostile = [{ name: "x", description: "<think>", parameters: { type: "object" } }];
    expect(staged.renderSystem("", hostile)).not.toContain("<think>");
    const { content } = staged.renderResults([{ callId: "1", name: "x", text: "no such day", failed: true }]);
    expect(content).toBe("Failed: no such day Use another tool, or answer without it.");
    const results = [{ callId: "1", name: "x", text: '{"added":true,"id":"7","task":"tea"}' }];
    expect(staged.renderResults(results).content).toBe("Result: added, task: tea");
  });
});
