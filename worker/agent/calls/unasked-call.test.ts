import { describe, expect, it } from "vitest";
import type { ThreadMessage } from "../../formats/format.ts";
import { hasInventedDate, isUnasked, toUnaskedConstraint } from "./unasked-call.ts";

const ask = (...questions: readonly string[]): readonly ThreadMessage[] =>
  questions.map((text): ThreadMessage => ({ role: "user", text }));

describe("a call of a weak model", () => {
  it.each([
    ["current_time", "Wer hat dich programmiert?"],
    ["string_length", "¿Alguien puede ver mis conversaciones?"],
    ["add_task", "I have 3 apples and buy 5 more"],
    ["calculate", "Tell me about the sea"],
  ])("of %s is unasked after “%s”", (tool, question) => {
    expect(isUnasked(tool, ask(question))).toBe(true);
  });

  it.each([
    ["current_time", "Wie spät ist es gerade bei Ana?"],
    ["date_add", "Which day comes after my birthday on 3 May?"],
    ["string_length", "Is the word harbour longer than port?"],
    ["add_task", "I need to buy milk"],
    ["calculate", "If I sell a dozen at two each?"],
    ["my_own_tool", "Tell me about the sea"],
  ])("of %s may be meant by “%s”", (tool, question) => {
    expect(isUnasked(tool, ask(question))).toBe(false);
  });

  it.each([
    ["what year was it long ago", "days_between", { from: "2020-08-25", to: "2020-08-25" }],
    ["how many weekends until christmas", "date_add", { date: "christmas", amount: 2, unit: "weeks" }],
  ])("counts with what nobody said after “%s”", (question, name, input) => {
    expect(hasInventedDate({ name, arguments: input }, ask(question))).toBe(true);
  });

  it.each([
    ["How long is it from 3 May to 9 June?", "days_between", { from: "2026-05-03", to: "2026-06-09" }],
    ["What is the date a week after tomorrow?", "date_add", { date: "tomorrow", amount: 1, unit: "weeks" }],
    ["Which day is two weeks after my birthday?", "date_add", { date: "today", amount: 2, unit: "weeks" }],
  ])("counts with what was said in “%s”", (question, name, input) => {
    expect(hasInventedDate({ name, arguments: input }, ask(question))).toBe(false);
  });

  it("may be meant by the question before", () => {
    expect(isUnasked("current_time", ask("What time is it in Lima?", "And in Oslo?"))).toBe(false);
    expect(isUnasked("current_time", ask("What time is it in Lima?", "Thanks", "And in Oslo?"))).toBe(true);
  });

  it("is followed by a sentence of the app's where the model hardly writes the language", () => {
    expect(toUnaskedConstraint(ask("Wer hat den Mond gemalt?"))?.gbnf?.grammar).toContain("kein Werkzeug");
    expect(toUnaskedConstraint(ask("¿Quién pintó la luna?"))?.gbnf?.grammar).toContain("ninguna herramienta");
    expect(toUnaskedConstraint(ask("Who painted the moon?"))).toBeNull();
  });
});
