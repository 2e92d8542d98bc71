import { describe, expect, it } from "vitest";
import { type Agent, defineAgent } from "../agent/define/agent.ts";
import { defineSkill } from "../agent/define/skill.ts";
import {
  collectRun,
  createModel,
  ofType,
  toEnd,
  toyAgent,
  toyTool,
  writeCall,
} from "../agent/run/run-agent.fixture.ts";
import type { FormatId } from "../protocol/model.ts";
import { defineFlow } from "./define-flow.ts";
import type { FlowNode } from "./flow.ts";

const end = { type: "end" } as const;
const setLight = toyTool("set_light", () => "on", { effect: "writes" });
const call = writeCall("set_light", { name: "porch" });

function toAgent(start: FlowNode, more: Readonly<Record<string, FlowNode>> = {}): Agent {
  const flow = defineFlow({ start: "start", nodes: { start, ...more, end } as Record<string, FlowNode> });
  return defineAgent({
    name: "flowing",
    prompt: "You are a test.",
    tools: flow.tools,
    skills: [defineSkill({ name: "steps", description: "Take the steps.", program: flow })],
  });
}

const detect = (settings: { readonly notify?: boolean; readonly format?: FormatId }): FlowNode => ({
  type: "tool-call",
  tools: [setLight],
  mode: "detect",
  toolCalled: "end",
  noToolCalled: "end",
  ...settings,
});

describe("a node with settings of its own", () => {
  it("is asked at its own temperature, and the next one at the user's", async () => {
    const agent = toAgent(
      { type: "generate", temperature: 1.5, next: "more" },
      { more: { type: "generate", next: "end" } },
    );
    const events = await collectRun({
      agent,
      model: createModel(["one", "two"]),
      request: { sampling: { temperature: 0.4, topP: 0.9 } },
    });
    const sent = ofType(events, "prompt-sent").map(({ sampling }) => [sampling?.temperature, sampling?.topP]);
    expect(sent).toEqual([
      [1.5, 0.9],
      [0.4, 0.9],
    ]);
  });

  it("has its guardrail and its route asked at their temperatures too", async () => {
    const agent = toAgent(
      { type: "guardrail", check: { type: "model", ask: "Is it kind?" }, temperature: 0.3, pass: "kind", block: "end" },
      {
        kind: {
          type: "route",
          temperature: 0.6,
          choices: [
            { name: "a", description: "A.", next: "end" },
            { name: "b", description: "B.", next: "end" },
          ],
          otherwise: "end",
        },
      },
    );
    const model = createModel(["yes", "b"]);
    const asked: number[] = [];
    const events = await collectRun({
      agent,
      model: {
        ...model,
        generate: (request) => {
          asked.push(request.temperature);
          return model.generate(request);
        },
      },
    });
    expect(ofType(events, "flow-step").map(({ exit }) => exit)).toEqual(["pass", "b", "end"]);
    expect(asked).toEqual([0.3, 0.6]);
  });

  it("is spoken to in its own dialect, and what it wrote reaches the next node in the model's", async () => {
    const agent = toAgent({ ...detect({ format: "llama3" }), mode: "execute", toolCalled: "say" } as FlowNode, {
      say: { type: "generate", next: "end" },
    });
    const model = createModel(['{"name": "set_light", "parameters": {"name": "porch"}}', "It is on."]);
    const events = await collectRun({ agent, model, approve: () => ({ type: "allow-once" }) });
    expect(ofType(events, "call-start").map(({ call }) => call.arguments)).toEqual([{ name: "porch" }]);
    expect(model.prompts[0]).toContain('"parameters"');
    expect(model.prompts[1]).toContain('<tool_call>\n{"name": "set_light", "arguments": {"name": "porch"}}');
    expect(model.prompts[1]).not.toContain('"parameters"');
    expect(toEnd(events).text).toBe("It is on.");
  });
});

describe("a detected call is announced", () => {
  it("by a node that notifies, with its name, once for each call", async () => {
    const two = call + writeCall("set_light", { name: "hall" }) + writeCall("open_door");
    const events = await collectRun({ agent: toAgent(detect({ notify: true })), model: createModel([two]) });
    expect(ofType(events, "detected").map(({ skill, node, call }) => ({ skill, node, ...call.arguments }))).toEqual([
      { skill: "steps", node: "start", name: "porch" },
      { skill: "steps", node: "start", name: "hall" },
    ]);
  });

  it("not by one that does not", async () => {
    const events = await collectRun({ agent: toAgent(detect({})), model: createModel([call]) });
    expect(ofType(events, "call-end").map(({ outcome }) => outcome.type)).toEqual(["detected"]);
    expect(ofType(events, "detected")).toEqual([]);
  });

  it("and one that does not exist is no call: the node is left as without one", async () => {
    const node = { ...detect({ notify: true }), noToolCalled: "say" } as FlowNode;
    const agent = toAgent(node, { say: { type: "canned-response", text: "Nothing was switched.", next: "end" } });
    const events = await collectRun({ agent, model: createModel([writeCall("nuke_from_orbit")]) });
    expect(ofType(events, "detected")).toEqual([]);
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "Nothing was switched." });
  });

  it("in a question that is to detect only, under a skill as in a flow", async () => {
    const request = { mode: "detect" } as const;
    const plain = await collectRun({ agent: toyAgent([setLight]), model: createModel([call]), request });
    expect(ofType(plain, "detected")).toMatchObject([{ skill: "work", call: { name: "set_light" } }]);
    const flow = await collectRun({ agent: toAgent(detect({})), model: createModel([call]), request });
    expect(ofType(flow, "detected")).toMatchObject([{ skill: "steps", node: "start" }]);
  });
});
