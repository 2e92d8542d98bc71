import { describe, expect, it } from "vitest";
import { createModel, ofType, toOutcomes, toyAgent, toyTool, writeCall } from "./agent/run-agent.fixture.ts";
import { toToolPin } from "./agent/to-tool-pin.ts";
import { ask, startTestHost, type TestHost, toValue } from "./agent-host.fixture.ts";
import { createInMemoryStores } from "./store/in-memory-stores.ts";
import type { Stores } from "./store/stores.ts";
import { createTools } from "./tools/registry.ts";

function createStores(): Stores {
  let ids = 0;
  return createInMemoryStores({ now: () => 1000, newId: () => `stored-${++ids}` });
}

/** A host whose agent keeps notes, in one answer that writes two of them. */
async function writeTwoNotes(): Promise<{
  readonly host: TestHost;
  readonly messageId: string;
  readonly ids: string[];
}> {
  const stores = createStores();
  const { memoryWrite } = createTools({ memory: stores.memories });
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

describe("a permission for good", () => {
  const send = toyTool("send", () => "sent", { effect: "sends" });
  const grant = { tool: "send", skill: "work", pin: toToolPin(send.spec) };

  it("that is taken back during a run does not cover the run's next call", async () => {
    const asked: string[] = [];
    let revoke: () => Promise<unknown> = async () => {};
    const look = toyTool("look", async () => {
      await revoke();
      return "seen";
    });
    const host = await startTestHost({
      agent: toyAgent([send, look]),
      model: createModel([writeCall("send", { n: 1 }), writeCall("look"), writeCall("send", { n: 2 }), "Done."]),
    });
    await host.api.updateSettings({ grants: [grant, { ...grant, skill: "other" }] });
    revoke = () => host.api.revokeGrants([{ tool: "send", skill: "work" }]);
    const { runId } = toValue(await host.api.send({ conversationId: null, text: "Send twice." }));
    const request = await host.waitFor((event) => event.type === "run" && event.event.type === "approval-requested");
    if (request.type !== "run" || request.event.type !== "approval-requested") throw new Error("no question");
    asked.push(JSON.stringify(request.event.request.call.arguments));
    await host.api.decideApproval(runId, request.event.request.call.id, { type: "deny", reason: "no more" });
    const events = await host.runEvents(runId);
    expect(toOutcomes(events).map(({ type }) => type)).toEqual(["success", "success", "denied"]);
    expect(ofType(events, "approval-requested")).toHaveLength(1);
    expect(asked).toEqual(['{"n":2}']);
    expect((await host.stores.settings.read()).grants).toEqual([{ ...grant, skill: "other" }]);
  });

  it("is kept with the time it was given at, and all of them go at once", async () => {
    const host = await startTestHost({
      agent: toyAgent([send]),
      model: createModel([writeCall("send", { n: 1 }), writeCall("send", { n: 2 }), "Done."]),
    });
    const { runId } = toValue(await host.api.send({ conversationId: null, text: "Send twice." }));
    const request = await host.waitFor((event) => event.type === "run" && event.event.type === "approval-requested");
    if (request.type !== "run" || request.event.type !== "approval-requested") throw new Error("no question");
    await host.api.decideApproval(runId, request.event.request.call.id, { type: "allow-always" });
    const events = await host.runEvents(runId);
    expect(ofType(events, "approval-requested")).toHaveLength(1);
    const { grants } = await host.stores.settings.read();
    expect(grants).toEqual([{ ...grant, givenAt: expect.any(Number) }]);
    toValue(await host.api.revokeGrants(null));
    expect((await host.stores.settings.read()).grants).toEqual([]);
  });
});

describe("a preview of changed arguments", () => {
  it("says what the call would change then, and changes nothing", async () => {
    const stores = createStores();
    const { komUpsertMemory } = createTools({ memory: stores.memories });
    const host = await startTestHost({ stores, agent: toyAgent([komUpsertMemory]), model: createModel(["Hello."]) });
    const { record } = await stores.memories.write({ namespace: "n", text: "old", source: { type: "user" } });
    const input = { namespace: "n", items: [{ id: record.id, text: "new" }] };
    const preview = await host.api.previewCall("kom.memory.v1.upsert_memory", input);
    expect(preview).toEqual({ title: "Save a note in n", before: "old", after: "new" });
    expect((await stores.memories.read(record.id))?.text).toBe("old");
    expect(await host.api.previewCall("kom.memory.v1.upsert_memory", { items: 7 })).toBeNull();
    expect(await host.api.previewCall("toString", {})).toBeNull();
  });
});
