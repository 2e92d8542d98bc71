import { describe, expect, it } from "vitest";
import { createModel, toyAgent } from "../../agent/run/run-agent.fixture.ts";
import type { AssistantMessage } from "../../protocol/message.ts";
import { ask, startTestHost, type TestHost, toValue } from "../agent-host.fixture.ts";

/** A host whose model has answered three questions, in one conversation. */
async function startTalk(turns: Parameters<typeof createModel>[0]) {
  const model = createModel(["Hello Ann.", "At 7:40.", "From pier two.", ...turns]);
  const host = await startTestHost({ model, agent: toyAgent([]) });
  const { conversationId } = await ask(host, "I am Ann.");
  await ask(host, "When does the ferry leave?", { conversationId });
  await ask(host, "From where?", { conversationId });
  return { host, model, conversationId };
}

async function readSummaries(host: TestHost, conversationId: string): Promise<AssistantMessage[]> {
  const messages = await host.messages(conversationId);
  return messages.filter(
    (message) => message.role === "assistant" && message.summary !== undefined,
  ) as AssistantMessage[];
}

describe("a summary of older messages", () => {
  it("is written by the model, kept in the conversation, and read in the place of what it stands for", async () => {
    const { host, model, conversationId } = await startTalk(["The person is Ann.", "You are Ann."]);
    const before = await host.messages(conversationId);
    await host.runEvents(toValue(await host.api.summarizeConversation(conversationId)));
    expect(model.prompts[3]).toContain("I am Ann.");
    expect(model.prompts[3]).not.toContain("From where?");
    const [summary] = await readSummaries(host, conversationId);
    expect(summary).toMatchObject({
      state: "complete",
      parentId: before.at(-1)?.id,
      turns: [{ text: "The person is Ann." }],
      summary: { through: before[1]?.id, messages: 2 },
    });
    expect((await host.messages(conversationId)).slice(0, before.length)).toEqual(before);
    await ask(host, "Who am I?", { conversationId });
    const prompt = model.prompts[4] ?? "";
    expect(prompt).toContain("The person is Ann.");
    expect(prompt).not.toContain("I am Ann.");
    expect(prompt.indexOf("The person is Ann.")).toBeLessThan(prompt.indexOf("When does the ferry leave?"));
  });

  it("can be taken back and put to use again: the messages were never gone", async () => {
    const { host, model, conversationId } = await startTalk(["The person is Ann.", "Ann.", "Still Ann."]);
    await host.runEvents(toValue(await host.api.summarizeConversation(conversationId)));
    const [summary] = await readSummaries(host, conversationId);
    toValue(await host.api.applySummary(summary?.id ?? "", false));
    await ask(host, "Who am I?", { conversationId });
    expect(model.prompts[4]).toContain("I am Ann.");
    expect(model.prompts[4]).not.toContain("The person is Ann.");
    toValue(await host.api.applySummary(summary?.id ?? "", true));
    await ask(host, "Sure?", { conversationId });
    expect(model.prompts[5]).toContain("The person is Ann.");
    expect(model.prompts[5]).not.toContain("I am Ann.");
  });

  it("that was stopped half-way is not read", async () => {
    const { host, model, conversationId } = await startTalk([
      { text: "The person ", endless: true, chunkDelayMs: 5 },
      "You are Ann.",
    ]);
    const runId = toValue(await host.api.summarizeConversation(conversationId));
    await host.waitFor((told) => told.type === "run" && told.runId === runId && told.event.type === "text-delta");
    await host.api.stop(runId);
    await host.runEvents(runId);
    expect(await readSummaries(host, conversationId)).toMatchObject([{ state: "stopped" }]);
    await ask(host, "Who am I?", { conversationId });
    expect(model.prompts[4]).toContain("I am Ann.");
    expect(model.prompts[4]).not.toContain("The person The person");
  });

  it("is refused where there is nothing older, while a run is under way, and for what is no summary", async () => {
    const model = createModel(["Hello Ann.", { text: "on and on ", endless: true, chunkDelayMs: 5 }]);
    const host = await startTestHost({ model, agent: toyAgent([]) });
    const { conversationId, assistantMessageId } = await ask(host, "I am Ann.");
    const refused = await host.api.summarizeConversation(conversationId);
    expect(refused).toMatchObject({ ok: false, failure: { code: "nothing-to-summarize" } });
    expect(await host.api.applySummary(assistantMessageId, false)).toMatchObject({ ok: false });
    const { runId } = toValue(await host.api.send({ conversationId, text: "Go on." }));
    expect(await host.api.summarizeConversation(conversationId)).toMatchObject({ failure: { code: "engine-busy" } });
    await host.api.stop(runId);
    await host.runEvents(runId);
  });

  it("is not needed to see that a window was cut: the answer says how many messages were left out", async () => {
    const long = Array.from({ length: 150 }, (_, index) => `word${index}`).join(" ");
    const model = createModel([long, long, long, "Done."]);
    const small = { ...model, info: { ...model.info, contextTokens: 900 } };
    const host = await startTestHost({ model: small, agent: toyAgent([]) });
    const { conversationId } = await ask(host, "One");
    await ask(host, "Two", { conversationId });
    await ask(host, "Three", { conversationId });
    const { assistantMessageId } = await ask(host, "Four", { conversationId });
    const answer = (await host.messages(conversationId)).find(({ id }) => id === assistantMessageId);
    expect(answer).toMatchObject({ leftOut: 4 });
    expect(model.prompts[3]).not.toContain("One");
    expect(model.prompts[3]).toContain("Three");
  });
});
