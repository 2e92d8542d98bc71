import { describe, expect, it } from "vitest";
import { createTestClock } from "../../../package/test-clock.ts";
import { defineAgent } from "../define/agent.ts";
import type { AgentHooks } from "../define/hooks.ts";
import { type DeterministicSkill, defineSkill } from "../define/skill.ts";
import {
  collectRun,
  createModel,
  ofType,
  toEnd,
  toOutcomes,
  toyAgent,
  toyProgram,
  toyTool,
  writeCall,
} from "./run-agent.fixture.ts";

it("a program runs in the loop's place, with its own tools and those of the skills in it", async () => {
  const inner = defineSkill({ name: "inner", description: "d", tools: [toyTool("deep")] });
  const program = toyProgram({ tools: [toyTool("flat")], skills: [inner] });
  const model = createModel(["never"]);
  const skills = [defineSkill({ name: "work", description: "d", program })];
  const agent = defineAgent({ name: "a", prompt: "", automaticTools: [toyTool("always")], skills });
  const events = await collectRun({ agent, model });
  expect(model.prompts).toEqual([]);
  expect(ofType(events, "run-start")[0]?.tools).toEqual(["flat", "deep", "always"]);
  expect(toEnd(events)).toMatchObject({ reason: "answered", text: "By the program." });
});

describe("a deterministic skill", () => {
  const toAgent = (run: DeterministicSkill["run"]) =>
    defineAgent({ name: "a", prompt: "", tools: [], skills: [defineSkill({ name: "shout", description: "d", run })] });

  it("answers without asking the model anything", async () => {
    const model = createModel(["never"]);
    const events = await collectRun({
      agent: toAgent((input) => input.toUpperCase()),
      model,
      request: { question: "hello" },
    });
    expect(model.prompts).toEqual([]);
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "HELLO" });
    expect(events.map(({ type }) => type)).toEqual(["run-start", "turn-start", "text-delta", "run-end"]);
    expect(ofType(events, "run-start")[0]?.tools).toEqual([]);
  });

  it("that throws is a failed run with its sentence", async () => {
    const agent = toAgent(() => Promise.reject(new Error("no voice")));
    const events = await collectRun({ agent, model: createModel(["never"]) });
    expect(toEnd(events)).toMatchObject({ reason: "failed", failure: { code: "internal", detail: "no voice" } });
  });

  it("that never returns is stopped by the user at once, and by the total time", async () => {
    const hang = toAgent(() => new Promise(() => undefined));
    const source = new AbortController();
    const stopped = await collectRun({
      agent: hang,
      model: createModel(["never"]),
      request: { signal: source.signal },
      onEvent: (event) => {
        if (event.type === "turn-start") source.abort();
      },
    });
    expect(toEnd(stopped).reason).toBe("cancelled");
    const late = await collectRun({
      agent: hang,
      model: createModel(["never"]),
      clock: createTestClock({ auto: true }),
    });
    expect(toEnd(late)).toMatchObject({ reason: "budget-exceeded", budget: "total-time" });
  });
});

describe("hooks", () => {
  const step = toyTool("step", () => "done");

  it("see every call's outcome, every turn, and the end", async () => {
    const seen: unknown[] = [];
    const hooks: AgentHooks = {
      onToolCall: (call) => {
        seen.push(["call", call.name]);
        return undefined;
      },
      onToolUse: ({ call, outcome }) => seen.push(["use", call.name, outcome.type]),
      onTurn: ({ turn, record }) => {
        seen.push(["turn", turn, record.calls.length]);
        return undefined;
      },
      onRunEnd: ({ reason }) => seen.push(["end", reason]),
    };
    const model = createModel([writeCall("step") + writeCall("toString"), "Done."]);
    await collectRun({ agent: toyAgent([step], { hooks }), model });
    expect(seen).toEqual([
      ["call", "step"],
      ["use", "step", "success"],
      ["use", "toString", "not-allowed"],
      ["turn", 1, 2],
      ["turn", 2, 0],
      ["end", "answered"],
    ]);
  });

  it("that only observe change nothing when they throw or reject", async () => {
    const fail = (): never => {
      throw new Error("a broken hook");
    };
    const turns = [writeCall("step"), writeCall("faq"), "Done."];
    const toAgent = (hooks: AgentHooks) =>
      defineAgent({
        name: "a",
        prompt: "",
        tools: [step],
        hooks,
        skills: [
          defineSkill({
            name: "work",
            description: "d",
            tools: [step],
            knowledge: [{ name: "faq", description: "d", load: () => "text" }],
          }),
        ],
      });
    const names = ["onToolUse", "onKnowledgeUsed", "onBudget", "onRunEnd"] as const;
    const plain = await collectRun({ agent: toAgent({}), model: createModel(turns) });
    for (const hook of [fail, () => Promise.reject(new Error("later"))]) {
      const hooks: AgentHooks = Object.fromEntries(names.map((name) => [name, hook]));
      expect(await collectRun({ agent: toAgent(hooks), model: createModel(turns) })).toEqual(plain);
      const ended = await collectRun({
        agent: toAgent(hooks),
        model: createModel(turns),
        request: { budget: { maxTurns: 1 } },
      });
      expect(toEnd(ended).reason).toBe("budget-exceeded");
    }
  });

  const hang = (): Promise<never> => new Promise(() => undefined);
  const fail = (): never => {
    throw new Error("policy server down");
  };

  it("that only observe are not waited for", async () => {
    const agent = toyAgent([step], { hooks: { onToolUse: hang, onRunEnd: hang } });
    const model = createModel([writeCall("step"), "Done."]);
    const events = await collectRun({ agent, model, clock: createTestClock({ auto: true }) });
    expect(toOutcomes(events)).toMatchObject([{ type: "success" }]);
    expect(toEnd(events).reason).toBe("answered");
  });

  it.each([
    ["throws", fail, "The hook onToolCall failed (policy server down), so this is refused."],
    ["rejects", async () => fail(), "The hook onToolCall failed (policy server down), so this is refused."],
    ["hangs", hang, "The hook onToolCall did not answer within 10 s, so this is refused."],
  ])("that may veto a call refuse it when one %s", async (_, onToolCall, reason) => {
    let ran = false;
    const tool = toyTool("step", () => {
      ran = true;
    });
    const agent = toyAgent([tool], { hooks: { onToolCall } });
    const model = createModel([writeCall("step"), "Well."]);
    const events = await collectRun({ agent, model, clock: createTestClock({ auto: true }) });
    expect(toOutcomes(events)).toEqual([{ type: "denied", reason }]);
    expect(ran).toBe(false);
  });

  it.each([
    ["throws", fail],
    ["hangs", hang],
  ])("that may veto a turn end the run when one %s", async (_, onTurn) => {
    const agent = toyAgent([step], { hooks: { onTurn } });
    const events = await collectRun({
      agent,
      model: createModel(["Done."]),
      clock: createTestClock({ auto: true }),
    });
    expect(toEnd(events).reason).toBe("ended-by-policy");
    expect(ofType(events, "notice").map(({ text }) => text)).toEqual([expect.stringContaining("The hook onTurn ")]);
  });

  it("a question for approval that fails is a refusal", async () => {
    const tool = toyTool("step", () => "done", { asks: true });
    const model = createModel([writeCall("step"), "Well."]);
    const events = await collectRun({ agent: toyAgent([tool]), model, approve: fail });
    expect(toOutcomes(events)).toEqual([{ type: "denied", reason: "nobody could be asked: policy server down" }]);
  });

  it("may veto a call, which then does not run and which the model reads", async () => {
    let ran = false;
    const tool = toyTool("step", () => {
      ran = true;
    });
    const agent = toyAgent([tool], {
      hooks: { onToolCall: () => ({ type: "veto", reason: "not on Sundays" }) },
    });
    const model = createModel([writeCall("step"), "Well."]);
    const events = await collectRun({ agent, model });
    expect(ran).toBe(false);
    expect(toOutcomes(events)).toEqual([{ type: "denied", reason: "not on Sundays" }]);
    expect(model.prompts[1]).toContain("not on Sundays");
  });

  it("may veto a turn, which ends the run with their reason", async () => {
    const agent = toyAgent([step], {
      hooks: { onTurn: ({ turn }) => (turn === 2 ? { type: "veto", reason: "enough" } : undefined) },
    });
    const model = createModel([writeCall("step"), "An answer nobody wanted.", "never"]);
    const events = await collectRun({ agent, model });
    expect(ofType(events, "notice").map(({ text }) => text)).toEqual(["enough"]);
    expect(toEnd(events).reason).toBe("ended-by-policy");
  });
});

describe("the log", () => {
  it("begins with what the run was given, and its times never go back", async () => {
    const clock = createTestClock({ auto: true });
    const model = createModel([{ text: writeCall("step"), chunkDelayMs: 5 }, "Done."], clock);
    const events = await collectRun({ agent: toyAgent([toyTool("step")]), model, clock });
    expect(events[0]).toMatchObject({
      type: "run-start",
      agent: "toy",
      skill: "work",
      tools: ["step"],
      engine: "scripted",
      modelId: "scripted:test",
      format: "chatml",
      question: "Go.",
      budget: { maxTurns: 8 },
    });
    const times = events.map(({ at }) => at);
    expect(times).toEqual([...times].sort((left, right) => left - right));
    expect(times.at(-1)).toBeGreaterThan(0);
  });

  it("is plain data: it survives a structured clone and JSON", async () => {
    const model = createModel([writeCall("step", { deep: { list: [1, null, "x"] } }), "Done."]);
    const events = await collectRun({ agent: toyAgent([toyTool("step", (input) => input)]), model });
    expect(structuredClone(events)).toEqual(events);
    expect(JSON.parse(JSON.stringify(events))).toEqual(events);
  });
});
