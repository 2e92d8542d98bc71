import { describe, expect, it } from "vitest";
import { startTestHost, toValue } from "../agent-host.fixture.ts";

const draft = (text: string) => ({ namespace: "notes", text, tags: ["harbour"], source: { type: "user" as const } });

describe("memories in the hands of their owner", () => {
  it("changes a memory, takes its expiry away again, and tells the page", async () => {
    const { api, waitFor } = await startTestHost({});
    const { record } = toValue(await api.saveMemory(draft("the ferry leaves at 7:40")));
    const later = record.createdAt + 86_400_000;
    expect(toValue(await api.changeMemory(record.id, { expiresAt: later, pinned: true }))).toMatchObject({
      expiresAt: later,
      pinned: true,
    });
    expect(toValue(await api.changeMemory(record.id, { expiresAt: null })).expiresAt).toBeUndefined();
    await waitFor(({ type }) => type === "memories-changed");
  });

  it("answers for a memory that does not exist with a failure", async () => {
    const { api } = await startTestHost({});
    const changed = await api.changeMemory("toString", { text: "x" });
    expect(changed.ok).toBe(false);
    expect((await api.mergeMemories(["toString", "x"], { text: "both" })).ok).toBe(false);
  });

  it("brings a deleted memory back with its times", async () => {
    const { api, stores } = await startTestHost({});
    const { record } = toValue(await api.saveMemory(draft("the ferry leaves at 7:40")));
    const deleted = toValue(await api.deleteMemory(record.id));
    expect(await stores.memories.read(record.id)).toBeNull();
    toValue(await api.restoreMemories(deleted === null ? [] : [deleted]));
    expect(await stores.memories.read(record.id)).toEqual(record);
  });

  it("merges memories into one, and takes it back", async () => {
    const { api, stores } = await startTestHost({});
    const first = toValue(await api.saveMemory(draft("ferry at 7:40"))).record;
    const second = toValue(await api.saveMemory(draft("ferry from pier two"))).record;
    const merged = toValue(await api.mergeMemories([first.id, second.id], { text: "ferry at 7:40 from pier two" }));
    expect((await stores.readEverything()).memories.length).toBe(1);
    expect(merged.record.text).toBe("ferry at 7:40 from pier two");
    toValue(await api.restoreMemories(merged.before));
    expect(await stores.memories.read(first.id)).toEqual(first);
    expect(await stores.memories.read(second.id)).toEqual(second);
  });

  it("finds the answers that rest on a memory, with their conversation's title", async () => {
    const { api, stores } = await startTestHost({});
    const { record } = toValue(await api.saveMemory(draft("ferry at 7:40")));
    const base = { conversationId: "c", createdAt: 5, sequence: 0 };
    const call = { id: "1", name: "memory_search", arguments: {} };
    await stores.conversations.saveTurn({
      conversation: { id: "c", title: "Ferries", createdAt: 1, updatedAt: 1, headId: "m" },
      messages: [
        { ...base, role: "user", id: "q", parentId: null, text: "when?" },
        {
          ...base,
          role: "assistant",
          id: "m",
          parentId: "q",
          runId: "r",
          state: "complete",
          turns: [
            {
              raw: "",
              text: "",
              reasoning: "",
              broken: [],
              calls: [{ call, outcome: { type: "success", content: [], memoryIds: [record.id] } }],
            },
          ],
        },
      ],
    });
    expect(toValue(await api.findMemoryUses(record.id))).toEqual([
      { conversationId: "c", messageId: "m", title: "Ferries", at: 5 },
    ]);
    expect(toValue(await api.findMemoryUses("other"))).toEqual([]);
  });
});
