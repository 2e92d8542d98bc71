import { AnswerError, createAgent, defineFlow, defineSkill, defineTool, type RunEvent, type Tool } from "alcove";
import { replay, scripted } from "alcove/engines/scripted";
import { callTool, createTestClock, mockModel, simulateCall } from "alcove/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";

const add = defineTool({
  name: "add",
  description: "Adds two numbers.",
  effect: "reads",
  input: z.object({ a: z.number(), b: z.number() }),
  run: ({ a, b }) => a + b,
});
const send = defineTool({
  name: "send",
  description: "Sends a letter.",
  effect: "sends",
  input: z.object({}),
  run: () => "sent",
});

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe("an agent", () => {
  it("answers with a tool, and tells every reader every event", async () => {
    const model = mockModel([callTool("add", { a: 17, b: 25 }), "It is 42."]);
    const { text, events, calls } = createAgent({ model, tools: [add] }).ask("What is 17 + 25?");
    const [first, second] = await Promise.all([collect(events), collect(events)]);
    expect(await text).toBe("It is 42.");
    expect(first.map(({ type }) => type)).toEqual(second.map(({ type }) => type));
    expect(first.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["run-start", "call-end", "evidence", "run-end"]),
    );
    expect(await calls).toMatchObject([{ call: { name: "add" }, outcome: { type: "success" } }]);
    model.assertSent("tool", "42");
    model.assertTools(["add"]);
    model.assertDone();
  });

  it("streams its text piece by piece", async () => {
    const pieces = await collect(createAgent({ model: mockModel(["One two three."]) }).ask("Count."));
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join("")).toBe("One two three.");
  });

  it("is told of each earlier question in a conversation, and of none outside", async () => {
    const model = mockModel(["Hello, Nora.", "Nora.", "I do not know."]);
    const agent = createAgent({ model });
    const conversation = agent.converse();
    await conversation.ask("I am Nora.").text;
    await conversation.ask("Who am I?").text;
    model.assertSent("user", "I am Nora.");
    model.assertSent("assistant", "Hello, Nora.");
    await agent.ask("Who am I?").text;
    expect(() => model.assertSent("user", "I am Nora.")).toThrow(/No user message/);
  });

  it("refuses an unknown skill by its name, and says which there are", () => {
    const skills = [defineSkill({ name: "sums", description: "Adds.", tools: [add] })];
    const agent = createAgent({ name: "helper", model: mockModel([]), skills });
    expect(() => agent.ask("Go.", { skill: "summs" })).toThrow(
      "Agent 'helper' has no skill 'summs'; its skills are sums",
    );
  });

  it("refuses values that would bound nothing, an unknown tool, and the lack of a model", () => {
    const model = mockModel(["x"]);
    expect(() => createAgent({ model, budget: { maxTurns: Number.NaN } })).toThrow("'maxTurns' NaN");
    expect(() => createAgent({ model, sampling: { temperature: -5 } })).toThrow("from 0 to 10");
    const agent = createAgent({ model, budget: { maxTurns: Number.POSITIVE_INFINITY } });
    expect(() => agent.ask("q", { budget: { maxTokensPerTurn: 0 } })).toThrow("'maxTokensPerTurn' 0");
    expect(() => agent.ask("q", { onlyTool: "nope" })).toThrow("Skill 'main' has no tool 'nope'; its tools are none");
    expect(() => createAgent({ tools: [] } as never)).toThrow("has no model");
  });

  it("refuses the name of a tool where a tool must stand", () => {
    const names: readonly unknown[] = ["add"];
    expect(() => createAgent({ model: mockModel([]), tools: names as readonly Tool[] })).toThrow(/the name 'add'/);
  });

  it("answers each skill with that skill's own model", async () => {
    const [small, large] = [mockModel(["small"]), mockModel(["large"])];
    const agent = createAgent({
      model: small,
      skills: [
        defineSkill({ name: "quick", description: "Quick answers." }),
        defineSkill({ name: "deep", description: "Long answers.", model: large }),
      ],
    });
    expect(await agent.ask("Go.").text).toBe("small");
    expect(await agent.ask("Go.", { skill: "deep" }).text).toBe("large");
  });

  it("opens no model for a skill that is a function", async () => {
    const model = mockModel([]);
    const skills = [defineSkill({ name: "shout", description: "Capitals.", run: (text) => text.toUpperCase() })];
    expect(await createAgent({ model, skills }).ask("hello").text).toBe("HELLO");
    expect(model.requests).toEqual([]);
  });

  it("refuses what leaves the device unless somebody approves it", async () => {
    const ask = async (approve?: () => boolean) => {
      const model = mockModel([callTool("send"), "Done."]);
      const agent = createAgent({ model, tools: [send], ...(approve === undefined ? {} : { approve }) });
      const [record] = await agent.ask("Send it.").calls;
      return record?.outcome?.type;
    };
    expect(await ask()).toBe("denied");
    expect(await ask(() => false)).toBe("denied");
    expect(await ask(() => true)).toBe("success");
  });

  it("takes an approver that throws for a refusal, and the model reads why", async () => {
    const model = mockModel([callTool("send"), "Nobody could be asked."]);
    const approve = (): never => {
      throw new Error("the desk is closed");
    };
    const answer = await createAgent({ model, tools: [send], approve }).ask("Send it.");
    expect(await answer.text).toBe("Nobody could be asked.");
    expect((await answer.calls).map(({ outcome }) => outcome?.type)).toEqual(["denied"]);
    model.assertSent("tool", "nobody could be asked: the desk is closed", 1);
  });

  it.each([true, false])("shows a flow the calls of earlier questions only where it wants them (%s)", async (omits) => {
    const flow = defineFlow({
      start: "sum",
      nodes: {
        sum: { type: "tool-call", mode: "execute", tools: [add], toolCalled: "say", noToolCalled: "end" },
        say: { type: "generate", next: "end" },
        end: { type: "end" },
      },
      omitToolRecords: omits,
    });
    const call = callTool("add", { a: 17, b: 25 });
    const model = mockModel([call, "42.", call, "Still 42."]);
    const talk = createAgent({ model, skills: [defineSkill({ name: "sums", description: "Adds.", flow })] }).converse();
    await talk.ask("What is 17 + 25?").text;
    await talk.ask("And now?").text;
    // A node that calls never sees them.
    expect(model.requests[2]?.messages.some(({ role }) => role === "tool")).toBe(false);
    expect(model.requests[3]?.messages.filter(({ role }) => role === "tool")).toHaveLength(omits ? 1 : 2);
  });

  it("reports calls without making them when it is asked to detect", async () => {
    const seen: RunEvent[] = [];
    const model = mockModel([callTool("send")]);
    const agent = createAgent({ model, tools: [send], onEvent: (event) => seen.push(event) });
    expect(await agent.ask("Send it.", { detect: true }).calls).toMatchObject([{ outcome: { type: "detected" } }]);
    expect(seen.some(({ type }) => type === "call-start")).toBe(true);
  });

  it("rejects with the reason when there is no answer, and keeps what was written", async () => {
    const agent = createAgent({ model: mockModel([{ failure: "out-of-memory" }]) });
    const failed = await agent.ask("Go.").text.catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(AnswerError);
    expect(failed).toMatchObject({ reason: "failed", failure: { code: "out-of-memory" } });
  });

  it("ends when it is stopped, and when the caller's signal fires", async () => {
    const endless = () => scripted([{ text: "word ", endless: true, chunkDelayMs: 1 }]);
    const stopped = createAgent({ model: endless() }).ask("Go.");
    setTimeout(() => stopped.stop(), 20);
    await expect(stopped.text).rejects.toMatchObject({ reason: "cancelled" });
    const signal = AbortSignal.timeout(20);
    await expect(createAgent({ model: endless() }).ask("Go.", { signal }).text).rejects.toMatchObject({
      reason: "cancelled",
    });
  });

  it("lets two questions to one model wait for each other", async () => {
    const model = mockModel((request) => request.messages.at(-1)?.text ?? "");
    const agent = createAgent({ model });
    expect(await Promise.all(["one", "two", "three"].map((word) => agent.ask(word).text))).toEqual([
      "one",
      "two",
      "three",
    ]);
  });

  it("plays a recorded run again without its model", async () => {
    const events = await collect(
      createAgent({ model: mockModel([callTool("add", { a: 1, b: 2 }), "Three."]), tools: [add] }).ask("1 + 2?").events,
    );
    expect(await createAgent({ model: replay(events), tools: [add] }).ask("1 + 2?").text).toBe("Three.");
  });
});

describe("typed answers", () => {
  const weather = z.object({ city: z.string(), degrees: z.number() });

  it("are checked and repaired, and their type is the schema's", async () => {
    const model = mockModel(["Sure! ```json\n{city: 'Graz', degrees: 21,}\n```"]);
    const { degrees } = await createAgent({ model, output: weather }).ask("How warm is it?").value;
    const rounded: number = degrees;
    expect(rounded).toBe(21);
    model.assertSent("system", '"degrees"');
  });

  it("are asked for again with what is wrong, in the same conversation", async () => {
    const model = mockModel(['{"city":"Graz","degrees":"warm"}', '{"city":"Graz","degrees":21}']);
    const answer = createAgent({ model, output: weather }).ask("How warm is it?");
    expect(await answer.value).toEqual({ city: "Graz", degrees: 21 });
    model.assertSent("user", /\/degrees: .*number/);
    model.assertSent("user", "How warm is it?");
  });

  it("reject when three attempts do not fit", async () => {
    const model = mockModel(["warm", "quite warm", "very warm"]);
    await expect(createAgent({ model, output: weather }).ask("How warm is it?").value).rejects.toMatchObject({
      reason: "wrong-output",
      text: "very warm",
    });
    model.assertDone();
  });

  it("take typed questions, which are checked too", async () => {
    const model = mockModel(['"ok"']);
    const agent = createAgent({ model, input: z.object({ city: z.string() }), output: z.string() });
    expect(await agent.ask({ city: "Graz" }).value).toBe("ok");
    model.assertSent("user", '{"city":"Graz"}');
    const wrong: unknown = { town: "Graz" };
    expect(() => agent.ask(wrong as { city: string })).toThrow(/does not fit/);
  });
});

describe("test doubles", () => {
  it("simulate one call with its checks and its outcome", async () => {
    expect(await simulateCall(add, { a: 1, b: 2 })).toMatchObject({ type: "success", content: [{ value: 3 }] });
    expect(await simulateCall(add, { a: "one" })).toMatchObject({ type: "invalid-arguments" });
  });

  it("own the time", async () => {
    const slow = defineTool({
      name: "slow",
      description: "Takes its time.",
      effect: "reads",
      input: z.object({}),
      timeoutMs: 5000,
      run: () => new Promise<string>(() => undefined),
    });
    expect(await simulateCall(slow, {}, { clock: createTestClock({ auto: true }) })).toMatchObject({
      type: "timed-out",
    });
  });

  it("say what was not sent, which tools were not shown, and which step is left", async () => {
    const model = mockModel(["Hello.", "Again."]);
    await createAgent({ model, tools: [add] }).ask("Hi.").text;
    expect(() => model.assertSent("user", "Bye.")).toThrow(/No user message has Bye/);
    expect(() => model.assertTools([])).toThrow(/tools shown were add/);
    expect(() => model.assertDone()).toThrow(/asked 1 times; it has 2 steps/);
  });
});
