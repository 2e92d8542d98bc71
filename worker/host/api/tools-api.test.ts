import { describe, expect, it } from "vitest";
import { createModel, toyAgent, toyTool } from "../../agent/run/run-agent.fixture.ts";
import { createKomUpsertMemory, createMemoryWrite } from "../../tools/memory/write-notes.ts";
import { createTestStores, startTestHost } from "../agent-host.fixture.ts";

describe("a preview of changed arguments", () => {
  it("says what the call would change then, and changes nothing", async () => {
    const stores = createTestStores();
    const komUpsertMemory = createKomUpsertMemory(stores.memories);
    const host = await startTestHost({ stores, agent: toyAgent([komUpsertMemory]), model: createModel(["Hello."]) });
    const { record } = await stores.memories.write({ namespace: "n", text: "old", source: { type: "user" } });
    const input = { namespace: "n", items: [{ id: record.id, text: "new" }] };
    const preview = await host.api.previewCall("kom.memory.v1.upsert_memory", input);
    const saves = { notes: 1, namespace: "n" };
    expect(preview).toEqual({ title: "Save a note in n", saves, before: "old", after: "new" });
    expect((await stores.memories.read(record.id))?.text).toBe("old");
    expect(await host.api.previewCall("kom.memory.v1.upsert_memory", { items: 7 })).toBeNull();
    expect(await host.api.previewCall("toString", {})).toBeNull();
  });
});

describe("a tool run by hand", () => {
  it("tells what it wrote, and a reading one tells of no change", async () => {
    const stores = createTestStores();
    const memoryWrite = createMemoryWrite(stores.memories);
    const look = toyTool("look", () => "seen", { effect: "reads" });
    const host = await startTestHost({ stores, agent: toyAgent([memoryWrite, look]), model: createModel(["Hello."]) });
    expect(await host.api.runTool("look", {})).toEqual({
      outcome: { type: "success", content: [{ type: "text", text: "seen" }] },
    });
    const { outcome, edits = [] } = await host.api.runTool("memory_write", { text: "The pier is number two." });
    expect(outcome.type).toBe("success");
    expect(edits.map(({ before, after }) => [before, after?.text])).toEqual([[null, "The pier is number two."]]);
    await host.waitFor(({ type }) => type === "memories-changed");
    expect(host.events.filter(({ type }) => type === "memories-changed")).toHaveLength(1);
  });

  it("is run for a conversation where one is given, whose files it may read", async () => {
    const where = toyTool("where", (_input, { conversationId, skill }) => `${conversationId} ${skill}`);
    const host = await startTestHost({ agent: toyAgent([where]), model: createModel(["Hello."]) });
    const run = async (conversationId?: string) => (await host.api.runTool("where", {}, conversationId)).outcome;
    expect(await run()).toMatchObject({ content: [{ text: "by-hand by hand" }] });
    expect(await run("chat-1")).toMatchObject({ content: [{ text: "chat-1 by hand" }] });
  });
});
