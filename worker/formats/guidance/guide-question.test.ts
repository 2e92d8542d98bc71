import { describe, expect, test } from "vitest";
import type { ToolSpec } from "../../protocol/tool.ts";
import { guideQuestion, toAnswerConstraint } from "./guide-question.ts";

const time: ToolSpec = {
  name: "current_time",
  description: "Tells the time.",
  parameters: { type: "object", properties: {} },
  examples: [{ question: "What time is it in Cairo?", arguments: {} }],
};
const letters: ToolSpec = {
  name: "string_length",
  description: "Counts.",
  parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  examples: [{ question: "How many letters are in the word orange?", arguments: { text: "orange" } }],
};

describe("guideQuestion", () => {
  test("tools whose examples are far from the question are out of the choice", () => {
    const guide = guideQuestion("What time is it in Tokyo?", [time, letters]);
    expect(guide).toMatchObject({ type: "call", tools: [{ name: "current_time" }] });
  });

  test("questions that no tool answers are talk", () => {
    for (const question of ["Hello!", "Who are you?", "What is the capital of France?", "Why is the sky blue?", ""]) {
      expect(guideQuestion(question, [time, letters]).type, question).toBe("talk");
    }
  });

  test("without examples there is nothing to go by", () => {
    const { examples: _examples, ...bare } = time;
    expect(guideQuestion("What time is it?", [bare]).type).toBe("talk");
    expect(guideQuestion("What time is it?", []).type).toBe("talk");
  });
});

describe("toAnswerConstraint", () => {
  test("ends in one full stop, also after a result that is a sentence", () => {
    expect(toAnswerConstraint(["No note matches."])?.gbnf.grammar).not.toContain('matches."');
    expect(toAnswerConstraint(['{"text":"No note matches."}'])?.gbnf.grammar).not.toContain('matches."');
  });

  test("an answer holds a result word for word", () => {
    expect(toAnswerConstraint(["16"])?.gbnf.grammar).toContain('"The answer is "');
    expect(toAnswerConstraint(["16"])?.gbnf.grammar).toContain('"16"');
  });

  test("of a list the first text counts", () => {
    const grammar = toAnswerConstraint(['[{"id":"a","text":"the car is on level 3"},{"id":"b","text":"x"}]'])?.gbnf
      .grammar;
    expect(grammar).toContain("the car is on level 3");
    expect(grammar).not.toContain('"x"');
  });

  test("results that are no sentence leave the answer free", () => {
    for (const result of ["", "a\nb", "<script>", "x".repeat(500), "{}", "[]", "null"]) {
      expect(toAnswerConstraint([result]), result).toBeNull();
    }
    expect(toAnswerConstraint([])).toBeNull();
  });
});
