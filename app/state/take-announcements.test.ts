import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../worker/protocol/run-event.ts";
import { foldLiveRun, toLiveRun } from "./live-run.ts";
import { type AnnouncedPlace, takeAnnouncements, takeSentences } from "./take-announcements.ts";

const EVENTS: readonly RunEvent[] = [
  { type: "turn-start", at: 0, turn: 1 },
  { type: "text-delta", at: 1, turn: 1, text: "Let me look" },
  { type: "turn-start", at: 2, turn: 2 },
  { type: "text-delta", at: 3, turn: 2, text: "It leaves at 7:" },
  { type: "text-delta", at: 4, turn: 2, text: "40. Be early" },
  { type: "run-end", at: 5, reason: "answered", text: "" },
];

/** What is said when the page hears of the events in groups of the given size. */
function sayInGroups(size: number): readonly string[] {
  let run = toLiveRun("r", "c", "m");
  let place: AnnouncedPlace | undefined;
  const said: string[] = [];
  for (let from = 0; from < EVENTS.length; from += size) {
    run = EVENTS.slice(from, from + size).reduce(foldLiveRun, run);
    const announced = takeAnnouncements(run, place);
    said.push(...announced.sentences);
    place = announced.place;
  }
  return said;
}

describe("announcements of a run", () => {
  it.each([1, 2, 3, 4, 5, 6])("say every sentence once, however its events arrive: %i at a time", (size) => {
    expect(sayInGroups(size)).toEqual(["Let me look", "It leaves at 7:40.", "Be early"]);
  });

  it("start anew with another run", () => {
    const run = EVENTS.reduce(foldLiveRun, toLiveRun("second", "c", "m"));
    expect(takeAnnouncements(run, { runId: "first", turn: 7, taken: 9 }).sentences).toHaveLength(3);
  });
});

describe("sentences for the live region", () => {
  it("are taken when they are complete, the rest later", () => {
    expect(takeSentences("It is 16. I used the calc", false)).toEqual({
      sentences: ["It is 16."],
      rest: " I used the calc",
    });
  });

  it("do not end inside a number", () => {
    expect(takeSentences("Pi is 3.14159 and", false).sentences).toEqual([]);
  });

  it("end at line breaks, as lists have no full stops", () => {
    expect(takeSentences("- one\n- two\n", false).sentences).toEqual(["- one", "- two"]);
  });

  it("are read without Markdown's signs", () => {
    expect(takeSentences("The **answer** is `16`.", true).sentences).toEqual(["The answer is 16 ."]);
  });

  it("give up the rest at the end, and nothing for nothing", () => {
    expect(takeSentences("no stop", true)).toEqual({ sentences: ["no stop"], rest: "" });
    expect(takeSentences("  \n ", true).sentences).toEqual([]);
  });

  it("say every word of a text once, wherever it is cut", () => {
    const text = "One. Two! Three?\nFour five. Six";
    for (let cut = 0; cut <= text.length; cut += 1) {
      const first = takeSentences(text.slice(0, cut), false);
      const second = takeSentences(first.rest + text.slice(cut), true);
      const said = [...first.sentences, ...second.sentences].join(" ");
      expect(said).toBe("One. Two! Three? Four five. Six");
    }
  });
});
