import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { createTestClock } from "../../../package/test-clock.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import { defineTool } from "../define/define-tool.ts";
import type { ModelClient } from "../ports/model-client.ts";
import {
  collectRun,
  createModel,
  ofType,
  startTestRun,
  type TestRun,
  toEnd,
  toOutcomes,
  toyAgent,
  toyTool,
  writeCall,
} from "./run-agent.fixture.ts";

const step = toyTool("step", (input) => input);
/** Calls that differ, so that only a budget can end them. */
const calls = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => writeCall("step", { number: index }));

describe("the loop", () => {
  it("writes, calls, reads the result and answers, in this order of events", async () => {
    const model = createModel([`Let me see. ${writeCall("step", { x: 1 })}`, "It is 1."]);
    const events = await collectRun({ agent: toyAgent([step]), model });
    const types = events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
    expect(types).toEqual([
      "run-start",
      "turn-start",
      "prompt-sent",
      "text-delta",
      "call-named",
      "turn-end",
      "call-start",
      "call-end",
      "turn-start",
      "prompt-sent",
      "text-delta",
      "turn-end",
      "run-end",
    ]);
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "It is 1." });
    expect(model.prompts[1]).toContain('{"x":1}');
  });

  it("sends a next turn that begins with everything the model has seen and written", async () => {
    const first = writeCall("step", { x: 1 });
    const model = createModel([first, "Done."]);
    const events = await collectRun({ agent: toyAgent([step]), model });
    expect(model.prompts[1]?.startsWith(`${model.prompts[0]}${first}`)).toBe(true);
    expect(ofType(events, "prompt-sent").map(({ appended }) => appended)).toEqual([false, true]);
  });

  it("puts the agent's prompt, the user's words and the skill into the system message", async () => {
    const model = createModel(["Hello."]);
    await collectRun({ agent: toyAgent([step]), model, request: { systemPrompt: "Be brief." } });
    expect(model.prompts[0]).toContain("You are a test.\nBe brief.\nDo the work.");
  });

  it("remembers what was said before", async () => {
    const model = createModel(["Ann."]);
    await collectRun({
      agent: toyAgent([]),
      model,
      request: {
        question: "Who am I?",
        history: [
          { role: "user", text: "I am Ann." },
          { role: "assistant", raw: "Hello Ann.", text: "Hello Ann.", calls: [] },
        ],
      },
    });
    expect(model.prompts[0]).toMatch(/I am Ann\.[\s\S]*Hello Ann\.[\s\S]*Who am I\?/);
  });

  it("that ends without a word for the user has no answer, and says so", async () => {
    const events = await collectRun({ agent: toyAgent([]), model: createModel(["", ""]) });
    expect(toEnd(events)).toMatchObject({ reason: "no-answer", text: "" });
    expect(ofType(events, "notice")).toMatchObject([{ kind: "no-answer" }]);
  });

  it("asks once more for words where there are none", async () => {
    const model = createModel(["", "It is 1."]);
    const events = await collectRun({ agent: toyAgent([step]), model });
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "It is 1." });
    expect(model.prompts[1]).toContain("Answer in words now.");
  });

  it("says that no tool worked where the only call failed before the answer", async () => {
    const broken = toyTool("broken", () => {
      throw new Error("The sensor is off.");
    });
    const model = createModel([writeCall("broken", {}), "It is sunny."]);
    const events = await collectRun({ agent: toyAgent([broken]), model });
    expect(ofType(events, "notice")).toMatchObject([{ kind: "none-worked" }]);
    const mended = createModel([writeCall("broken", {}), writeCall("step", { x: 1 }), "It is 1."]);
    expect(ofType(await collectRun({ agent: toyAgent([broken, step]), model: mended }), "notice")).toEqual([]);
  });

  it("marks a tiny model's own words for a larger one, unless a tool gave what they tell; those of others never", async () => {
    const ask = async (policy: "tuned" | "native", ...outputs: string[]) => {
      const model = createModel(outputs);
      return ofType(await collectRun({ agent: toyAgent([step]), model, request: { policy } }), "notice");
    };
    expect(await ask("tuned", "I cannot do that here.")).toMatchObject([{ kind: "too-small" }]);
    expect(await ask("tuned", "The ceiling is by the ceiling. ".repeat(40))).toMatchObject([
      { kind: "repeating" },
      { kind: "too-small" },
    ]);
    expect(await ask("tuned", writeCall("step", { x: 1 }), "It is 1.")).toEqual([]);
    expect(await ask("native", "I cannot do that here.")).toEqual([]);
  });

  it("asks about what a tiny model would write by itself, not about what the user chose or what a larger one does", async () => {
    let saved = 0;
    const save = toyTool("save", () => `${++saved}`, { effect: "writes" });
    const ask = async (request: NonNullable<TestRun["request"]>) => {
      const model = createModel([writeCall("save", {}), "It is kept."]);
      const events = await collectRun({ agent: toyAgent([save]), model, request });
      return ofType(events, "approval-requested").map((event) => event.request.causes);
    };
    expect(await ask({ policy: "tuned" })).toEqual([["own-idea"]]);
    expect(saved).toBe(0);
    expect(await ask({ policy: "tuned", onlyTool: "save" })).toEqual([]);
    expect(await ask({ policy: "staged" })).toEqual([]);
    expect(await ask({ policy: "native" })).toEqual([]);
  });

  it("ends with what the tool gave where the model has no words for it", async () => {
    const model = createModel([writeCall("step", { x: 1 }), "", ""]);
    const events = await collectRun({ agent: toyAgent([step]), model });
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: '{"x":1}' });
    expect(ofType(events, "notice")).toMatchObject([{ kind: "own-words" }]);
  });

  it("that is cut off at the tokens of a turn can be continued", async () => {
    const model = createModel([{ text: "As I was about to", finishReason: "length" }]);
    const events = await collectRun({ agent: toyAgent([]), model });
    expect(toEnd(events)).toMatchObject({
      reason: "budget-exceeded",
      budget: "turn-tokens",
      text: "As I was about to",
    });
  });

  it.each([
    [
      "<tool_response>\nadd failed\n</tool_response>\nIt is 8.<tool_response>",
      "answered",
      "It is 8.",
      ["marks-left-out"],
    ],
    ["<tool_response>".repeat(40), "no-answer", "", ["marks-left-out", "repeating", "no-answer"]],
    ['[TOOL_CALLS] [{"name": "shout"}]', "no-answer", "", ["marks-left-out", "no-answer"]],
  ])("shows no stray protocol mark of %j and says that some were left out", async (raw, reason, text, kinds) => {
    const events = await collectRun({ agent: toyAgent([]), model: createModel([raw, raw]) });
    const shown = ofType(events, "text-delta").map((event) => event.text);
    expect(shown.join("").trim()).toBe(text);
    expect(toEnd(events).reason).toBe(reason);
    expect(ofType(events, "notice").map(({ kind }) => kind)).toEqual(kinds);
  });
});

describe("a budget", () => {
  const spend = async (run: Partial<TestRun> & Pick<TestRun, "request">) => {
    const asked: unknown[] = [];
    const hooks = { onBudget: (kind: unknown) => asked.push(kind) };
    const model = createModel(calls(20));
    const agent = toyAgent([step], { hooks });
    const events = await collectRun({ agent, model, ...run });
    return { events, asked, end: toEnd(events), turns: ofType(events, "turn-start").length };
  };

  it("of 8 turns holds unless another is set, and is checked before the ninth", async () => {
    const { end, turns, asked, events } = await spend({ request: {} });
    expect(turns).toBe(8);
    expect(toOutcomes(events)).toHaveLength(8);
    expect(end).toMatchObject({ reason: "budget-exceeded", budget: "turns" });
    expect(asked).toEqual(["turns"]);
  });

  it("can be set for one run", async () => {
    expect((await spend({ request: { budget: { maxTurns: 3 } } })).turns).toBe(3);
    expect((await spend({ request: { budget: { maxTurns: 0 } } })).turns).toBe(0);
  });

  it("of turns leaves the last one for words once a tool has run", async () => {
    const model = createModel([`step {"number":0}`, `step {"number":1}`, ` step {"number":2}`]);
    const held = { ...model, info: { ...model.info, constraint: "gbnf" as const } };
    const request = { budget: { maxTurns: 3 }, policy: "staged" as const };
    const events = await collectRun({ agent: toyAgent([step]), model: held, request });
    expect(ofType(events, "prompt-sent").map(({ constraint }) => constraint)).toEqual(["free", "free", "none"]);
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: '{"number":1}' });
  });

  it("gives the newest result where it ends the run without a word", async () => {
    const { end, events } = await spend({ request: { budget: { maxTurns: 3 } } });
    expect(end).toMatchObject({ reason: "budget-exceeded", text: '{"number":2}' });
    expect(ofType(events, "notice")).toMatchObject([{ kind: "own-words" }]);
  });

  it("keeps the last text when it ends the run", async () => {
    const model = createModel([`I found this much. ${writeCall("step", { n: 1 })}`, writeCall("step", { n: 2 })]);
    const events = await collectRun({ agent: toyAgent([step]), model, request: { budget: { maxTurns: 2 } } });
    expect(toEnd(events)).toMatchObject({ reason: "budget-exceeded", text: expect.stringContaining("this much") });
  });

  it("of total time ends the run before the next turn", async () => {
    const clock = createTestClock();
    const agent = toyAgent([toyTool("step", () => clock.advance(400))]);
    const { end, turns } = await spend({ agent, clock, request: { budget: { maxTotalMs: 1_000 } } });
    expect(turns).toBe(3);
    expect(end).toMatchObject({ reason: "budget-exceeded", budget: "total-time" });
  });

  it("of time in tools counts only that", async () => {
    const clock = createTestClock();
    const agent = toyAgent([toyTool("step", () => clock.advance(60_000))]);
    const { end, turns } = await spend({ agent, clock, request: { budget: { maxToolMs: 150_000 } } });
    expect(turns).toBe(3);
    expect(end).toMatchObject({ reason: "budget-exceeded", budget: "tool-time" });
  });

  it("of time, in all or in tools, leaves out how long the user took to answer", async () => {
    const clock = createTestClock();
    const send = toyTool("send", () => clock.advance(100), { effect: "sends" });
    const events = await collectRun({
      agent: toyAgent([send]),
      model: createModel([writeCall("send", { n: 1 }), writeCall("send", { n: 2 }), "Done."]),
      clock,
      request: { budget: { maxTotalMs: 1_000, maxToolMs: 1_000 } },
      approve: () => {
        clock.advance(3_600_000);
        return { type: "allow-once" };
      },
    });
    expect(toOutcomes(events)).toMatchObject([{ type: "success" }, { type: "success" }]);
    expect(ofType(events, "call-end").map(({ durationMs }) => durationMs)).toEqual([100, 100]);
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "Done." });
  });

  it("of tokens counts what was computed and what was written", async () => {
    const { events, end } = await spend({ request: { budget: { maxTokens: 200 } } });
    const used = ofType(events, "turn-end").map(({ usage }) => usage.promptTokens + usage.completionTokens);
    const total = used.reduce((sum, tokens) => sum + tokens, 0);
    expect(end).toMatchObject({ reason: "budget-exceeded", budget: "tokens" });
    expect(total).toBeGreaterThanOrEqual(200);
    expect(total - (used.at(-1) ?? 0)).toBeLessThan(200);
  });
});

describe("repeated calls", () => {
  it("of one turn run once: the model reads the one result twice", async () => {
    let runs = 0;
    const tool = toyTool("step", () => ++runs, { effect: "writes" });
    const twice = writeCall("step", { a: 1, b: { c: 2, d: 3 } }) + writeCall("step", { b: { d: 3, c: 2 }, a: 1 });
    const model = createModel([twice, "Done."]);
    const events = await collectRun({ agent: toyAgent([tool]), model });
    expect(runs).toBe(1);
    expect(toOutcomes(events)).toMatchObject([{ type: "success" }, { type: "duplicate" }]);
    expect(model.prompts[1]?.match(/<tool_response>\n1\n/gu)).toHaveLength(2);
  });

  it("are the same call when the tool reads the same input from them", async () => {
    let runs = 0;
    const tool = defineTool({
      name: "step",
      description: "d",
      input: z.object({ n: z.number(), unit: z._default(z.string(), "m") }),
      run: () => ++runs,
    });
    const both = writeCall("step", { n: "3" }) + writeCall("step", { n: 3, unit: "m" });
    const events = await collectRun({ agent: toyAgent([tool]), model: createModel([both, "Done."]) });
    expect(runs).toBe(1);
    expect(toOutcomes(events).map(({ type }) => type)).toEqual(["success", "duplicate"]);
  });

  it("are made once: the second time the model is asked for words, and at last the tool's own are the answer", async () => {
    const model = createModel(Array.from({ length: 8 }, () => writeCall("step", { same: true })));
    const events = await collectRun({ agent: toyAgent([step]), model });
    expect(toOutcomes(events).map(({ type }) => type)).toEqual(["success", "duplicate"]);
    expect(model.prompts[2]).toContain("This call was made already. Answer with its result.");
    expect(ofType(events, "turn-start")).toHaveLength(3);
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: '{"same":true}' });
    expect(ofType(events, "notice")).toMatchObject([{ kind: "own-words" }]);
  });

  it("that failed are told once, and not made again", async () => {
    let runs = 0;
    const tool = toyTool("step", () => {
      runs += 1;
      throw new Error("Write the date as YYYY-MM-DD.");
    });
    const model = createModel([
      writeCall("step", { same: true }),
      writeCall("step", { same: true }),
      "I cannot read it.",
    ]);
    const events = await collectRun({ agent: toyAgent([tool]), model });
    expect(runs).toBe(1);
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "I cannot read it." });
  });

  it("with a call that writes between them are no repetition", async () => {
    const write = toyTool("step", (input) => input, { effect: "writes" });
    const model = createModel(["a", "b", "a", "b", "a"].map((name) => writeCall("step", { name })));
    const events = await collectRun({ agent: toyAgent([write]), model, request: { budget: { maxTurns: 5 } } });
    expect(toOutcomes(events).every(({ type }) => type === "success")).toBe(true);
    expect(toEnd(events).reason).toBe("budget-exceeded");
  });
});

describe("calls of one turn", () => {
  /** Tools that end when told to, and a record of what ran when. */
  const createTools = (effects: Record<string, "reads" | "writes">) => {
    const log: string[] = [];
    const ends = new Map<string, () => void>();
    const tools = Object.entries(effects).map(([name, effect]) =>
      toyTool(
        name,
        async () => {
          log.push(`+${name}`);
          await new Promise<void>((resolve) => ends.set(name, resolve));
          log.push(`-${name}`);
          return name;
        },
        { effect },
      ),
    );
    const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 3));
    return { log, tools, rest, end: (name: string) => ends.get(name)?.() };
  };

  it("run side by side when their tools only read, and their results keep the order of the calls", async () => {
    const { log, tools, rest, end } = createTools({ slow: "reads", fast: "reads" });
    const model = createModel([writeCall("slow") + writeCall("fast"), "Done."]);
    const running = collectRun({ agent: toyAgent(tools), model });
    await rest();
    expect(log).toEqual(["+slow", "+fast"]);
    end("fast");
    await rest();
    end("slow");
    const events = await running;
    expect(ofType(events, "call-start").map(({ call }) => call.name)).toEqual(["slow", "fast"]);
    const told = model.prompts[1] ?? "";
    expect(told.indexOf("\nslow\n")).toBeGreaterThan(0);
    expect(told.indexOf("\nslow\n")).toBeLessThan(told.indexOf("\nfast\n"));
  });

  it("run one after the other when one of them writes", async () => {
    const { log, tools, rest, end } = createTools({ first: "reads", write: "writes", last: "reads" });
    const model = createModel([["first", "write", "last"].map((name) => writeCall(name)).join(""), "Done."]);
    const running = collectRun({ agent: toyAgent(tools), model });
    for (const name of ["first", "write", "last"]) {
      await rest();
      end(name);
    }
    await running;
    expect(log).toEqual(["+first", "-first", "+write", "-write", "+last", "-last"]);
  });
});

describe("a call that cannot be read", () => {
  const broken = '<tool_call>\n{"name": "step", "arguments": {{{{\n</tool_call>';

  it("is asked for again with the reason, twice; then the run says it plainly and ends", async () => {
    const model = createModel([broken, broken, broken, "never asked"]);
    const events = await collectRun({ agent: toyAgent([step]), model });
    expect(ofType(events, "call-broken")).toHaveLength(3);
    expect(ofType(events, "feedback")).toHaveLength(2);
    expect(model.prompts).toHaveLength(3);
    expect(model.prompts[1]).toContain("Your tool call could not be read: ");
    expect(ofType(events, "notice").map(({ text }) => text)).toEqual([
      "The model tried to use a tool, but its calls could not be read.",
    ]);
    expect(toEnd(events).reason).toBe("unreadable");
  });

  it("that is then written well goes on as if nothing had been", async () => {
    const model = createModel([broken, writeCall("step", { x: 1 }), "It is 1."]);
    const events = await collectRun({ agent: toyAgent([step]), model });
    expect(toOutcomes(events)).toMatchObject([{ type: "success" }]);
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "It is 1." });
  });

  it("beside one that can be does not keep it from running", async () => {
    const model = createModel([writeCall("step", { x: 1 }) + broken, "Done."]);
    const events = await collectRun({ agent: toyAgent([step]), model });
    expect(toOutcomes(events)).toMatchObject([{ type: "success" }]);
    expect(model.prompts[1]).toContain("Your tool call could not be read");
  });

  it("alone is named by its place; a whole reply that has a form of its own is called a reply", async () => {
    const model = createModel(['{"final":{"content":1,}}', '{"final":{"content":"ok"}}']);
    const events = await collectRun({ agent: toyAgent([step]), model, request: { format: "protocol" } });
    expect(ofType(events, "feedback").map(({ text }) => text)).toEqual([
      "Your reply could not be read: there is a comma before a closing bracket, at character 22. " +
        "Send the whole reply again.",
    ]);
  });

  it("is named with the first few where there are thousands, so that the complaint stays short", async () => {
    const many = Array.from({ length: 500 }, (_, at) => `<tool_call>\n{{${(at * 7919) % 1009}\n</tool_call>\n`).join(
      "",
    );
    const model = createModel([many, "Done."]);
    const events = await collectRun({ agent: toyAgent([step]), model });
    const [feedback] = ofType(events, "feedback");
    expect(feedback?.text).toMatch(/and \d+ more\. Send the whole call again\.$/);
    expect(feedback?.text.length).toBeLessThan(1000);
  });

  it("because the model ended in the middle of it is asked for again", async () => {
    const cut = { text: '<tool_call>\n{"name": "step", "arguments": {"x": "unfini', finishReason: "length" } as const;
    const model = createModel([cut, writeCall("step", { x: 1 }), "Done."]);
    const events = await collectRun({ agent: toyAgent([step]), model });
    expect(ofType(events, "call-broken")).toHaveLength(1);
    expect(toOutcomes(events)).toMatchObject([{ type: "success" }]);
    expect(toEnd(events).reason).toBe("answered");
  });
});

describe("a model", () => {
  it("that repeats itself endlessly is stopped long before its token limit, and the text is kept", async () => {
    const model = createModel([{ text: "and one more, ", endless: true, chunkLength: 7 }]);
    const events = await collectRun({
      agent: toyAgent([]),
      model,
      request: { budget: { maxTokensPerTurn: 100_000 } },
    });
    expect(ofType(events, "notice").map(({ text }) => text)).toEqual([
      "The model began to repeat itself and was stopped.",
    ]);
    const end = toEnd(events);
    expect(end.reason).toBe("answered");
    expect(end.text).toContain("and one more, and one more");
    expect(end.text.length).toBeLessThan(1_500);
  });

  it("that repeats a call endlessly runs it once", async () => {
    let runs = 0;
    const tool = toyTool("step", () => ++runs);
    const endless = { text: writeCall("step"), endless: true, chunkLength: 8 } as const;
    const events = await collectRun({ agent: toyAgent([tool]), model: createModel([endless, "Done."]) });
    expect(runs).toBe(1);
    expect(toEnd(events).reason).toBe("answered");
  });

  it.each(["device-lost", "engine-crashed", "context-full", "out-of-memory"] as const)(
    "that fails with %s ends the run with that failure, and keeps the text so far",
    async (code) => {
      const model = createModel([{ text: "As far as I kn", failure: { code } }]);
      const events = await collectRun({ agent: toyAgent([]), model });
      expect(toEnd(events)).toMatchObject({ reason: "failed", failure: { code }, text: "As far as I kn" });
      expect(ofType(events, "turn-end")).toMatchObject([{ raw: "As far as I kn", finishReason: "aborted" }]);
    },
  );
});

describe("detection only", () => {
  it("reports the calls with their arguments and stops; nothing runs", async () => {
    let ran = false;
    const tool = toyTool("set_light", () => {
      ran = true;
    });
    const model = createModel([writeCall("set_light", { name: "porch", on: true }) + writeCall("toString"), "never"]);
    const events = await collectRun({ agent: toyAgent([tool]), model, request: { mode: "detect" } });
    expect(ran).toBe(false);
    expect(ofType(events, "call-start")[0]?.call).toMatchObject({
      name: "set_light",
      arguments: { name: "porch", on: true },
    });
    expect(toOutcomes(events).map(({ type }) => type)).toEqual(["detected", "not-allowed"]);
    expect(toEnd(events).reason).toBe("detected");
    expect(model.prompts).toHaveLength(1);
  });

  it("without a call answers as usual", async () => {
    const events = await collectRun({
      agent: toyAgent([step]),
      model: createModel(["Good morning."]),
      request: { mode: "detect" },
    });
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "Good morning." });
  });
});

describe("a question whose call is", () => {
  it("is asked for again of an engine that cannot hold the model to it, and at last said to be missing", async () => {
    const model = createModel(["Words.", "More words.", "Still words."]);
    const events = await collectRun({ agent: toyAgent([step]), model, request: { forceCall: true } });
    expect(ofType(events, "feedback").map(({ text }) => text)).toEqual(Array(2).fill("Call one of the tools now."));
    expect(ofType(events, "notice")).toMatchObject([{ kind: "no-call" }]);
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "Still words." });
    const obedient = createModel(["Words.", writeCall("step", { x: 1 }), "Done."]);
    const ended = toEnd(await collectRun({ agent: toyAgent([step]), model: obedient, request: { forceCall: true } }));
    expect(ended).toMatchObject({ reason: "answered", text: "Done." });
  });

  it("forced is held to a call until a tool has run", async () => {
    const model = createModel([writeCall("step", { x: 1 }), "It is 3."]);
    const constrained = { ...model, info: { ...model.info, constraint: "gbnf" as const } };
    const events = await collectRun({ agent: toyAgent([step]), model: constrained, request: { forceCall: true } });
    expect(ofType(events, "prompt-sent").map(({ constraint }) => constraint)).toEqual(["forced", "free"]);
  });
});

describe("stopping", () => {
  /** Runs until an event fits, stops there, and tells how long the end took on the run's own clock. */
  const stopAt = async (run: Omit<TestRun, "request">, fits: (event: RunEvent) => boolean) => {
    const clock = createTestClock({ auto: true });
    const source = new AbortController();
    const events: RunEvent[] = [];
    let stoppedAt: number | null = null;
    for await (const event of startTestRun({ ...run, clock, request: { signal: source.signal } })) {
      events.push(event);
      if (stoppedAt === null && fits(event)) {
        stoppedAt = clock.now();
        source.abort();
      }
    }
    if (stoppedAt === null) throw new Error("The event to stop at never came.");
    return { end: toEnd(events), events, tookMs: clock.now() - stoppedAt };
  };
  const timed = (turns: Parameters<typeof createModel>[0]): ModelClient =>
    createModel(turns, createTestClock({ auto: true }));

  it("while the prompt is read ends within a second", async () => {
    const model = timed([{ text: "x", prefillMs: 60_000 }]);
    const { end, tookMs } = await stopAt({ agent: toyAgent([]), model }, ({ type }) => type === "prefill-progress");
    expect(end).toMatchObject({ reason: "cancelled", text: "" });
    expect(tookMs).toBeLessThanOrEqual(1_000);
  });

  it("while the model writes ends within a second and keeps what was written", async () => {
    const model = timed([{ text: "word ".repeat(5_000), chunkDelayMs: 10 }]);
    const { end, tookMs, events } = await stopAt({ agent: toyAgent([]), model }, ({ type }) => type === "text-delta");
    expect(end.reason).toBe("cancelled");
    expect(end.text).toMatch(/^word/);
    expect(ofType(events, "turn-end")).toMatchObject([{ finishReason: "aborted", raw: end.text }]);
    expect(tookMs).toBeLessThanOrEqual(1_000);
  });

  it("while the user is asked ends within a second, even if nobody ever answers", async () => {
    const agent = toyAgent([toyTool("send", () => "sent", { effect: "sends" })]);
    const model = createModel([writeCall("send")]);
    const { end, tookMs, events } = await stopAt(
      { agent, model, approve: () => new Promise(() => undefined) },
      ({ type }) => type === "approval-requested",
    );
    expect(end.reason).toBe("cancelled");
    expect(toOutcomes(events)).toEqual([{ type: "cancelled" }]);
    expect(tookMs).toBeLessThanOrEqual(1_000);
  });

  it("while a tool runs ends within a second, even if the tool never returns", async () => {
    const agent = toyAgent([toyTool("hang", () => new Promise(() => undefined))]);
    const model = createModel([writeCall("hang")]);
    const { end, tookMs, events } = await stopAt({ agent, model }, ({ type }) => type === "call-start");
    expect(end.reason).toBe("cancelled");
    expect(toOutcomes(events)).toEqual([{ type: "cancelled" }]);
    expect(tookMs).toBeLessThanOrEqual(1_000);
  });

  it("while a hook thinks ends within a second", async () => {
    const agent = toyAgent([step], { hooks: { onToolCall: () => new Promise(() => undefined) } });
    const { end, tookMs } = await stopAt(
      { agent, model: createModel([writeCall("step")]) },
      ({ type }) => type === "call-start",
    );
    expect(end.reason).toBe("cancelled");
    expect(tookMs).toBeLessThanOrEqual(1_000);
  });

  it("a model that goes on regardless ends within a second, and is reported as lost", async () => {
    const deaf: ModelClient = {
      ...createModel(["x"]),
      async *generate() {
        yield { type: "text-delta", text: "I cannot hear you" };
        await new Promise(() => undefined);
      },
    };
    const { end, tookMs } = await stopAt({ agent: toyAgent([]), model: deaf }, ({ type }) => type === "text-delta");
    expect(end).toMatchObject({
      reason: "cancelled",
      failure: { code: "engine-timeout" },
      text: "I cannot hear you",
    });
    expect(tookMs).toBeLessThanOrEqual(1_000);
  });

  it("leaves a model that takes the next question", async () => {
    const model = timed([{ text: "word ".repeat(500), chunkDelayMs: 10 }, "Still here."]);
    await stopAt({ agent: toyAgent([]), model }, ({ type }) => type === "text-delta");
    const events = await collectRun({ agent: toyAgent([]), model });
    expect(toEnd(events).reason).toBe("answered");
  });

  it("before the start asks the model nothing", async () => {
    const source = new AbortController();
    source.abort();
    const model = createModel(["never"]);
    const events = await collectRun({ agent: toyAgent([]), model, request: { signal: source.signal } });
    expect(toEnd(events).reason).toBe("cancelled");
    expect(model.prompts).toEqual([]);
  });
});

it("a call that could only be read after repairs says in the log what was repaired", async () => {
  const tool = toyTool("look");
  const events = await collectRun({
    agent: toyAgent([tool]),
    model: createModel(["<tool_call>\n{'name': 'look', 'arguments': {'a': True,}}\n</tool_call>", "Done."]),
  });
  const [start] = ofType(events, "call-start");
  expect(start?.call.arguments).toEqual({ a: true });
  expect(start?.call.repairs).toEqual(expect.arrayContaining(["single quotes", "trailing comma", "Python literal"]));
  const clean = await collectRun({ agent: toyAgent([tool]), model: createModel([writeCall("look"), "Done."]) });
  expect(ofType(clean, "call-start")[0]?.call).not.toHaveProperty("repairs");
});
