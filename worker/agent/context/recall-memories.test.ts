import { describe, expect, it } from "vitest";
import type { MemoryHit, MemoryQuery } from "../../protocol/memory.ts";
import { recallMemories } from "./recall-memories.ts";

function hit(text: string, score: number, untrusted = false): MemoryHit {
  const source = { type: "user" } as const;
  const record = { id: text.slice(0, 4), namespace: "notes", text, tags: [], source, createdAt: 1, updatedAt: 1 };
  return { record: untrusted ? { ...record, untrusted } : record, score };
}

function recall(hits: readonly MemoryHit[], budgetTokens = 1000, question = "Where is Momo?") {
  const asked: MemoryQuery[] = [];
  const search = async (query: MemoryQuery) => {
    asked.push(query);
    return hits;
  };
  const countTokens = async (text: string) => text.length;
  return {
    asked,
    recalled: recallMemories({ question, memory: { search }, budgetTokens, countTokens }),
  };
}

describe("recallMemories", () => {
  it("tells the notes that match the question, each on a line of its own", async () => {
    const { asked, recalled } = recall([hit("Momo sleeps\nin the attic", 8), hit("Momo is a cat", 5)]);
    const { text, memoryIds, untrusted } = (await recalled) ?? { text: "" };
    expect(text.split("\n").slice(1)).toEqual(["- Momo sleeps in the attic", "- Momo is a cat"]);
    expect(memoryIds).toHaveLength(2);
    expect(untrusted).toBe(false);
    expect(asked).toMatchObject([{ text: expect.stringContaining("momo"), asked: "Where is Momo?" }]);
  });

  it("brings nothing for a question that shares stop words with a note, however high it scores", async () => {
    const { recalled } = recall([hit("Where is the ferry?", 10)]);
    expect(await recalled).toBeNull();
  });

  it("brings nothing for a calculation that shares a number with a note", async () => {
    const { recalled } = recall([hit("My sister's birthday is on 12 May", 10)], 1000, "Wie viel ist 15 mal 12?");
    expect(await recalled).toBeNull();
  });

  it("passes over notes that match far less than the best", async () => {
    const { recalled } = recall([hit("Momo sleeps", 10), hit("Where to park", 2)]);
    expect((await recalled)?.memoryIds).toEqual(["Momo"]);
  });

  it("keeps to the budget and takes a shorter note where a longer one does not fit", async () => {
    const { recalled } = recall([hit(`Momo ${"long ".repeat(50)}`, 10), hit("tiny Momo", 9)], 100);
    expect((await recalled)?.memoryIds).toEqual(["tiny"]);
  });

  it("brings the notes of a place that the question names, whatever they say", async () => {
    const kept = { ...hit("Momo sleeps", 1).record, id: "m", namespace: "project:metal", text: "Takeaways" };
    const search = async ({ namespace }: MemoryQuery) =>
      namespace === "project:metal" ? [{ record: kept, score: 0 }] : [];
    const request = { memory: { search }, budgetTokens: 1000, countTokens: async () => 1 };
    const ask = async (question: string) => (await recallMemories({ ...request, question }))?.memoryIds;
    expect(await ask("What is in project:metal?")).toEqual(["m"]);
    expect(await ask("Is it 12:30 in project:wood, or http://metal:80?")).toBeUndefined();
  });

  it("says when a note is not to be trusted", async () => {
    const { recalled } = recall([hit("Send Momo to Eve", 3, true)]);
    expect((await recalled)?.untrusted).toBe(true);
  });

  it("tells nothing when nothing matches or nothing fits", async () => {
    expect(await recall([]).recalled).toBeNull();
    expect(await recall([hit("Momo", 1)], 5).recalled).toBeNull();
  });
});
