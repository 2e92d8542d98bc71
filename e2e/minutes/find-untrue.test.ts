import { describe, expect, it } from "vitest";
import { findUntrue, type ShownAnswer } from "./find-untrue.ts";

const TRUE: ShownAnswer = {
  text: "It is 16.",
  everything: "Calculator (3 + 5) * 2 = 16 | It is 16.",
  state: "complete",
  cards: ["done"],
  notesBefore: 1,
  notesAfter: 1,
  saysFromMemory: false,
  recalled: [],
};

describe("what an answer says that is not so", () => {
  it("is nothing where all of it is so", () => {
    expect(findUntrue(TRUE)).toEqual([]);
    expect(findUntrue({ ...TRUE, text: "I have saved it.", notesAfter: 2 })).toEqual([]);
    expect(
      findUntrue({ ...TRUE, text: "It is green.", saysFromMemory: true, recalled: ["My bicycle is green"] }),
    ).toEqual([]);
  });

  it.each<[string, Partial<ShownAnswer>]>([
    ["a protocol mark", { everything: "<tool_response> 16" }],
    ["raw JSON", { everything: '{"saved": true}' }],
    ["a raw identifier", { everything: "memory_write needs text" }],
    ["“saved” without a note", { text: "I have saved it." }],
    ["“deleted” without a deletion", { text: "I have deleted the note." }],
    ["“the answer is” after a call that failed", { text: "The answer is 0.", cards: ["failed"] }],
    ["“the answer is” without one", { text: "The answer is No note matches." }],
    ["an answer without words", { text: "", everything: "" }],
    [
      "“from memory” for what the answer does not use",
      { saysFromMemory: true, recalled: ["The ferry leaves at 7:40"], text: "The moon is round." },
    ],
  ])("is %s", (name, changes) => {
    expect(findUntrue({ ...TRUE, ...changes })).toEqual([name]);
  });
});
