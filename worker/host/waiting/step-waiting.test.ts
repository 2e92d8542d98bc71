import { describe, expect, it, vi } from "vitest";
import { createModel, toyAgent, toyTool, writeCall } from "../../agent/run/run-agent.fixture.ts";
import { platformClock } from "../../platform/clock.ts";
import type { AssistantMessage } from "../../protocol/message.ts";
import type { WaitingStep } from "../../protocol/waiting.ts";
import { ask, startTestHost, type TestHost, toValue } from "../agent-host.fixture.ts";

const QUESTION: WaitingStep = { type: "ask", text: "What is new?", foreign: false, conversationId: null };

/** A host whose model writes these turns, and what its tools have done. */
async function open(turns: Parameters<typeof createModel>[0], firstModel?: null) {
  const done: string[] = [];
  const toTool = (name: string, effect: "reads" | "writes" | "sends") =>
    toyTool(name, () => done.push(name), { effect });
  const agent = toyAgent([toTool("look", "reads"), toTool("save", "writes"), toTool("post", "sends")]);
  // A clock that jumps ahead would not wait for the user.
  const clock = { ...platformClock, advance: () => undefined };
  const host = await startTestHost({
    clock,
    agent,
    model: createModel(turns),
    ...(firstModel === null && { firstModel }),
  });
  return { host, done };
}

async function step(host: TestHost, taken: WaitingStep) {
  const { runId = "", conversationId = "" } = toValue(await host.api.stepWaiting(taken));
  return { runId, conversationId };
}

async function readAnswers(host: TestHost, conversationId: string): Promise<readonly AssistantMessage[]> {
  return (await host.messages(conversationId)).filter((message) => message.role === "assistant");
}

describe("a question that waits", () => {
  it("reads, keeps what it would write or send as drafts, asks nobody, and ends with its answer", async () => {
    const calls = [writeCall("look"), writeCall("save", { text: "x" }), writeCall("post"), "Nothing is new."];
    const { host, done } = await open(calls);
    const { runId, conversationId } = await step(host, QUESTION);
    const events = await host.runEvents(runId);
    expect(done).toEqual(["look"]);
    expect(events.map(({ type }) => type)).not.toContain("approval-requested");
    const [answer] = await readAnswers(host, conversationId);
    expect(answer?.state).toBe("complete");
    const records = answer?.turns.flatMap((turn) => turn.calls) ?? [];
    expect(records.map(({ call, outcome }) => [call.name, outcome?.type])).toEqual([
      ["look", "success"],
      ["save", "detected"],
      ["post", "detected"],
    ]);
  });

  it("is asked anew each time, on a branch of its own in the same chat", async () => {
    const { host } = await open(["One.", "Two."]);
    const first = await step(host, QUESTION);
    await host.runEvents(first.runId);
    const second = await step(host, { ...QUESTION, conversationId: first.conversationId });
    await host.runEvents(second.runId);
    expect(second.conversationId).toBe(first.conversationId);
    const messages = await host.messages(first.conversationId);
    expect(messages.filter(({ role, parentId }) => role === "user" && parentId === null)).toHaveLength(2);
  });

  it("begins another chat where its own was deleted", async () => {
    const { host } = await open(["One."]);
    const { conversationId, runId } = await step(host, { ...QUESTION, conversationId: "gone" });
    await host.runEvents(runId);
    expect(conversationId).not.toBe("gone");
    expect(await readAnswers(host, conversationId)).toHaveLength(1);
  });

  it("stops for a question of the user's, and does not begin beside one", async () => {
    const { host } = await open([{ text: "on and on ", endless: true, chunkDelayMs: 5 }, "Here I am."]);
    const { runId } = await step(host, QUESTION);
    await host.waitFor((event) => event.type === "run" && event.event.type === "text-delta");
    expect(await host.api.stepWaiting(QUESTION)).toMatchObject({ ok: false, failure: { code: "engine-busy" } });
    const asked = await ask(host, "Are you there?");
    expect(asked.events.at(-1)).toMatchObject({ type: "run-end", reason: "answered" });
    expect((await host.runEvents(runId)).at(-1)).toMatchObject({ type: "run-end", reason: "cancelled" });
  });

  it("is not asked while everything is locked, and is once it is not", async () => {
    const model = createModel(["Nothing is new."]);
    let unlock = () => {};
    const unlocked = new Promise<void>((resolve) => {
      unlock = resolve;
    });
    const asked = vi.fn();
    const asking: ReturnType<TestHost["api"]["stepWaiting"]>[] = [];
    const starting = startTestHost({
      model,
      unlocked,
      beforeStart: (api) => void asking.push(api.stepWaiting(QUESTION)),
    });
    void asking[0]?.then(asked);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([asking.length, model.prompts.length, asked.mock.calls.length]).toEqual([1, 0, 0]);
    unlock();
    const host = await starting;
    await host.waitFor((event) => event.type === "model" && event.state.type === "ready");
    // Before the model is there it is refused, and the page asks again.
    const begun = await asking[0];
    const { runId = "" } = begun?.ok === true ? begun.value : toValue(await host.api.stepWaiting(QUESTION));
    await host.runEvents(runId);
    expect(model.prompts).toHaveLength(1);
  });

  it("loads no model", async () => {
    const { host } = await open([], null);
    expect(await host.api.stepWaiting(QUESTION)).toMatchObject({ ok: false, failure: { code: "no-model" } });
    expect(await host.stores.conversations.list()).toEqual([]);
  });
});

describe("a draft", () => {
  it.each([
    ["runs once the user agrees", "allow-once", ["save"]],
    ["does not run where they do not", "deny", []],
  ] as const)("%s, and asks as a call that has read text from outside", async (_, type, expected) => {
    const { host, done } = await open([writeCall("save", { text: "x" }), "I have a draft."]);
    const { runId, conversationId } = await step(host, QUESTION);
    await host.runEvents(runId);
    const draft = await step(host, { type: "carry-out", conversationId, name: "save", input: { text: "x" } });
    const isAsked = (event: Parameters<Parameters<TestHost["waitFor"]>[0]>[0]) =>
      event.type === "run" && event.event.type === "approval-requested";
    const asked = await host.waitFor(isAsked);
    expect(done).toEqual([]);
    const request = asked.type === "run" && asked.event.type === "approval-requested" ? asked.event.request : null;
    expect(request?.call).toMatchObject({ name: "save", arguments: { text: "x" } });
    expect(request?.causes).toEqual(expect.arrayContaining(["tool-asks", "read-outside"]));
    const decision = type === "deny" ? ({ type, reason: "" } as const) : ({ type } as const);
    await host.api.decideApproval(draft.runId, request?.call.id ?? "", decision);
    await host.runEvents(draft.runId);
    await vi.waitFor(() => expect(done).toEqual(expected));
  });

  it("of a tool that is not there any more is refused, and starts nothing", async () => {
    const { host } = await open(["One."]);
    const { runId, conversationId } = await step(host, QUESTION);
    await host.runEvents(runId);
    const refused = await host.api.stepWaiting({ type: "carry-out", conversationId, name: "toString", input: {} });
    expect(refused.ok).toBe(false);
    expect(await readAnswers(host, conversationId)).toHaveLength(1);
  });
});
