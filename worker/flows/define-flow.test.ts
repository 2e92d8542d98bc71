import { describe, expect, expectTypeOf, it } from "vitest";
import { defineAgent } from "../agent/define/agent.ts";
import { defineSkill } from "../agent/define/skill.ts";
import { toyTool } from "../agent/run/run-agent.fixture.ts";
import { defineFlow } from "./define-flow.ts";
import type { Flow, FlowNode } from "./flow.ts";

const end = { type: "end" } as const;

/** The same construction without the compiler's help, as from a file. */
function build(nodes: Record<string, unknown>, options: { start?: string; maxSteps?: number } = {}): () => unknown {
  const untyped: (declaration: unknown) => unknown = (declaration) =>
    (defineFlow as unknown as (declaration: unknown) => Flow)(declaration);
  return () => untyped({ start: "start", nodes, ...options });
}

const answer = (next: string): FlowNode => ({ type: "generate", next });

describe("a flow is refused at construction, with the culprit's name,", () => {
  it("when it starts at no node of its own", () => {
    expect(build({ end }, { start: "begin" })).toThrow("The flow starts at 'begin', which is no node of it");
    expect(build({ end }, { start: "toString" })).toThrow("'toString'");
  });

  it("when an exit leads nowhere", () => {
    expect(build({ start: answer("gone"), end })).toThrow("Node 'start' leads to 'gone'");
  });

  it("when a node cannot be reached", () => {
    expect(build({ start: answer("end"), island: answer("end"), end })).toThrow("Node 'island' of the flow cannot be");
  });

  it("when it can get to where no end is", () => {
    const nodes = {
      start: { type: "guardrail", check: { type: "rule", passes: () => true }, pass: "end", block: "trap" },
      trap: answer("trap"),
      end,
    };
    expect(build(nodes, { maxSteps: 5 })).toThrow("From node 'trap' the flow never comes to an end");
  });

  it("when it can go round without a bound, with the way round", () => {
    const nodes = {
      start: answer("check"),
      check: { type: "guardrail", check: { type: "rule", passes: () => true }, pass: "end", block: "start" },
      end,
    };
    expect(build(nodes)).toThrow("The flow can go round (start -> check -> start) and has no 'maxSteps'");
    expect(build(nodes, { maxSteps: 0 })).toThrow("'maxSteps' is 0");
    expect(build(nodes, { maxSteps: 1.5 })).toThrow("'maxSteps' is 1.5");
    expect(build(nodes, { maxSteps: 4 })).not.toThrow();
  });

  it("when ways meet again it has no cycle and needs no bound", () => {
    const nodes = {
      start: { type: "guardrail", check: { type: "rule", passes: () => true }, pass: "left", block: "right" },
      left: answer("meet"),
      right: answer("meet"),
      meet: answer("end"),
      end,
    };
    expect(build(nodes)).not.toThrow();
  });

  it("when a node has no tools, more than eight, or one twice", () => {
    const call = (tools: unknown[]) => ({
      start: { type: "tool-call", tools, mode: "detect", toolCalled: "end", noToolCalled: "end" },
      end,
    });
    const nine = Array.from({ length: 9 }, (_, index) => toyTool(`tool-${index}`));
    expect(build(call([]))).toThrow("Node 'start' has 0 tools");
    expect(build(call(nine))).toThrow("Node 'start' has 9 tools; 1 to 8 are possible: put a route in front");
    expect(build(call(nine.slice(1)))).not.toThrow();
    expect(build(call([nine[0], nine[0]]))).toThrow("Node 'start' lists a tool twice");
  });

  it("when two nodes have different tools of one name", () => {
    const call = (next: string) => ({
      type: "tool-call",
      tools: [toyTool("same")],
      mode: "detect",
      toolCalled: next,
      noToolCalled: next,
    });
    expect(build({ start: call("second"), second: call("end"), end })).toThrow("Node 'second' has another tool named");
  });

  it("when a route has not two choices with names of their own", () => {
    const route = (...names: string[]) => ({
      start: {
        type: "route",
        choices: names.map((name) => ({ name, description: "d", next: "end" })),
        otherwise: "end",
      },
      end,
    });
    expect(build(route("one"))).toThrow("Node 'start' needs at least two choices");
    expect(build(route("one", "one"))).toThrow("Node 'start' needs at least two choices");
    expect(build(route("one", "two words"))).toThrow("'two words' cannot name a choice of node 'start'");
  });
});

it("a flow knows the tools of all its nodes, by value and by type", () => {
  const lamp = toyTool("lamp");
  const sum = toyTool("sum");
  const flow = defineFlow({
    start: "call",
    nodes: {
      call: { type: "tool-call", tools: [lamp], mode: "detect", toolCalled: "end", noToolCalled: "work" },
      work: { type: "skill", skill: defineSkill({ name: "s", description: "d", tools: [sum, lamp] }), next: "end" },
      end,
    },
  });
  expectTypeOf(flow).toEqualTypeOf<Flow<"lamp" | "sum">>();
  expect(flow.tools).toEqual([lamp, sum]);
});

describe("types", () => {
  it("a flow with another agent's tool is refused by the compiler, and at construction", () => {
    const flow = defineFlow({
      start: "call",
      nodes: {
        call: { type: "tool-call", tools: [toyTool("shell")], mode: "detect", toolCalled: "end", noToolCalled: "end" },
        end: { type: "end" },
      },
    });
    const build = () =>
      defineAgent({
        name: "calculator",
        prompt: "",
        tools: [toyTool("add")],
        // @ts-expect-error: the agent does not own the tool 'shell'
        skills: [defineSkill({ name: "detect", description: "Detect.", program: flow })],
      });
    expect(build).toThrow("Skill 'detect' lists the tool 'shell', which agent 'calculator' does not own");
  });

  it("an exit of a flow to a node that does not exist is refused by the compiler, and at construction", () => {
    const build = () =>
      defineFlow({
        start: "answer",
        // @ts-expect-error: there is no node 'ending'
        nodes: { answer: { type: "generate", next: "ending" }, end: { type: "end" } },
      });
    expect(build).toThrow("Node 'answer' leads to 'ending', which is no node of the flow");
  });
});
