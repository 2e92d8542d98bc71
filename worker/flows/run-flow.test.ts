import { describe, expect, it } from "vitest";
import { createTestClock } from "../../package/test-clock.ts";
import { type Agent, defineAgent } from "../agent/define/agent.ts";
import { defineSkill } from "../agent/define/skill.ts";
import {
  collectRun,
  createModel,
  ofType,
  toEnd,
  toOutcomes,
  toyTool,
  writeCall,
} from "../agent/run/run-agent.fixture.ts";
import { ScriptedClient } from "../engines/scripted/scripted.ts";
import { fromRunEvents } from "../engines/scripted/scripted-model.ts";
import type { ThreadMessage } from "../formats/format.ts";
import { chatmlTemplate } from "../formats/templates/chatml-template.ts";
import type { RunEvent } from "../protocol/run-event.ts";
import { defineFlow } from "./define-flow.ts";
import type { Flow, GuardrailCheck } from "./flow.ts";
import { withoutToolRecords } from "./run-flow.ts";

const end = { type: "end" } as const;

function toAgent(flow: Flow, hooks: Agent["hooks"] = {}): Agent {
  return defineAgent({
    name: "flowing",
    prompt: "You are a test.",
    tools: flow.tools,
    hooks,
    skills: [defineSkill({ name: "steps", description: "Take the steps.", program: flow })],
  });
}

function toPath(events: readonly RunEvent[]): string[] {
  return ofType(events, "flow-step").map(({ node, exit }) => `${node}:${exit}`);
}

describe("a flow around one detected call", () => {
  const ran: unknown[] = [];
  const setLight = toyTool("set_light", (input) => ran.push(input), { effect: "writes" });
  const flow = defineFlow({
    start: "detect",
    nodes: {
      detect: {
        type: "tool-call",
        tools: [setLight],
        mode: "detect",
        generateOnNoTool: true,
        toolCalled: "end",
        noToolCalled: "end",
      },
      end,
    },
  });
  const agent = toAgent(flow);
  const call = writeCall("set_light", { name: "porch", on: true });

  it("reports tool and arguments, runs nothing, and ends as detected", async () => {
    const model = createModel([`Sure! ${call}`]);
    const events = await collectRun({ agent, model, request: { question: "turn on the porch light" } });
    expect(ofType(events, "call-start").map(({ call }) => call)).toMatchObject([
      { name: "set_light", arguments: { name: "porch", on: true } },
    ]);
    expect(toOutcomes(events)).toEqual([{ type: "detected" }]);
    expect(toPath(events)).toEqual(["detect:tool-called", "end:end"]);
    expect(toEnd(events).reason).toBe("detected");
    expect(ran).toEqual([]);
    expect(ofType(events, "text-delta")).toEqual([]);
  });

  it("answers in words when no call comes and generateOnNoTool is set", async () => {
    const model = createModel(["Which light do you mean?"]);
    const events = await collectRun({ agent, model });
    expect(toPath(events)).toEqual(["detect:no-tool-called", "end:end"]);
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "Which light do you mean?" });
    expect(
      ofType(events, "text-delta")
        .map(({ text }) => text)
        .join(""),
    ).toBe("Which light do you mean?");
  });

  it("takes the result later as the user's words, and sees no old call in its prompt", async () => {
    const model = createModel([call, "Glad it is bright."]);
    const history: ThreadMessage[] = [
      { role: "user", text: "turn on the porch light" },
      {
        role: "assistant",
        raw: `Sure! ${call}`,
        text: "Sure!",
        calls: [{ call: { id: "1", name: "set_light", arguments: {} } }],
      },
      { role: "tool", results: [{ callId: "1", name: "set_light", text: "reported, not executed" }] },
    ];
    const events = await collectRun({
      agent,
      model,
      request: { history, question: "I ran set_light, the porch light is on now." },
    });
    expect(model.prompts[0]).toContain("turn on the porch light");
    expect(model.prompts[0]).toContain("Sure!");
    expect(model.prompts[0]).toContain("I ran set_light");
    expect(model.prompts[0]).not.toContain('porch","on');
    expect(model.prompts[0]).not.toContain("reported, not executed");
    expect(toEnd(events).reason).toBe("detected");
  });

  it("leaves out a turn that was nothing but a call, and keeps the rest", () => {
    const calls = [{ call: { id: "1", name: "set_light", arguments: {} } }];
    const spoken = { role: "assistant", raw: "It is on.", text: "It is on.", calls: [] } as const;
    expect(
      withoutToolRecords([
        { role: "user", text: "turn on the porch light" },
        { role: "assistant", raw: call, text: "\n", calls },
        { role: "tool", results: [{ callId: "1", name: "set_light", text: "done" }] },
        spoken,
      ]),
    ).toEqual([{ role: "user", text: "turn on the porch light" }, spoken]);
  });

  it("reports a call of another tool as not allowed, and does not end as detected", async () => {
    const events = await collectRun({ agent, model: createModel([writeCall("nuke_from_orbit")]) });
    expect(toOutcomes(events)).toEqual([
      { type: "not-allowed", toolName: "nuke_from_orbit", skillName: "steps", allowed: ["set_light"] },
    ]);
    expect(toEnd(events).reason).toBe("answered");
  });

  it("reports every call of a turn", async () => {
    const two = call + writeCall("set_light", { name: "hall", on: false });
    const events = await collectRun({ agent, model: createModel([two]) });
    expect(toOutcomes(events)).toEqual([{ type: "detected" }, { type: "detected" }]);
  });
});

describe("a flow that is only to detect", () => {
  it("reports the first call of a node that would execute it, runs nothing, and stops there", async () => {
    const ran: unknown[] = [];
    const act = toyTool("act", () => ran.push("act"), { effect: "writes" });
    const flow = defineFlow({
      start: "call",
      nodes: {
        call: { type: "tool-call", tools: [act], mode: "execute", toolCalled: "say", noToolCalled: "say" },
        say: { type: "generate", next: "end" },
        end,
      },
    });
    const model = createModel([writeCall("act", { now: true }), "Never asked for."]);
    const events = await collectRun({ agent: toAgent(flow), model, request: { mode: "detect" } });
    expect(toOutcomes(events)).toEqual([{ type: "detected" }]);
    expect(toPath(events)).toEqual(["call:tool-called"]);
    expect(toEnd(events).reason).toBe("detected");
    expect(ran).toEqual([]);
    expect(model.prompts).toHaveLength(1);
  });
});

describe("a tool-call node", () => {
  const look = toyTool("look", () => "seven");
  const hidden = toyTool("hidden", () => "nobody sees this");
  const flow = defineFlow({
    start: "call",
    nodes: {
      call: { type: "tool-call", tools: [look], mode: "execute", toolCalled: "answer", noToolCalled: "answer" },
      answer: { type: "generate", instructions: "Say it in one word.", next: "more" },
      more: { type: "tool-call", tools: [hidden], mode: "detect", toolCalled: "end", noToolCalled: "end" },
      end,
    },
  });

  it("executes its calls, and the next node reads their results", async () => {
    const model = createModel([writeCall("look"), "Seven.", "Nothing more."]);
    const events = await collectRun({ agent: toAgent(flow), model });
    expect(toOutcomes(events)).toMatchObject([{ type: "success" }]);
    expect(model.prompts[1]).toContain("seven");
    expect(model.prompts[1]).toContain("Say it in one word.");
    expect(model.prompts[1]).not.toContain("<tools>");
    expect(toPath(events)).toEqual(["call:tool-called", "answer:answered", "more:no-tool-called", "end:end"]);
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "Seven." });
  });

  it("knows and allows its own tools only", async () => {
    const model = createModel([writeCall("hidden"), "Nothing.", "No."]);
    const events = await collectRun({ agent: toAgent(flow), model });
    expect(toOutcomes(events)).toMatchObject([{ type: "not-allowed", allowed: ["look"] }]);
    expect(model.prompts[0]).not.toContain("hidden");
    expect(ofType(events, "run-start")[0]?.tools).toEqual(["look", "hidden"]);
  });

  it("drops text without a call from the answer and the next prompt, and keeps it in the log", async () => {
    const model = createModel(["I am thinking aloud.", "Seven.", "No."]);
    const events = await collectRun({ agent: toAgent(flow), model });
    expect(toEnd(events).text).toBe("Seven.");
    expect(
      ofType(events, "text-delta")
        .map(({ text }) => text)
        .join(""),
    ).toBe("Seven.");
    expect(model.prompts[1]).not.toContain("thinking aloud");
    expect(ofType(events, "flow-step")[0]?.asked).toMatchObject({ raw: "I am thinking aloud." });
    expect(ofType(events, "turn-start").map(({ turn }) => turn)).toEqual([1]);
  });

  it("leaves what cannot be read as a call by its second exit", async () => {
    const model = createModel(['<tool_call>\n{"name": "look", "arguments": {{{\n</tool_call>', "Seven.", "No."]);
    const events = await collectRun({ agent: toAgent(flow), model });
    expect(toPath(events)[0]).toBe("call:no-tool-called");
  });
});

describe("a guardrail", () => {
  const toFlow = (check: GuardrailCheck) =>
    defineFlow({
      start: "guard",
      nodes: {
        guard: { type: "guardrail", check, pass: "answer", block: "refuse" },
        answer: { type: "generate", next: "end" },
        refuse: { type: "canned-response", text: "I cannot help with that.", next: "end" },
        end,
      },
    });

  it("by a rule asks the model nothing, and a blocked question gets the canned response", async () => {
    const rule: GuardrailCheck = { type: "rule", passes: (question) => !question.includes("bomb") };
    const model = createModel(["Fine."]);
    const blocked = await collectRun({ agent: toAgent(toFlow(rule)), model, request: { question: "a bomb?" } });
    expect(model.prompts).toEqual([]);
    expect(toPath(blocked)).toEqual(["guard:block", "refuse:answered", "end:end"]);
    expect(toEnd(blocked)).toMatchObject({ reason: "answered", text: "I cannot help with that." });
    const passed = await collectRun({ agent: toAgent(toFlow(rule)), model });
    expect(toEnd(passed).text).toBe("Fine.");
  });

  it.each([
    ["throws", () => Promise.reject(new Error("broken"))],
    ["never answers", () => new Promise<boolean>(() => undefined)],
  ])("by a rule that %s blocks", async (_, passes) => {
    const agent = toAgent(toFlow({ type: "rule", passes }));
    const events = await collectRun({ agent, model: createModel(["never"]), clock: createTestClock({ auto: true }) });
    expect(toPath(events)[0]).toBe("guard:block");
  });

  it.each([
    ["Yes.", "pass"],
    ["  **yes**, it is", "pass"],
    ["No.", "block"],
    ["Yesterday", "block"],
    ["I am not sure, yes?", "block"],
    ["", "block"],
  ])("by the model that answers %j lets it %s, and the answer stays out of the chat", async (answer, exit) => {
    const model = createModel([answer, "Fine."]);
    const agent = toAgent(toFlow({ type: "model", ask: "Is the message about cooking?" }));
    const events = await collectRun({ agent, model, request: { question: "How do I boil an egg?" } });
    expect(toPath(events)[0]).toBe(`guard:${exit}`);
    expect(model.prompts[0]).toContain("Is the message about cooking?");
    expect(model.prompts[0]).toContain("boil an egg");
    expect(toEnd(events).text).toBe(exit === "pass" ? "Fine." : "I cannot help with that.");
    expect(ofType(events, "flow-step")[0]?.asked?.raw).toBe(answer);
    if (exit === "pass") expect(model.prompts[1]).not.toContain("about cooking");
  });

  it("by the model counts against the turn budget, which is checked before it", async () => {
    const agent = toAgent(toFlow({ type: "model", ask: "Is it so?" }));
    const one = await collectRun({ agent, model: createModel(["yes", "never"]), request: { budget: { maxTurns: 1 } } });
    expect(toEnd(one)).toMatchObject({ reason: "budget-exceeded", budget: "turns" });
    const none = createModel(["never"]);
    await collectRun({ agent, model: none, request: { budget: { maxTurns: 0 } } });
    expect(none.prompts).toEqual([]);
  });
});

describe("a route", () => {
  const lamp = toyTool("lamp", () => "lit");
  const sum = toyTool("sum", () => "8");
  const arithmetic = defineSkill({ name: "arithmetic", description: "Compute.", tools: [sum] });
  const toFlow = (choose?: (question: string) => string | null) =>
    defineFlow({
      start: "route",
      nodes: {
        route: {
          type: "route",
          choices: [
            { name: "lights", description: "Switch lights on and off", next: "lights" },
            { name: "numbers", description: "Compute something", next: "numbers" },
          ],
          otherwise: "sorry",
          ...(choose === undefined ? {} : { choose }),
        },
        lights: { type: "tool-call", tools: [lamp], mode: "execute", toolCalled: "end", noToolCalled: "end" },
        numbers: { type: "skill", skill: arithmetic, next: "end" },
        sorry: { type: "canned-response", text: "I did not understand.", next: "end" },
        end,
      },
    });

  it.each([
    ["lights", "lights"],
    ["The answer is: Numbers.", "numbers"],
    ["lights or numbers", "otherwise"],
    ["delights", "otherwise"],
    ["", "otherwise"],
  ])("by the model that answers %j goes to %s", async (answer, exit) => {
    const model = createModel([answer, "Nothing."]);
    const events = await collectRun({ agent: toAgent(toFlow()), model });
    expect(toPath(events)[0]).toBe(`route:${exit}`);
    expect(model.prompts[0]).toContain("- lights: Switch lights on and off");
    expect(model.prompts[0]).not.toContain("lamp");
  });

  it("by a rule asks the model nothing; a name that is no choice goes to otherwise", async () => {
    const model = createModel([writeCall("lamp")]);
    const known = await collectRun({ agent: toAgent(toFlow(() => "lights")), model });
    expect(toPath(known)).toEqual(["route:lights", "lights:tool-called", "end:end"]);
    expect(model.prompts[0]).not.toContain('"sum"');
    for (const name of ["constructor", null]) {
      const events = await collectRun({ agent: toAgent(toFlow(() => name)), model: createModel(["never"]) });
      expect(toEnd(events).text).toBe("I did not understand.");
    }
  });

  it("to a skill runs that skill's own loop under its own name and allowlist", async () => {
    const model = createModel([writeCall("lamp"), writeCall("sum", { a: 3 }), "It is 8."]);
    const events = await collectRun({ agent: toAgent(toFlow(() => "numbers")), model });
    expect(toOutcomes(events)).toMatchObject([
      { type: "not-allowed", skillName: "arithmetic", allowed: ["sum"] },
      { type: "success" },
    ]);
    expect(toPath(events)).toEqual(["route:numbers", "numbers:answered", "end:end"]);
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "It is 8." });
  });
});

describe("a flow that goes round", () => {
  const flow = defineFlow({
    start: "try",
    maxSteps: 5,
    nodes: {
      try: { type: "generate", next: "check" },
      check: { type: "guardrail", check: { type: "rule", passes: () => false }, pass: "end", block: "try" },
      end,
    },
  });

  it("is ended at its bound, with a sentence and its last text", async () => {
    const model = createModel(["one", "two", "three", "never"]);
    const events = await collectRun({ agent: toAgent(flow), model });
    expect(model.prompts).toHaveLength(3);
    expect(toPath(events)).toEqual(["try:answered", "check:block", "try:answered", "check:block", "try:answered"]);
    expect(toEnd(events)).toMatchObject({ reason: "budget-exceeded", text: "three" });
    expect(ofType(events, "notice").map(({ text }) => text)).toEqual(["The flow was ended after 5 steps."]);
  });

  it("is ended earlier by the run's budget", async () => {
    const events = await collectRun({
      agent: toAgent(flow),
      model: createModel(["one", "two", "never"]),
      request: { budget: { maxTurns: 2 } },
    });
    expect(toEnd(events)).toMatchObject({ reason: "budget-exceeded", budget: "turns", text: "two" });
  });
});

describe("a flow's run", () => {
  const flow = defineFlow({
    start: "guard",
    nodes: {
      guard: { type: "guardrail", check: { type: "model", ask: "Is it so?" }, pass: "answer", block: "end" },
      answer: { type: "generate", next: "end" },
      end,
    },
  });

  it("is stopped by the user in every node", async () => {
    for (const fits of ["prefill-progress", "text-delta"]) {
      const source = new AbortController();
      const clock = createTestClock({ auto: true });
      const model = createModel(
        [
          { text: "yes", prefillMs: 1_000 },
          { text: "word ".repeat(900), chunkDelayMs: 5 },
        ],
        clock,
      );
      const events = await collectRun({
        agent: toAgent(flow),
        model,
        clock,
        request: { signal: source.signal },
        onEvent: ({ type }) => {
          if (type === fits) source.abort();
        },
      });
      expect(toEnd(events).reason).toBe("cancelled");
    }
  });

  it("ends with the model's failure, wherever it happens", async () => {
    const lost = { text: "", failure: { code: "device-lost" } } as const;
    for (const turns of [[lost], ["yes", lost]]) {
      const events = await collectRun({ agent: toAgent(flow), model: createModel(turns) });
      expect(toEnd(events)).toMatchObject({ reason: "failed", failure: { code: "device-lost" } });
    }
  });

  it("tells the turn hook about every turn of the answer, and its veto ends the run", async () => {
    const agent = toAgent(flow, { onTurn: () => ({ type: "veto", reason: "enough" }) });
    const events = await collectRun({ agent, model: createModel(["yes", "Fine."]) });
    expect(toEnd(events).reason).toBe("ended-by-policy");
  });

  it("replays from its log: the same steps, the same answer", async () => {
    const events = await collectRun({ agent: toAgent(flow), model: createModel(["yes", "Fine."]) });
    const replay = new ScriptedClient(fromRunEvents(events), { template: chatmlTemplate });
    const again = await collectRun({ agent: toAgent(flow), model: replay });
    expect(toPath(again)).toEqual(toPath(events));
    expect(toEnd(again)).toEqual(toEnd(events));
  });

  it("refuses calls that a node without tools writes all the same", async () => {
    const events = await collectRun({ agent: toAgent(flow), model: createModel(["yes", writeCall("look")]) });
    expect(toOutcomes(events)).toEqual([{ type: "not-allowed", toolName: "look", skillName: "steps", allowed: [] }]);
  });
});
