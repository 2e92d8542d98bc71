import { beforeAll, describe, expect, it } from "vitest";
import { createInMemoryStores } from "../../store/in-memory-stores.ts";
import { findUsedNotes, recallMemories } from "./recall-memories.ts";
import {
  IRRELEVANT,
  NOTES,
  RELEVANT,
  UNSPACED_IRRELEVANT,
  UNSPACED_NOTES,
  UNSPACED_RELEVANT,
} from "./recall-quality.fixture.ts";

let ids = 0;
const { memories } = createInMemoryStores({ now: () => 1, newId: () => `${ids++}` });

beforeAll(async () => {
  for (const [index, text] of NOTES.entries()) {
    await memories.write({ id: `note-${index}`, namespace: "notes", text, source: { type: "user" } });
  }
});

function recall(question: string, memory = memories) {
  return recallMemories({ question, memory, budgetTokens: 400, countTokens: async () => null });
}

describe("recall, over a list of questions of ours,", () => {
  it("finds the note for at least nine of ten questions that a note answers", async () => {
    const missed: string[] = [];
    for (const [question, note] of RELEVANT) {
      const recalled = await recall(question);
      if (recalled?.memoryIds.includes(`note-${note}`) !== true) missed.push(question);
    }
    expect(RELEVANT.length + IRRELEVANT.length).toBeGreaterThanOrEqual(100);
    expect(1 - missed.length / RELEVANT.length, missed.join("\n")).toBeGreaterThanOrEqual(0.9);
  });

  it("brings a note into at most one of twenty questions that no note is about", async () => {
    const wrong: string[] = [];
    for (const question of IRRELEVANT) {
      const recalled = await recall(question);
      if (recalled !== null) wrong.push(`${question} -> ${recalled.text}`);
    }
    expect(wrong.length / IRRELEVANT.length, wrong.join("\n")).toBeLessThanOrEqual(0.05);
  });

  it("gives one or two notes, not all that share a word", async () => {
    let given = 0;
    for (const [question] of RELEVANT) given += (await recall(question))?.memoryIds.length ?? 0;
    expect(given / RELEVANT.length).toBeLessThan(2);
  });
});

describe("recall in scripts without blanks", () => {
  it("finds the note for at least ten of twelve questions, and one for at most one of twelve others", async () => {
    let made = 0;
    const stores = createInMemoryStores({ now: () => 1, newId: () => `${made++}` });
    for (const [index, text] of UNSPACED_NOTES.entries()) {
      await stores.memories.write({ id: `note-${index}`, namespace: "notes", text, source: { type: "user" } });
    }
    const missed: string[] = [];
    for (const [question, note] of UNSPACED_RELEVANT) {
      const recalled = await recall(question, stores.memories);
      if (recalled?.memoryIds.includes(`note-${note}`) !== true) missed.push(question);
    }
    expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(2);
    const wrong: string[] = [];
    for (const question of UNSPACED_IRRELEVANT) {
      if ((await recall(question, stores.memories)) !== null) wrong.push(question);
    }
    expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual(1);
  });
});

describe("findUsedNotes", () => {
  const recalled = {
    text: "Notes:\n- My bicycle is green\n- The lock opens with 4812",
    memoryIds: ["a", "b"],
    untrusted: false,
  };

  it.each([
    ["It is green.", ["a"]],
    ["Your bicycle is a bicycle.", []],
    ["The code is 4812.", ["b"]],
    ["Sorry, I cannot help with that.", []],
  ])("names for the answer %j the notes it tells something of", (answer, used) => {
    expect(findUsedNotes(recalled, "What colour is my bicycle?", answer)).toEqual(used);
  });
});
