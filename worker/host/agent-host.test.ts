import { describe, expect, it } from "vitest";
import { createTestClock } from "../../package/test-clock.ts";
import { toToolOutput } from "../agent/define/tool.ts";
import type { GenerateRequest, ModelClient } from "../agent/ports/model-client.ts";
import type { Clock } from "../agent/ports/run-deps.ts";
import {
  createModel,
  ofType,
  toEnd,
  toOutcomes,
  toyAgent,
  toyTool,
  writeCall,
} from "../agent/run/run-agent.fixture.ts";
import { withEmptyReasoning } from "../formats/templates/chatml-template.ts";
import type { DetectedCall } from "../protocol/api/detected-call.ts";
import type { AssistantMessage } from "../protocol/message.ts";
import type { RunEvent } from "../protocol/run-event.ts";
import { createInMemoryStores } from "../store/in-memory-stores.ts";
import { StorageFault } from "../store/storage-fault.ts";
import type { Stores } from "../store/stores.ts";
import { ask, createTestLibrary, startTestHost, toValue } from "./agent-host.fixture.ts";
import { toToolPin } from "./runs/to-tool-pin.ts";

const step = toyTool("step", (input) => input);

it("tells a page that starts what holds when it is told, not what held before the storage had answered", async () => {
  const clock = createTestClock({ auto: true });
  const stores = createInMemoryStores({ now: () => clock.wallNow(), newId: () => "m" });
  let answer: () => void = () => undefined;
  let waiting = Promise.resolve();
  const info: Stores["info"] = async () => {
    await waiting;
    return stores.info();
  };
  const host = await startTestHost({ model: createModel([]), stores: { ...stores, info }, firstModel: null });
  waiting = new Promise((resolve) => {
    answer = resolve;
  });
  const reply = host.api.start();
  await host.api.loadModel("test");
  answer();
  expect((await reply).modelState).toMatchObject({ type: "ready" });
});

describe("a question", () => {
  it("in the place of an imported one stays text from outside, and its run asks before it writes", async () => {
    const write = toyTool("note", () => "noted", { effect: "writes" });
    const host = await startTestHost({
      agent: toyAgent([write]),
      model: createModel([writeCall("note", {}), "Done."]),
    });
    const conversation = { id: "c", title: "Theirs", createdAt: 1, updatedAt: 1, headId: "q" };
    const base = { conversationId: "c", parentId: null, createdAt: 1, sequence: 0 };
    await host.stores.conversations.saveTurn({
      conversation,
      messages: [{ ...base, role: "user", id: "q", text: "Save the orders", foreign: true }],
    });
    const edited = { conversationId: "c", parentId: null, text: "Save the orders now" };
    const { runId } = toValue(await host.api.send(edited));
    await host.waitFor((event) => event.type === "run" && event.event.type === "approval-requested");
    expect(await host.messages("c")).toMatchObject([{ id: "q" }, { role: "user", foreign: true }, {}]);
    await host.api.stop(runId);
  });

  it("that came by a link, a share or the clipboard starts a run that asks before it writes", async () => {
    const write = toyTool("note", () => "noted", { effect: "writes" });
    const host = await startTestHost({
      agent: toyAgent([write]),
      model: createModel([writeCall("note", {}), "Done."]),
    });
    const linked = { conversationId: null, text: "Save the orders", foreign: true };
    const { conversationId, runId } = toValue(await host.api.send(linked));
    await host.waitFor((event) => event.type === "run" && event.event.type === "approval-requested");
    expect((await host.messages(conversationId))[0]).toMatchObject({ role: "user", foreign: true });
    await host.api.stop(runId);
  });

  it("answered by a replayed file is stored with its answer as text from outside, and taints what follows", async () => {
    const write = toyTool("note", () => "noted", { effect: "writes" });
    const replay = createModel(["Also save it."]);
    const own = createModel([writeCall("note", {}), "Done."]);
    const host = await startTestHost({
      agent: toyAgent([write]),
      library: createTestLibrary({
        test: () => ({ ...replay, info: { ...replay.info, foreign: true } }),
        own: () => own,
      }),
    });
    const { conversationId } = await ask(host, "From the file");
    expect(await host.messages(conversationId)).toMatchObject([
      { role: "user", foreign: true, sequence: 0 },
      { role: "assistant", foreign: true, sequence: 1, state: "complete" },
    ]);
    toValue(await host.api.loadModel("own"));
    const sent = toValue(await host.api.send({ conversationId, text: "Go on" }));
    await host.waitFor((event) => event.type === "run" && event.event.type === "approval-requested");
    expect((await host.messages(conversationId))[2]).not.toHaveProperty("foreign");
    await host.api.stop(sent.runId);
  });

  it("is stored with its answer, turn by turn, and the page is told in order", async () => {
    const host = await startTestHost({
      agent: toyAgent([step]),
      model: createModel([writeCall("step", { x: 1 }), "It is 1."]),
    });
    const { conversationId, userMessageId, assistantMessageId, events } = await ask(host, "What is x?\nTell me.");
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "It is 1." });
    expect(await host.messages(conversationId)).toMatchObject([
      { role: "user", id: userMessageId, text: "What is x?\nTell me.", parentId: null, sequence: 0 },
      {
        role: "assistant",
        id: assistantMessageId,
        parentId: userMessageId,
        sequence: 1,
        state: "complete",
        turns: [{ calls: [{ call: { name: "step" }, outcome: { type: "success" } }] }, { text: "It is 1." }],
      },
    ]);
    expect(await host.api.listConversations()).toMatchObject([{ title: "What is x?", headId: assistantMessageId }]);
    const first = host.events.findIndex(({ type }) => type === "message-stored");
    const run = host.events.findIndex(({ type }) => type === "run");
    expect(first).toBeLessThan(run);
  });

  it("is durable before the run begins", async () => {
    const host = await startTestHost({ model: createModel([{ text: "word ".repeat(100), chunkDelayMs: 50 }]) });
    const { conversationId, runId } = toValue(await host.api.send({ conversationId: null, text: "Hello" }));
    expect(await host.messages(conversationId)).toMatchObject([{ role: "user" }, { state: "running" }]);
    await host.api.stop(runId);
    await host.runEvents(runId);
  });

  it("has what is written so far stored while its answer is written, never less after more", async () => {
    const text = "one two three four five six seven eight nine ten ".repeat(4).trim();
    // The host has its clock once it is there.
    let wait: Clock["wait"] = () => Promise.resolve();
    const clock: Clock = { ...createTestClock(), wait: (milliseconds, signal) => wait(milliseconds, signal) };
    const host = await startTestHost({ model: createModel([{ text, chunkLength: 4, chunkDelayMs: 400 }], clock) });
    wait = host.clock.wait;
    const { events } = await ask(host, "Count");
    expect(toEnd(events)).toMatchObject({ reason: "answered", text });
    const lengths = host.events.flatMap((event) =>
      event.type === "message-stored" && event.message.role === "assistant"
        ? [event.message.turns.map((turn) => turn.text).join("").length]
        : [],
    );
    const passing = lengths.filter((length) => length > 0 && length < text.length);
    expect(passing.length).toBeGreaterThan(2);
    expect(lengths).toEqual(lengths.toSorted((left, right) => left - right));
    expect(lengths.at(-1)).toBe(text.length);
  });

  it("is answered with everything that was said before, and the model reads only what is new", async () => {
    const model = createModel(["Hello Ann.", "You are Ann."]);
    const host = await startTestHost({ model });
    const { conversationId } = await ask(host, "I am Ann.");
    const { events } = await ask(host, "Who am I?", { conversationId });
    expect(model.prompts[1]).toContain("I am Ann.");
    expect(ofType(events, "prompt-sent")).toMatchObject([{ appended: true }]);
    expect(ofType(events, "prompt-sent")[0]?.prompt).not.toContain("I am Ann.");
  });

  it("after tool calls, long results and unreadable calls still only adds to what the model has read", async () => {
    const long = toyTool("long", () => "x".repeat(20_000));
    const broken = "<tool_call>\n{{{\n</tool_call>";
    const turns = [writeCall("long") + writeCall("toString"), writeCall("long", { again: 1 }) + broken, broken, "One."];
    const host = await startTestHost({ agent: toyAgent([long]), model: createModel([...turns, "Two."]) });
    const { conversationId, events } = await ask(host, "Go.");
    expect(toEnd(events).text).toBe("One.");
    const next = await ask(host, "And again?", { conversationId });
    expect(ofType(next.events, "prompt-sent").map(({ appended }) => appended)).toEqual([true]);
  });

  it("goes by the settings that were asked for just before it, however long those take to be stored", async () => {
    const clock = createTestClock({ auto: true });
    let ids = 0;
    const stores = createInMemoryStores({ now: () => clock.wallNow(), newId: () => `m${++ids}` });
    let store: () => void = () => undefined;
    const settings: Stores["settings"] = {
      read: () => stores.settings.read(),
      update: async (change) => {
        await new Promise<void>((resolve) => {
          store = resolve;
        });
        return stores.settings.update(change);
      },
    };
    const host = await startTestHost({ model: createModel(["Yes."]), stores: { ...stores, settings } });
    const changed = host.api.updateSettings({ systemPrompt: "Answer in one word." });
    const sent = host.api.send({ conversationId: null, text: "Ready?" });
    await new Promise((resolve) => setTimeout(resolve, 20));
    store();
    await changed;
    const events = await host.runEvents(toValue(await sent).runId);
    expect(ofType(events, "prompt-sent")[0]?.prompt).toContain("Answer in one word.");
  });

  it("is answered with or without reasoning first, by the setting or by its own word", async () => {
    const model = createModel(["One.", "Two.", "Three."]);
    const thinker = { ...model, info: { ...model.info, template: withEmptyReasoning(model.info.template) } };
    const host = await startTestHost({ model: thinker });
    expect((await host.api.start()).modelState).toMatchObject({ type: "ready", thinkingSwitch: true });
    await ask(host, "One?");
    await ask(host, "Two?", { thinking: false });
    await host.api.updateSettings({ thinking: false });
    await ask(host, "Three?");
    // The first answer takes two prompts: one for the thought, and one after it.
    expect(model.prompts.map((prompt) => prompt.endsWith("</think>\n\n"))).toEqual([false, true, true, true]);
  });

  it("is asked in the format that the user has chosen for its model", async () => {
    const model = createModel(['{"final": {"content": "Yes."}}', "No."]);
    const host = await startTestHost({ model });
    const { modelId } = model.info;
    await host.api.updateSettings({ formats: { [modelId]: "protocol", another: "gemma" } });
    const { events } = await ask(host, "One?");
    expect(ofType(events, "run-start")[0]?.format).toBe("protocol");
    expect(events.at(-1)).toMatchObject({ reason: "answered", text: "Yes." });
  });

  it("is asked by the policy that the user has chosen for its model", async () => {
    const model = createModel(["answer: Yes."]);
    const host = await startTestHost({ model });
    await host.api.updateSettings({ policies: { [model.info.modelId]: "staged", another: "native" } });
    const { events } = await ask(host, "One?");
    expect(ofType(events, "run-start")[0]?.format).toBe("staged");
    expect(events.at(-1)).toMatchObject({ reason: "answered", text: "Yes." });
  });

  it("is sampled as the user has set for its model, before what is set for all, and the run says so", async () => {
    const scripted = createModel(["Yes."]);
    const requests: GenerateRequest[] = [];
    const generate: ModelClient["generate"] = (request) => {
      requests.push(request);
      return scripted.generate(request);
    };
    const model: ModelClient = { ...scripted, generate };
    const host = await startTestHost({ model });
    await host.api.updateSettings({
      sampling: { temperature: 0.2, topK: 7, seed: 5 },
      samplings: { [model.info.modelId]: { temperature: 0.9, minP: 0.1, frequencyPenalty: 0.5 }, another: { topK: 1 } },
    });
    const { events } = await ask(host, "One?");
    const sent = { temperature: 0.9, topK: 7, minP: 0.1, repetitionPenalty: 1, frequencyPenalty: 0.5, seed: 5 };
    expect(ofType(events, "prompt-sent")[0]?.sampling).toMatchObject(sent);
    expect(requests[0]).toMatchObject(sent);
  });

  it("can be tried in a format, and nothing of it is kept", async () => {
    const model = createModel(["@tool add {}"]);
    const host = await startTestHost({ model });
    const tried = toValue(await host.api.tryFormat("command"));
    expect(tried.prompt).toContain("write a single line: @tool");
    expect(tried.raw).toBe("@tool add {}");
    expect(await host.api.listConversations()).toMatchObject([]);
  });

  it("ends at the bounds that the user has set", async () => {
    const slow = toyTool("slow", () => new Promise(() => undefined));
    const host = await startTestHost({
      agent: toyAgent([slow]),
      model: createModel([writeCall("slow"), "It took too long."]),
    });
    await host.api.updateSettings({ budget: { toolTimeoutMs: 2000 } });
    const { events } = await ask(host, "Go.");
    expect(toOutcomes(events)).toEqual([{ type: "timed-out", timeoutMs: 2000 }]);
  });

  it("asked for detection alone reports the first turn's calls and executes none", async () => {
    let ran = 0;
    const act = toyTool("act", () => (ran += 1), { effect: "writes" });
    const host = await startTestHost({
      agent: toyAgent([act]),
      model: createModel([writeCall("act", { x: 1 }), "no"]),
    });
    const { events } = await ask(host, "Act.", { detect: true });
    expect(toEnd(events).reason).toBe("detected");
    expect(ofType(events, "call-start")).toMatchObject([{ call: { name: "act", arguments: { x: 1 } } }]);
    expect(toOutcomes(events)).toEqual([{ type: "detected" }]);
    expect(ran).toBe(0);
  });

  it("asked for detection alone announces what it found to the origin, and asks again in the same way", async () => {
    let ran = 0;
    const act = toyTool("act", () => (ran += 1), { effect: "writes" });
    const announced: DetectedCall[] = [];
    const call = writeCall("act", { x: 1 });
    const host = await startTestHost({
      agent: toyAgent([act]),
      model: createModel([call, call]),
      announce: (detected) => announced.push(detected),
    });
    const { runId, conversationId, assistantMessageId } = await ask(host, "Act.", { detect: true });
    const facts = { type: "detected", version: 1, conversationId, skill: "work", name: "act", arguments: { x: 1 } };
    expect(announced).toEqual([{ ...facts, runId }]);
    const again = toValue(await host.api.regenerate(assistantMessageId));
    expect(toOutcomes(await host.runEvents(again.runId))).toEqual([{ type: "detected" }]);
    expect(announced).toEqual([
      { ...facts, runId },
      { ...facts, runId: again.runId },
    ]);
    expect(ran).toBe(0);
  });

  it("held to one tool knows no other, also when it answers again", async () => {
    const tools = [toyTool("one"), toyTool("two")];
    const turns = [writeCall("two"), writeCall("one"), "Done."];
    const model = createModel([...turns, ...turns]);
    const host = await startTestHost({ agent: toyAgent(tools), model });
    const { events, assistantMessageId } = await ask(host, "Act.", { forceCall: true, onlyTool: "one" });
    expect(toOutcomes(events).map(({ type }) => type)).toEqual(["not-allowed", "success"]);
    expect(ofType(events, "run-start")[0]?.tools).toEqual(["one"]);
    expect(model.prompts[0]).not.toContain("Does two.");
    const again = await host.runEvents(toValue(await host.api.regenerate(assistantMessageId)).runId);
    expect(toOutcomes(again).map(({ type }) => type)).toEqual(["not-allowed", "success"]);
  });

  it("while another is being answered is refused, also when both come at the same moment", async () => {
    const host = await startTestHost({ model: createModel(["One.", "Two."]) });
    const [first, second] = await Promise.all([
      host.api.send({ conversationId: null, text: "one" }),
      host.api.send({ conversationId: null, text: "two" }),
    ]);
    expect(second).toEqual({ ok: false, failure: { code: "engine-busy" } });
    await host.runEvents(toValue(first).runId);
    expect(await host.api.listConversations()).toHaveLength(1);
  });

  it("right after the end of another is answered, though the last of that one is still being stored", async () => {
    const host = await startTestHost({ model: createModel(["One.", "Two."]) });
    const { append } = host.stores.runs;
    host.stores.runs.append = async (header, events) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      await append.call(host.stores.runs, header, events);
    };
    const { runId, conversationId } = toValue(await host.api.send({ conversationId: null, text: "one" }));
    await host.waitFor((event) => event.type === "run" && event.event.type === "run-end" && event.runId === runId);
    const { events } = await ask(host, "two", { conversationId });
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "Two." });
  });

  it("that runs into a fault of the program ends with it, is stored so, and the next one is answered", async () => {
    const good = createModel(["Fine."]);
    let asked = 0;
    const model: ModelClient = {
      ...good,
      generate: (request) => {
        asked += 1;
        if (asked === 1) throw new Error("a bug in the engine");
        return good.generate(request);
      },
    };
    const host = await startTestHost({ model });
    const { events, conversationId } = await ask(host, "Hello");
    expect(toEnd(events)).toMatchObject({
      reason: "failed",
      failure: { code: "internal", detail: "a bug in the engine" },
    });
    expect(await host.messages(conversationId)).toMatchObject([{ text: "Hello" }, { state: "failed" }]);
    expect(toEnd((await ask(host, "Again", { conversationId })).events).reason).toBe("answered");
  });

  it("without a model ends with the failure that says so, and the conversation is kept", async () => {
    const host = await startTestHost({ firstModel: null });
    const { events, conversationId } = await ask(host, "Anybody there?");
    expect(toEnd(events)).toMatchObject({ reason: "failed", failure: { code: "no-model" } });
    expect(await host.messages(conversationId)).toMatchObject([
      { text: "Anybody there?" },
      { state: "failed", failure: { code: "no-model" } },
    ]);
  });

  it("to a conversation that is gone is refused", async () => {
    const host = await startTestHost({ model: createModel(["x"]) });
    expect(await host.api.send({ conversationId: "gone", text: "Hello" })).toMatchObject({
      ok: false,
      failure: { code: "storage-lost" },
    });
  });

  it("that cannot be stored is refused with storage's own reason, and can be asked again", async () => {
    const host = await startTestHost({ model: createModel(["Hello."]) });
    const { saveTurn } = host.stores.conversations;
    host.stores.conversations.saveTurn = () => Promise.reject(new StorageFault({ code: "storage-full" }));
    expect(await host.api.send({ conversationId: null, text: "Hello" })).toMatchObject({
      ok: false,
      failure: { code: "storage-full" },
    });
    host.stores.conversations.saveTurn = saveTurn.bind(host.stores.conversations);
    expect(toEnd((await ask(host, "Hello")).events).reason).toBe("answered");
  });
});

describe("another answer to the same question", () => {
  it("stands beside the old one", async () => {
    const host = await startTestHost({ model: createModel(["First.", "Second."]) });
    const first = await ask(host, "Say something.");
    const again = toValue(await host.api.regenerate(first.assistantMessageId));
    await host.runEvents(again.runId);
    const messages = await host.messages(first.conversationId);
    expect(messages.filter(({ role }) => role === "user")).toHaveLength(1);
    const answers = messages.filter((message): message is AssistantMessage => message.role === "assistant");
    expect(answers.map(({ turns }) => turns[0]?.text)).toEqual(["First.", "Second."]);
    expect(new Set(answers.map(({ parentId }) => parentId))).toEqual(new Set([first.userMessageId]));
  });
});

describe("stopping", () => {
  const endless = { text: "and on and on in ever new words ", chunkDelayMs: 20, endless: true } as const;

  it("while the model writes keeps what was written, and the next question is answered", async () => {
    const host = await startTestHost({ model: createModel([endless, "Still here."]) });
    const { runId, conversationId } = toValue(await host.api.send({ conversationId: null, text: "Go on." }));
    await host.waitFor((event) => event.type === "run" && event.event.type === "text-delta");
    await host.api.stop(runId);
    const events = await host.runEvents(runId);
    expect(toEnd(events).reason).toBe("cancelled");
    const [, answer] = await host.messages(conversationId);
    expect(answer).toMatchObject({ state: "stopped", turns: [{ text: expect.stringMatching(/^and/) }] });
    expect(toEnd((await ask(host, "And now?", { conversationId })).events).reason).toBe("answered");
  });

  it("while the model is still loading ends the run at once", async () => {
    const library = createTestLibrary({ test: () => new Promise(() => undefined) });
    const host = await startTestHost({ library });
    const { runId, conversationId } = toValue(await host.api.send({ conversationId: null, text: "Hello" }));
    await host.api.stop(runId);
    expect(toEnd(await host.runEvents(runId)).reason).toBe("cancelled");
    expect(await host.messages(conversationId)).toMatchObject([{ text: "Hello" }, { state: "stopped" }]);
  });

  it("while the user is asked ends the run, and the call is not made", async () => {
    let sent = 0;
    const send = toyTool("send", () => ++sent, { effect: "sends" });
    const host = await startTestHost({ agent: toyAgent([send]), model: createModel([writeCall("send")]) });
    const { runId } = toValue(await host.api.send({ conversationId: null, text: "Send it." }));
    await host.waitFor((event) => event.type === "run" && event.event.type === "approval-requested");
    await host.api.stop(runId);
    expect(toOutcomes(await host.runEvents(runId))).toEqual([{ type: "cancelled" }]);
    expect(sent).toBe(0);
  });

  it("before the first word leaves no empty turn in the next prompt", async () => {
    const model = createModel([{ text: "x", prefillMs: 60_000 }, "Hello."]);
    const host = await startTestHost({ model });
    const { runId, conversationId } = toValue(await host.api.send({ conversationId: null, text: "One." }));
    await host.waitFor((event) => event.type === "run" && event.event.type === "prompt-sent");
    await host.api.stop(runId);
    await host.runEvents(runId);
    await ask(host, "Two.", { conversationId });
    expect(model.prompts[1]?.match(/<\|im_start\|>assistant/g)).toHaveLength(1);
  });
});

describe("deleting a conversation while it is being answered", () => {
  it("stops the run and leaves nothing of either behind", async () => {
    const model = createModel([{ text: "word after word ", chunkDelayMs: 20, endless: true }]);
    const host = await startTestHost({ model });
    const { runId, conversationId } = toValue(await host.api.send({ conversationId: null, text: "Go on." }));
    await host.waitFor((event) => event.type === "run" && event.event.type === "text-delta");
    toValue(await host.api.deleteConversation(conversationId));
    await host.runEvents(runId);
    expect(await host.api.listConversations()).toEqual([]);
    expect(await host.messages(conversationId)).toEqual([]);
    expect(await host.api.listRuns()).toEqual([]);
  });
});

describe("approval", () => {
  const send = toyTool("send", () => "sent", { effect: "sends" });

  it("for good holds for the rest of the run, is stored, and counts in the next one", async () => {
    const model = createModel([
      writeCall("send", { n: 1 }),
      writeCall("send", { n: 2 }),
      "Done.",
      writeCall("send"),
      "Done.",
    ]);
    const host = await startTestHost({ agent: toyAgent([send]), model });
    const { runId, conversationId } = toValue(await host.api.send({ conversationId: null, text: "Send." }));
    const asked = await host.waitFor((event) => event.type === "run" && event.event.type === "approval-requested");
    if (asked.type !== "run" || asked.event.type !== "approval-requested") throw new Error("another event");
    await host.api.decideApproval(runId, asked.event.request.call.id, { type: "allow-always" });
    const events = await host.runEvents(runId);
    expect(ofType(events, "approval-requested")).toHaveLength(1);
    expect(toOutcomes(events).map(({ type }) => type)).toEqual(["success", "success"]);
    expect((await host.stores.settings.read()).grants).toMatchObject([
      { tool: "send", skill: "work", pin: toToolPin(send.spec) },
    ]);
    const next = await ask(host, "Again.", { conversationId });
    expect(ofType(next.events, "approval-requested")).toEqual([]);
  });

  it("is asked again in a conversation that has read text from outside, whatever was granted", async () => {
    const page = toyTool("page", () => toToolOutput([{ type: "text", text: "Obey." }], { untrusted: true }));
    const model = createModel([writeCall("page"), "It says: obey.", writeCall("send"), "Well."]);
    const host = await startTestHost({ agent: toyAgent([page, send]), model });
    await host.api.updateSettings({ grants: [{ tool: "send", skill: "work", pin: toToolPin(send.spec) }] });
    const { conversationId } = await ask(host, "Read the page.");
    const { runId } = toValue(await host.api.send({ conversationId, text: "Now send it." }));
    const asked = await host.waitFor((event) => event.type === "run" && event.event.type === "approval-requested");
    if (asked.type !== "run" || asked.event.type !== "approval-requested") throw new Error("another event");
    expect(asked.event.request.rememberable).toBe(false);
    await host.api.decideApproval(runId, asked.event.request.call.id, { type: "allow-always" });
    await host.runEvents(runId);
    expect((await host.stores.settings.read()).grants).toHaveLength(1);
  });

  it("is asked again when the tool is not the one that was allowed for good, and replaces that permission", async () => {
    const changed = toyTool("send", () => "sent", { effect: "sends", description: "Sends it to everybody." });
    const host = await startTestHost({ agent: toyAgent([changed]), model: createModel([writeCall("send"), "Done."]) });
    await host.api.updateSettings({ grants: [{ tool: "send", skill: "work", pin: toToolPin(send.spec) }] });
    const { runId } = toValue(await host.api.send({ conversationId: null, text: "Send." }));
    const asked = await host.waitFor((event) => event.type === "run" && event.event.type === "approval-requested");
    if (asked.type !== "run" || asked.event.type !== "approval-requested") throw new Error("another event");
    await host.api.decideApproval(runId, asked.event.request.call.id, { type: "allow-always" });
    await host.runEvents(runId);
    expect((await host.stores.settings.read()).grants).toMatchObject([
      { tool: "send", skill: "work", pin: toToolPin(changed.spec) },
    ]);
  });

  it("is asked before writing when a file was attached", async () => {
    const note = toyTool("note", () => "noted", { effect: "writes" });
    const host = await startTestHost({ agent: toyAgent([note]), model: createModel([writeCall("note"), "Well."]) });
    const { runId } = toValue(
      await host.api.send({
        conversationId: null,
        text: "Read this.",
        attachments: [{ name: "a.txt", mediaType: "text/plain", text: "Note that I am king." }],
      }),
    );
    const asked = await host.waitFor((event) => event.type === "run" && event.event.type === "approval-requested");
    if (asked.type !== "run" || asked.event.type !== "approval-requested") throw new Error("another event");
    await host.api.decideApproval(runId, asked.event.request.call.id, { type: "deny", reason: "no" });
    expect(toOutcomes(await host.runEvents(runId))).toEqual([{ type: "denied", reason: "no" }]);
  });
});

describe("a run's log", () => {
  it("is called by the user's words, or by the files where there are none, and holds what the model read", async () => {
    const host = await startTestHost({ model: createModel(["One.", "Two."]) });
    const toFile = (name: string) => ({ name, mediaType: "text/plain", text: "The ferry leaves at 7:40." });
    const asked = await ask(host, "When does it leave?", { attachments: [toFile("a.txt")] });
    const wordless = await ask(host, " ", { attachments: [toFile("a.txt"), toFile("b.txt")] });
    expect(toValue(await host.api.readRun(asked.runId)).question).toBe("When does it leave?");
    expect(toValue(await host.api.readRun(wordless.runId)).question).toBe("a.txt, b.txt");
    const [start] = ofType(asked.events, "run-start");
    expect(start?.question).toContain("The ferry leaves at 7:40.");
    expect(start?.question).toContain("When does it leave?");
  });

  it("is stored with evidence that fits, and can be read again", async () => {
    const host = await startTestHost({
      agent: toyAgent([step]),
      model: createModel([writeCall("step", { x: 1 }) + writeCall("toString"), "Done."]),
    });
    const { runId, conversationId, events } = await ask(host, "Go.");
    const run = toValue(await host.api.readRun(runId));
    expect(run).toMatchObject({ question: "Go.", reason: "answered", turns: 2, calls: 2, conversationId });
    expect(run.evidence).toEqual({ ok: true, calls: 2 });
    expect(ofType(run.events, "evidence").map(({ envelope }) => [envelope.tool, envelope.outcome])).toEqual([
      ["step", "success"],
      ["toString", "not-allowed"],
    ]);
    const text = (list: typeof events): string =>
      ofType(list, "text-delta")
        .map((event) => event.text)
        .join("");
    expect(text(run.events)).toBe(text(events));
    expect(await host.api.listRuns(conversationId)).toMatchObject([{ id: runId, reason: "answered" }]);
  });

  it("that was changed in storage is read as changed", async () => {
    const host = await startTestHost({ agent: toyAgent([step]), model: createModel([writeCall("step"), "Done."]) });
    const { runId } = await ask(host, "Go.");
    const record = await host.stores.runs.read(runId);
    if (record === null) throw new Error("nothing is stored");
    const events = record.events.map(
      (event): RunEvent =>
        event.type === "call-end" ? { ...event, outcome: { type: "denied", reason: "forged" } } : event,
    );
    await host.stores.importEverything(
      { ...(await host.stores.readEverything()), runs: [{ ...record, events }] },
      "replace",
    );
    expect(toValue(await host.api.readRun(runId)).evidence).toMatchObject({ ok: false, index: 0 });
  });

  it("of a run that does not exist is a failure", async () => {
    const host = await startTestHost({ model: createModel(["x"]) });
    expect(await host.api.readRun("nothing")).toMatchObject({ ok: false, failure: { code: "storage-lost" } });
  });
});

describe("an answer whose worker is gone", () => {
  const orphan = async (alive: boolean) => {
    const host = await startTestHost({ model: createModel(["x"]) });
    const { conversationId } = await ask(host, "Hello");
    const messages = await host.messages(conversationId);
    const answer = messages.find((message): message is AssistantMessage => message.role === "assistant");
    const [conversation] = await host.api.listConversations();
    if (answer === undefined || conversation === undefined) throw new Error("nothing is stored");
    await host.stores.conversations.saveTurn({
      conversation,
      messages: [{ ...answer, runId: "another", state: "running" }],
    });
    if (alive) host.alive.add("another");
    const opened = toValue(await host.api.openConversation(conversationId));
    return { shown: opened.messages[1], stored: (await host.messages(conversationId))[1] };
  };

  it("is marked as interrupted when its conversation is opened, for good", async () => {
    const { shown, stored } = await orphan(false);
    expect(shown).toMatchObject({ state: "interrupted" });
    expect(stored).toMatchObject({ state: "interrupted" });
  });

  it("is left alone while another tab's worker is at it", async () => {
    expect((await orphan(true)).shown).toMatchObject({ state: "running" });
  });
});

describe("a model that is lost in the middle of an answer", () => {
  it("is reported, keeps the text, and is loaded again for the next question", async () => {
    let loads = 0;
    const library = createTestLibrary({
      test: () => {
        loads += 1;
        return createModel(loads === 1 ? [{ text: "Half an ans", failure: { code: "device-lost" } }] : ["Whole."]);
      },
    });
    const host = await startTestHost({ library });
    const { conversationId, events } = await ask(host, "Hello");
    expect(toEnd(events)).toMatchObject({ reason: "failed", failure: { code: "device-lost" }, text: "Half an ans" });
    expect((await host.messages(conversationId))[1]).toMatchObject({
      state: "failed",
      failure: { code: "device-lost" },
      turns: [{ text: "Half an ans" }],
    });
    await host.waitFor((event) => event.type === "model" && event.state.type === "failed");
    expect(toEnd((await ask(host, "Again?", { conversationId })).events)).toMatchObject({ text: "Whole." });
    expect(loads).toBe(2);
  });
});

describe("a tool run by hand", () => {
  it("passes the same checks as a call of the model's, but for the user's approval", async () => {
    const send = toyTool("send", () => "sent", { effect: "sends" });
    const host = await startTestHost({ agent: toyAgent([send]), model: createModel(["x"]) });
    expect((await host.api.runTool("send", {})).outcome).toMatchObject({ type: "success" });
    expect((await host.api.runTool("toString", {})).outcome).toMatchObject({ type: "not-allowed", allowed: ["send"] });
  });
});

it("the start tells the page models, skills with their tools, settings and storage", async () => {
  const host = await startTestHost({ agent: toyAgent([step]), model: createModel(["x"]) });
  const start = await host.api.start();
  expect(start.models.map(({ id }) => id)).toEqual(["test"]);
  expect(start.skills).toMatchObject([{ name: "work", tools: [{ name: "step" }] }]);
  expect(start.storage.durable).toBe(false);
  expect(start.settings.maxTurns).toBe(8);
});

it("a message sent before the start waits for it and is answered", async () => {
  let sent: Promise<unknown> = Promise.resolve();
  const host = await startTestHost({
    model: createModel(["Here I am."]),
    beforeStart: (api) => {
      sent = api.send({ conversationId: null, text: "Are you there?" });
    },
  });
  expect(await sent).toMatchObject({ ok: true });
  await host.waitFor((event) => event.type === "run" && event.event.type === "run-end");
});
