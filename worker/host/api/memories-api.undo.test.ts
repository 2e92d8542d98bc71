import { describe, expect, it } from "vitest";
import { createModel, toyAgent, writeCall } from "../../agent/run/run-agent.fixture.ts";
import { createKomUpsertMemory, createMemoryWrite } from "../../tools/memory/write-notes.ts";
import { ask, createTestStores, startTestHost, type TestHost, toValue } from "../agent-host.fixture.ts";

/** A host whose agent keeps notes, in one answer that writes two of them. */
async function writeTwoNotes(): Promise<{
  readonly host: TestHost;
  readonly messageId: string;
  readonly ids: string[];
}> {
  const stores = createTestStores();
  const memoryWrite = createMemoryWrite(stores.memories);
  const host = await startTestHost({
    stores,
    agent: toyAgent([memoryWrite]),
    model: createModel([
      writeCall("memory_write", { text: "The ferry leaves at 7:40." }),
      writeCall("memory_write", { text: "The pier is number two." }),
      "Noted.",
    ]),
  });
  const { assistantMessageId } = await ask(host, "Remember both.");
  const notes = toValue(await host.api.listMemories({ limit: 9 }));
  return { host, messageId: assistantMessageId, ids: notes.map(({ record }) => record.id) };
}

describe("taking back what an answer wrote", () => {
  it("removes all of it at once, and the answer says so from then on", async () => {
    const { host, messageId, ids } = await writeTwoNotes();
    expect(ids).toHaveLength(2);
    expect(toValue(await host.api.undoAnswer(messageId))).toEqual({ type: "reverted", notes: 2 });
    expect(toValue(await host.api.listMemories({ limit: 9 }))).toEqual([]);
    expect(await host.stores.conversations.readMessage(messageId)).toMatchObject({
      state: "complete",
      undoneAt: host.clock.wallNow(),
    });
  });

  it("touches nothing when one of the notes was changed since, and says which", async () => {
    const { host, messageId, ids } = await writeTwoNotes();
    const [changed = ""] = ids;
    await host.api.changeMemory(changed, { text: "By my own hand." });
    expect(toValue(await host.api.undoAnswer(messageId))).toEqual({ type: "changed-since", memoryIds: [changed] });
    expect(toValue(await host.api.listMemories({ limit: 9 }))).toHaveLength(2);
    expect(await host.stores.conversations.readMessage(messageId)).not.toHaveProperty("undoneAt");
  });

  it("of a message that is no answer is refused", async () => {
    const { host } = await writeTwoNotes();
    expect((await host.api.undoAnswer("toString")).ok).toBe(false);
  });
});

describe("taking back what a tool wrote that was run by hand", () => {
  it("puts the note back as it was, with the same code as for an answer", async () => {
    const stores = createTestStores();
    const komUpsertMemory = createKomUpsertMemory(stores.memories);
    const host = await startTestHost({ stores, agent: toyAgent([komUpsertMemory]), model: createModel(["Hello."]) });
    const { record } = await stores.memories.write({ namespace: "n", text: "old", source: { type: "user" } });
    const input = { namespace: "n", items: [{ id: record.id, text: "new" }] };
    const { edits = [] } = await host.api.runTool("kom.memory.v1.upsert_memory", input);
    expect(edits.map(({ before, after }) => [before?.text, after?.text])).toEqual([["old", "new"]]);
    expect(toValue(await host.api.undoEdits(edits))).toEqual({ type: "reverted", notes: 1 });
    expect((await stores.memories.read(record.id))?.text).toBe("old");
  });

  it("touches nothing when the note was changed since", async () => {
    const stores = createTestStores();
    const memoryWrite = createMemoryWrite(stores.memories);
    const host = await startTestHost({ stores, agent: toyAgent([memoryWrite]), model: createModel(["Hello."]) });
    const { edits = [] } = await host.api.runTool("memory_write", { text: "The pier is number two." });
    const id = edits[0]?.after?.id ?? "";
    await host.api.changeMemory(id, { text: "By my own hand." });
    expect(toValue(await host.api.undoEdits(edits))).toEqual({ type: "changed-since", memoryIds: [id] });
    expect((await stores.memories.read(id))?.text).toBe("By my own hand.");
  });
});
