import { describe, expect, test } from "vitest";
import { chatml } from "../../formats/dialects/chatml.ts";
import type { ThreadMessage } from "../../formats/format.ts";
import { chatmlTemplate as template } from "../../formats/templates/chatml-template.ts";
import { renderThread } from "../../formats/templates/prompt-thread.ts";
import type { ToolOutcome, ToolSpec } from "../../protocol/tool.ts";
import { guideTurn } from "./guide-turn.ts";

const convert: ToolSpec = {
  name: "convert_units",
  description: "Converts.",
  parameters: {
    type: "object",
    properties: { value: { type: "number" }, from: { type: "string" }, to: { type: "string" } },
    required: ["value", "from", "to"],
  },
  examples: [
    { question: "How many meters are 3 feet?", arguments: { value: 3, from: "feet", to: "meters" } },
    { question: "Convert 180 pounds to kilograms", arguments: { value: 180, from: "pounds", to: "kilograms" } },
  ],
};
const question: ThreadMessage = { role: "user", text: "How many kilometers are 10 miles?" };

function toCallTurns(outcome: ToolOutcome, text: string): ThreadMessage[] {
  const call = { id: "1", name: "convert_units", arguments: { value: 10, from: "miles", to: "kilometers" } };
  return [
    { role: "assistant", raw: chatml.renderCall(call.name, call.arguments), text: "", calls: [{ call, outcome }] },
    { role: "tool", results: [{ callId: "1", name: call.name, text }] },
  ];
}

function plan(thread: readonly ThreadMessage[], mode: "free" | "forced" = "free") {
  return guideTurn({ thread, tools: [convert], mode, format: chatml });
}

describe("guideTurn", () => {
  test("a question near a tool is shown after its nearest examples, and a call of what it allows is forced", () => {
    const { thread, shownTools, constraint } = plan([question]);
    expect(shownTools).toEqual([]);
    expect(thread.map((message) => (message.role === "user" ? message.text : message.role))).toEqual([
      "Convert 180 pounds to kilograms",
      "assistant",
      "How many meters are 3 feet?",
      "assistant",
      "How many kilometers are 10 miles?",
    ]);
    expect(constraint?.mode).toBe("forced");
    expect(constraint?.gbnf.grammar).toContain("miles");
  });

  test("the numbers of a file do not force a call: the question alone counts", () => {
    const asked = "Who is the landlord?";
    const text = `File "rent.txt":\nMonthly rent: 840 euros, 3 miles to 10 kilometers\n\n${asked}`;
    const thread: readonly ThreadMessage[] = [{ role: "user", text, asked }];
    expect(plan(thread)).toEqual({ thread, shownTools: [], constraint: null });
  });

  test("talk is left free, unless a call was asked for", () => {
    const hello: ThreadMessage = { role: "user", text: "Hello, who are you?" };
    expect(plan([hello])).toEqual({ thread: [hello], shownTools: [], constraint: null });
    expect(plan([hello], "forced").constraint?.mode).toBe("forced");
  });

  test("after a successful call the answer holds its result, word for word", () => {
    const turns = toCallTurns({ type: "success", content: [] }, "10 miles = 16.09344 kilometers");
    expect(plan([question, ...turns]).constraint?.gbnf.grammar).toContain("10 miles = 16.09344 kilometers");
  });

  test("after a failed call the model may say what it will", () => {
    const turns = toCallTurns({ type: "failed", message: "no" }, "Error: no");
    expect(plan([question, ...turns]).constraint).toBeNull();
  });

  test("the prompts of one run begin alike, so that nothing is computed twice", () => {
    const render = (thread: readonly ThreadMessage[], previous?: string) =>
      renderThread({
        template,
        format: chatml,
        system: "Be brief.",
        tools: [],
        thread: plan(thread).thread,
        ...(previous === undefined ? {} : { previous }),
      });
    const [turn, results] = toCallTurns({ type: "success", content: [] }, "16");
    if (turn?.role !== "assistant" || results === undefined) throw new Error("no turns");
    const first = render([question]);
    expect(render([question, turn, results], first.prompt + turn.raw).appended).toBe(true);
  });
});
