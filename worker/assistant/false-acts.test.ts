import { describe, expect, it } from "vitest";
import { createTestClock } from "../../package/test-clock.ts";
import { type Agent, defineAgent } from "../agent/define/agent.ts";
import { defineSkill } from "../agent/define/skill.ts";
import type { Tool } from "../agent/define/tool.ts";
import { createModel, ofType, toEnd, toyTool } from "../agent/run/run-agent.fixture.ts";
import { FALSE_ACTS } from "../fastpath/fastpath.fixture.ts";
import { createResponders } from "../fastpath/registry.ts";
import { ask, startTestHost, type TestHost, toValue } from "../host/agent-host.fixture.ts";
import type { RunEvent } from "../protocol/run-event.ts";
import { createInMemoryStores } from "../store/in-memory-stores.ts";
import { createAssistant } from "./assistant.ts";

const MODEL = "The model's own answer.";
const NOTES = ["There is a leak under the tap", "Hotels in Graz: Wiesler", "The rent in Linz is 700 euros"];

/** The app's own agent with its exact skills, a strong model that answers in words, and these notes. */
async function startApp(
  turns: readonly string[] = [MODEL],
  ofServer?: Tool,
): Promise<TestHost & { readonly prompts: readonly string[] }> {
  const auto = createTestClock({ auto: true });
  const standing = createTestClock();
  // A tool's code is loaded when it is first called: its time limit must not be jumped to meanwhile.
  const wait = (milliseconds: number, signal: AbortSignal) =>
    (milliseconds >= 60_000 ? standing : auto).wait(milliseconds, signal);
  let ids = 0;
  const stores = createInMemoryStores({ now: () => auto.wallNow(), newId: () => `memory-${++ids}` });
  const model = createModel(turns);
  const assistant = createAssistant(stores.memories);
  const host = await startTestHost({
    clock: { ...auto, wait },
    agent: ofServer === undefined ? assistant : withServer(assistant, ofServer),
    stores,
    model,
    responders: createResponders(),
  });
  for (const text of NOTES) toValue(await host.api.saveMemory({ namespace: "notes", text, source: { type: "user" } }));
  return { ...host, prompts: model.prompts };
}

/** The agent with a mode as a connected server has it. */
function withServer(agent: Agent, tool: Tool): Agent {
  const skill = defineSkill({
    name: "mcp-metal",
    description: "Work with the tools of metal.",
    alone: true,
    tools: [tool],
  });
  return defineAgent({ ...agent, tools: [...agent.tools, tool], skills: [...agent.skills, skill] });
}

async function listNotes({ api }: TestHost): Promise<readonly string[]> {
  return toValue(await api.listMemories())
    .map(({ record }) => record.text)
    .sort();
}

describe("a message that only looks like a wish", () => {
  it.each(FALSE_ACTS)("goes to the model, and nothing is saved or offered for deletion: %s", async (text) => {
    const host = await startApp();
    const { events } = await ask(host, text);
    expect(host.prompts).toHaveLength(1);
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: MODEL });
    expect(toEnd(events)).not.toHaveProperty("by");
    expect(ofType(events, "call-start")).toEqual([]);
    expect(ofType(events, "approval-requested")).toEqual([]);
    expect(await listNotes(host)).toEqual([...NOTES].sort());
  });
});

/** Asks, and answers the question about the call like this. */
async function askAndDecide(host: TestHost, text: string, type: "allow-once" | "deny"): Promise<readonly RunEvent[]> {
  const { runId } = toValue(await host.api.send({ conversationId: null, text }));
  const asked = await host.waitFor((event) => event.type === "run" && event.event.type === "approval-requested");
  if (asked.type !== "run" || asked.event.type !== "approval-requested") throw new Error("nothing was asked");
  expect(asked.event.request.preview).toMatchObject({ before: NOTES[1], after: null });
  await host.api.decideApproval(runId, asked.event.request.call.id, type === "deny" ? { type, reason: "" } : { type });
  return host.runEvents(runId);
}

describe("what the app's exact skills understand", () => {
  it("is answered without the model, and the stored answer says by which of them", async () => {
    const host = await startApp();
    const { conversationId } = toValue(await host.api.send({ conversationId: null, text: "What is 12 * 7?" }));
    await host.waitFor((event) => event.type === "run" && event.event.type === "run-end");
    expect(host.prompts).toEqual([]);
    const [, answer] = await host.messages(conversationId);
    expect(answer).toMatchObject({
      state: "complete",
      by: "sums",
      turns: [{ calls: [{}] }, { text: "12 × 7 = **84**" }],
    });
  });

  it("is answered by the model when asked again", async () => {
    const host = await startApp();
    const { assistantMessageId } = toValue(await host.api.send({ conversationId: null, text: "What is 12 * 7?" }));
    await host.waitFor((event) => event.type === "run" && event.event.type === "run-end");
    const again = toValue(await host.api.regenerate(assistantMessageId));
    const end = toEnd(await host.runEvents(again.runId));
    expect(end).toMatchObject({ text: MODEL });
    expect(end).not.toHaveProperty("by");
  });

  it("goes to the model while the setting is off, and for a question that wants it", async () => {
    const host = await startApp([MODEL, MODEL]);
    const { runId } = toValue(await host.api.send({ conversationId: null, text: "What is 12 * 7?", askModel: true }));
    expect(toEnd(await host.runEvents(runId)).text).toBe(MODEL);
    toValue(await host.api.updateSettings({ answerWithoutModel: false }));
    expect(toEnd((await ask(host, "What is 12 * 7?")).events).text).toBe(MODEL);
  });

  it("calls no tool that the user has switched off, and does again once it is on", async () => {
    const host = await startApp([MODEL, MODEL]);
    toValue(await host.api.updateSettings({ toolsOff: ["calculate"] }));
    const { events } = await ask(host, "What is 12 * 7?");
    expect(toEnd(events).text).toBe(MODEL);
    expect(events).toContainEqual(expect.objectContaining({ type: "run-start" }));
    const start = events.find(({ type }) => type === "run-start");
    expect(JSON.stringify(start)).not.toContain('"calculate"');
    toValue(await host.api.updateSettings({ toolsOff: [] }));
    expect(toEnd((await ask(host, "What is 12 * 7?")).events)).toMatchObject({ by: "sums" });
  });

  it.each(['Save this note: "Takeaways" into project:metal', "What is in project:metal?", "What is 12 * 7?"])(
    "does nothing in a mode of a server's tools alone, and says nothing untrue there: %s",
    async (text) => {
      const upsert = toyTool("metal.memory.v1.upsert_memory", () => ({ upserted: 1 }));
      const host = await startApp([MODEL], upsert);
      const { runId } = toValue(await host.api.send({ conversationId: null, text, skill: "mcp-metal" }));
      const events = await host.runEvents(runId);
      expect(toEnd(events)).toMatchObject({ text: MODEL });
      expect(ofType(events, "call-start")).toEqual([]);
      expect(ofType(events, "run-start")).toMatchObject([{ tools: ["metal.memory.v1.upsert_memory"] }]);
      expect(await listNotes(host)).toEqual([...NOTES].sort());
    },
  );

  it("calls no tool that the user has switched off, of notes either, and then does not say that memory is off", async () => {
    const host = await startApp([MODEL]);
    toValue(await host.api.updateSettings({ toolsOff: ["memory_write"] }));
    expect(toEnd((await ask(host, "Remember that my bicycle is green")).events).text).toBe(MODEL);
  });

  it("saves what a message asks to keep and nothing else", async () => {
    const host = await startApp();
    const { events } = await ask(host, "Remember that my bicycle is green");
    expect(toEnd(events)).toMatchObject({ text: "I have saved it.", by: "remember" });
    expect(await listNotes(host)).toContain("my bicycle is green");
    const off = await startApp();
    toValue(await off.api.updateSettings({ memoryEnabled: false }));
    const said = toEnd((await ask(off, "Remember that my bicycle is green")).events);
    expect(said).toMatchObject({ text: expect.stringMatching(/^Memory is switched off/u), by: "remember" });
    expect(await listNotes(off)).not.toContain("my bicycle is green");
  });

  it("deletes a note only once the user has agreed, and leaves nothing of it in the conversation", async () => {
    const refused = await startApp();
    const denied = await askAndDecide(refused, "Forget the hotels in Graz", "deny");
    expect(toEnd(denied)).toMatchObject({ text: "Notes deleted: 0.", by: "forget" });
    expect(await listNotes(refused)).toHaveLength(NOTES.length);
    const host = await startApp();
    const events = await askAndDecide(host, "Forget the hotels in Graz", "allow-once");
    expect(toEnd(events).text).toBe("Notes deleted: 1.");
    expect(await listNotes(host)).toHaveLength(NOTES.length - 1);
    const [conversation] = await host.api.listConversations();
    const stored = await host.messages(conversation?.id ?? "");
    expect(stored.at(-1)).not.toHaveProperty("recalled");
  });
});
