import { describe, expect, it } from "vitest";
import { createTestClock } from "../../package/test-clock.ts";
import type { ModelInfo } from "../agent/ports/model-client.ts";
import { createModel, ofType, toEnd, writeCall } from "../agent/run/run-agent.fixture.ts";
import { ask, startTestHost, type TestHost, toValue } from "../host/agent-host.fixture.ts";
import type { RunEvent } from "../protocol/run-event.ts";
import { createInMemoryStores } from "../store/in-memory-stores.ts";
import { createAssistant } from "./assistant.ts";

/** The app's own agent with a model that writes this. */
async function startAssistant(turns: readonly string[], facts: Partial<ModelInfo> = {}): Promise<TestHost> {
  const clock = createTestClock({ auto: true });
  let ids = 0;
  const stores = createInMemoryStores({ now: () => clock.wallNow(), newId: () => `memory-${++ids}` });
  const model = createModel(turns);
  const info = { ...model.info, ...facts };
  return startTestHost({ agent: createAssistant(stores.memories), stores, model: { ...model, info } });
}

async function listNotes({ api }: TestHost): Promise<readonly string[]> {
  return toValue(await api.listMemories())
    .map(({ record }) => record.text)
    .sort();
}

const toNotices = (events: readonly RunEvent[]) => ofType(events, "notice").map(({ kind }) => kind);
const BOTH = "Remember that my bicycle is green and that my cat is called Tom";
const BICYCLE = writeCall("memory_write", { text: "My bicycle is green." });

describe("a message with several wishes", () => {
  it("has each of them saved, also those that the model left out", async () => {
    const host = await startAssistant([BICYCLE, "I have saved it."]);
    const { events } = await ask(host, BOTH);
    expect(await listNotes(host)).toEqual(["My bicycle is green.", "my cat is called Tom"]);
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "I have saved it." });
    expect(toNotices(events)).toEqual(["kept-wishes"]);
  });

  it.each([
    [
      "Merke dir, dass mein Fahrrad grün ist und dass meine Katze Tom heißt",
      ["mein Fahrrad grün ist", "meine Katze Tom heißt"],
    ],
    ["Recuerda que mi bici es verde y que mi gato se llama Tom", ["mi bici es verde", "mi gato se llama Tom"]],
  ])("has them saved where the model only says so: %s", async (asked, notes) => {
    const host = await startAssistant(["I have saved it."]);
    await ask(host, asked);
    expect(await listNotes(host)).toEqual(notes);
  });

  it("has nothing saved twice where the model has saved all", async () => {
    const cat = writeCall("memory_write", { text: "The cat is named Tom." });
    const host = await startAssistant([`${BICYCLE}\n${cat}`, "I have saved both."]);
    const { events } = await ask(host, BOTH);
    expect(await listNotes(host)).toEqual(["My bicycle is green.", "The cat is named Tom."]);
    expect(toNotices(events)).toEqual([]);
  });

  it("is told that nothing was saved while memory is off", async () => {
    const host = await startAssistant(["I have saved it."]);
    toValue(await host.api.updateSettings({ memoryEnabled: false }));
    const { events } = await ask(host, BOTH);
    expect(toNotices(events)).toEqual(["not-saved"]);
    expect(await listNotes(host)).toEqual([]);
  });
});

describe("a plain wish to keep something, with a model that is too weak to be asked", () => {
  const UNASKED = "The model was asked.";

  it.each([
    [BOTH, ["my bicycle is green", "my cat is called Tom"], "I have saved it."],
    ["Notiere: Mein Fahrrad ist grün", ["Mein Fahrrad ist grün"], "Ich habe es gespeichert."],
    ["Recuerda que mi bicicleta es verde", ["mi bicicleta es verde"], "Lo he guardado."],
  ])("is done at once and answered in its language: %s", async (asked, notes, answer) => {
    const host = await startAssistant([UNASKED], { shortList: true });
    const { events } = await ask(host, asked);
    expect(await listNotes(host)).toEqual(notes);
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: answer });
    expect(toNotices(events)).toEqual([]);
  });

  it("goes to the model when more is asked for, and with memory off", async () => {
    const more = await startAssistant([UNASKED], { shortList: true });
    expect(toEnd((await ask(more, "Remember that I like tea. What is 2 + 2?")).events).text).toBe(UNASKED);
    const off = await startAssistant([UNASKED], { shortList: true });
    toValue(await off.api.updateSettings({ memoryEnabled: false }));
    const { events } = await ask(off, BOTH);
    expect(toEnd(events).text).toBe(UNASKED);
    expect(toNotices(events)).toEqual(["not-saved"]);
  });
});

/** Asks, and answers the question about the call like this. */
async function askAndDecide(host: TestHost, text: string, type: "allow-once" | "deny"): Promise<readonly RunEvent[]> {
  const { runId } = toValue(await host.api.send({ conversationId: null, text }));
  const asked = await host.waitFor((event) => event.type === "run" && event.event.type === "approval-requested");
  if (asked.type !== "run" || asked.event.type !== "approval-requested") throw new Error("nothing was asked");
  expect(asked.event.request).toMatchObject({
    preview: { before: expect.stringMatching(/green|grün|verde/u), after: null },
  });
  await host.api.decideApproval(runId, asked.event.request.call.id, type === "deny" ? { type, reason: "" } : { type });
  return host.runEvents(runId);
}

async function startWithNotes(first = "My bicycle is green."): Promise<TestHost> {
  const host = await startAssistant(["I forgot."]);
  for (const text of [first, "The ferry leaves at 7:40."]) {
    toValue(await host.api.saveMemory({ namespace: "notes", text, source: { type: "user" } }));
  }
  return host;
}

describe("a wish to forget", () => {
  it.each([
    ["Forget what I said about my bicycle", "My bicycle is green.", "It is deleted."],
    ["Vergiss, was ich über mein Fahrrad gesagt habe", "Mein Fahrrad ist grün.", "Das ist gelöscht."],
    ["Olvida lo que dije sobre mi bicicleta", "Mi bicicleta es verde.", "Está borrado."],
  ])("offers the note to delete, and can be undone: %s", async (text, note, answer) => {
    const host = await startWithNotes(note);
    const events = await askAndDecide(host, text, "allow-once");
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: answer });
    expect(await listNotes(host)).toEqual(["The ferry leaves at 7:40."]);
    const [message] = host.events.flatMap((event) => (event.type === "run" ? [event.messageId] : []));
    expect(toValue(await host.api.undoAnswer(message ?? ""))).toEqual({ type: "reverted", notes: 1 });
    expect(await listNotes(host)).toHaveLength(2);
  });

  it("deletes nothing when the user says no, and does not claim it", async () => {
    const host = await startWithNotes();
    const events = await askAndDecide(host, "Forget my bicycle", "deny");
    expect(toEnd(events).text).toBe("Nothing was deleted.");
    expect(await listNotes(host)).toHaveLength(2);
  });

  it("without a fitting note is told that nothing was deleted", async () => {
    const host = await startWithNotes();
    const { events } = await ask(host, "Forget my dentist appointment");
    expect(toNotices(events)).toEqual(["nothing-to-forget"]);
    expect(await listNotes(host)).toHaveLength(2);
  });

  it("leaves nothing of the note in what later questions are asked with", async () => {
    const host = await startWithNotes();
    await askAndDecide(host, "Forget my bicycle", "allow-once");
    const stored = toValue(
      await host.api.listConversations().then((list) => host.api.openConversation(list[0]?.id ?? "")),
    );
    expect(stored.messages.at(-1)).not.toHaveProperty("recalled");
  });
});
