import { describe, expect, it } from "vitest";
import { defineAgent } from "../../agent/define/agent.ts";
import { defineSkill } from "../../agent/define/skill.ts";
import type { ModelClient } from "../../agent/ports/model-client.ts";
import type { Responder } from "../../agent/ports/responder.ts";
import { createModel, ofType, toyAgent, toyTool } from "../../agent/run/run-agent.fixture.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import { createInMemoryStores } from "../../store/in-memory-stores.ts";
import { withTemporary } from "../../store/with-temporary.ts";
import { ask, createTestLibrary, startTestHost, type TestHost, toValue } from "../agent-host.fixture.ts";

const AGENT = defineAgent({
  name: "toy",
  prompt: "You are a test.",
  skills: [
    defineSkill({ name: "plain", description: "Answer.", tools: [] }),
    defineSkill({ name: "brief", description: "Answer briefly.", tools: [] }),
  ],
});

function startHost(): Promise<TestHost> {
  return startTestHost({ agent: AGENT, model: createModel(Array.from({ length: 6 }, () => "Yes.")) });
}

const toSkill = (events: readonly RunEvent[]) => ofType(events, "run-start")[0]?.skill;

describe("the skill of a conversation", () => {
  it("is kept from its first question on, and changes no other conversation", async () => {
    const host = await startHost();
    const first = await ask(host, "One?", { skill: "brief" });
    expect(toSkill((await ask(host, "Two?", { conversationId: first.conversationId })).events)).toBe("brief");
    expect(toSkill((await ask(host, "Three?")).events)).toBe("plain");
  });

  it("stays when another one becomes the default, and can be changed in the middle", async () => {
    const host = await startHost();
    const { conversationId } = await ask(host, "One?");
    toValue(await host.api.updateSettings({ skill: "brief" }));
    expect(toSkill((await ask(host, "Two?", { conversationId })).events)).toBe("plain");
    expect(toSkill((await ask(host, "Three?", { conversationId, skill: "brief" })).events)).toBe("brief");
    expect(toSkill((await ask(host, "Four?", { conversationId })).events)).toBe("brief");
  });

  it("is that of the old answer where a question is answered anew", async () => {
    const host = await startHost();
    const first = await ask(host, "One?");
    await ask(host, "Two?", { conversationId: first.conversationId, skill: "brief" });
    const { runId } = toValue(await host.api.regenerate(first.assistantMessageId));
    expect(toSkill(await host.runEvents(runId))).toBe("plain");
  });
});

describe("a skill that is not there", () => {
  it("is an error that names those which are, and nothing is asked or stored", async () => {
    const host = await startHost();
    const sent = await host.api.send({ conversationId: null, text: "One?", skill: "breif" });
    expect(sent).toMatchObject({
      ok: false,
      failure: { code: "skill-missing", detail: "'breif' is none of plain, brief" },
    });
    expect(await host.api.listConversations()).toEqual([]);
  });

  it("is an error as well where a conversation or an older answer was under it", async () => {
    const host = await startHost();
    const { conversationId, assistantMessageId } = await ask(host, "One?", { skill: "brief" });
    const conversation = await host.stores.conversations.read(conversationId);
    if (conversation === null) throw new Error("The conversation is not stored.");
    await host.stores.conversations.update(conversationId, { skill: "gone" }, 2);
    const sent = await host.api.send({ conversationId, text: "Two?" });
    expect(sent).toMatchObject({ ok: false, failure: { code: "skill-missing" } });
    // The older answer was under a skill that is still there.
    expect(await host.api.regenerate(assistantMessageId)).toMatchObject({ ok: true });
  });
});

describe("a question while the model is on its way", () => {
  /** Answers "now" by its tool. */
  const responder: Responder = {
    name: "clock",
    respond: async ({ text }, call) =>
      text === "now" && (await call("tell_time", {})) !== null ? { text: "It is noon." } : null,
  };

  it("is answered at once where no model is needed, and otherwise as soon as it is there", async () => {
    let arrive: (model: ModelClient) => void = () => undefined;
    const arriving = new Promise<ModelClient>((resolve) => {
      arrive = resolve;
    });
    const host = await startTestHost({
      agent: toyAgent([toyTool("tell_time", () => "noon")]),
      library: createTestLibrary({ test: () => arriving }),
      responders: [responder],
    });
    const { events, conversationId } = await ask(host, "now");
    expect(events.at(-1)).toMatchObject({ type: "run-end", reason: "answered", text: "It is noon.", by: "clock" });
    expect((await host.messages(conversationId)).at(-1)).toMatchObject({ state: "complete", by: "clock" });
    const { runId } = toValue(await host.api.send({ conversationId, text: "And why?" }));
    arrive(createModel(["Because."]));
    const waited = await host.runEvents(runId);
    expect(ofType(waited, "run-start")).toHaveLength(1);
    expect(waited.at(-1)).toMatchObject({ reason: "answered", text: "Because." });
  });

  it("needs none at all where no model can be had, and says so otherwise", async () => {
    const host = await startTestHost({ library: createTestLibrary({}), firstModel: null, responders: [responder] });
    expect((await ask(host, "why")).events).toMatchObject([{ type: "run-end", failure: { code: "no-model" } }]);
  });
});

describe("a temporary conversation", () => {
  it("can be continued, but leaves nothing in the stores, and nothing at all once it is deleted", async () => {
    const clock = { now: () => 1, newId: () => "stored" };
    const kept = createInMemoryStores(clock);
    const stores = withTemporary(kept, async () => createInMemoryStores(clock));
    const model = createModel(["Yes.", "Still yes.", "No."]);
    const host = await startTestHost({ agent: AGENT, model, stores });
    toValue(
      await host.api.saveMemory({ namespace: "notes", text: "The ferry leaves at 7:40.", source: { type: "user" } }),
    );
    const { conversationId, runId } = await ask(host, "When does the ferry leave?", { temporary: true });
    await ask(host, "And the next ferry?", { conversationId });
    expect(model.prompts[0]).not.toContain("7:40");
    expect(model.prompts[1]).toContain("When does the ferry leave?");
    expect(await kept.readEverything()).toMatchObject({ conversations: [], messages: [], runs: [] });
    expect(await host.api.listConversations()).toEqual([]);
    expect(await host.api.readRun(runId)).toMatchObject({ ok: true });
    toValue(await host.api.deleteConversation(conversationId));
    expect(await host.api.openConversation(conversationId)).toMatchObject({ ok: false });
    expect(await host.api.readRun(runId)).toMatchObject({ ok: false });
    const { conversationId: other } = await ask(host, "Stored?");
    expect((await kept.conversations.list()).map(({ id }) => id)).toEqual([other]);
  });
});

it("an answer under way is given up for one without tools, which stays so when it is asked for anew", async () => {
  const model = createModel([{ text: "x", prefillMs: 60_000 }, "Plain.", "Plain again."]);
  const host = await startTestHost({ agent: toyAgent([toyTool("tell_time", () => "noon")]), model });
  const { runId, assistantMessageId } = toValue(await host.api.send({ conversationId: null, text: "Why?" }));
  await host.waitFor((event) => event.type === "run" && event.event.type === "prompt-sent");
  const second = toValue(await host.api.regenerate(assistantMessageId, true));
  expect((await host.runEvents(runId)).at(-1)).toMatchObject({ reason: "cancelled" });
  const events = await host.runEvents(second.runId);
  expect(ofType(events, "run-start")).toMatchObject([{ tools: [] }]);
  expect(events.at(-1)).toMatchObject({ reason: "answered", text: "Plain." });
  const third = toValue(await host.api.regenerate(second.assistantMessageId));
  expect(ofType(await host.runEvents(third.runId), "run-start")).toMatchObject([{ tools: [] }]);
});

it("a run is handed out as a provider's request and response, in the words of its conversation", async () => {
  const host = await startHost();
  const first = await ask(host, "One?");
  const { runId } = await ask(host, "Two?", { conversationId: first.conversationId });
  const exchange = toValue(await host.api.toProviderExchange(runId, "openai"));
  expect(exchange).toMatchObject({
    request: {
      messages: [{ role: "system" }, { content: "One?" }, { content: "Yes." }, { content: "Two?" }],
      temperature: 0,
    },
    response: { choices: [{ message: { content: "Yes." } }] },
  });
  expect(await host.api.toProviderExchange("none", "openai")).toMatchObject({ ok: false });
});

it("a provider's request is taken as a conversation of somebody else's words, and nothing else is", async () => {
  const host = await startHost();
  const { runId } = await ask(host, "One?");
  const exchange = toValue(await host.api.toProviderExchange(runId, "anthropic"));
  const id = toValue(await host.api.importExchange(JSON.stringify(exchange))) ?? "";
  const { conversation, messages } = toValue(await host.api.openConversation(id));
  expect(conversation).toMatchObject({ title: "One?" });
  expect(conversation).not.toHaveProperty("systemPrompt");
  expect(messages).toMatchObject([
    { role: "user", text: "One?", foreign: true },
    { role: "assistant", state: "complete", foreign: true },
  ]);
  expect(await host.api.importExchange("no JSON")).toEqual({ ok: true, value: null });
  expect(await host.api.importExchange('{"photos": []}')).toEqual({ ok: true, value: null });
  const deep = `${"[".repeat(200)}${"]".repeat(200)}`;
  expect(await host.api.importExchange(deep)).toMatchObject({ ok: false, failure: { code: "import-refused" } });
  expect(await host.stores.conversations.list()).toHaveLength(2);
});
