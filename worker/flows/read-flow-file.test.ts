import { describe, expect, it } from "vitest";
import { formatFault } from "../protocol/file-fault.ts";
import { hasWord } from "./match-words.ts";
import { readFlowFile } from "./read-flow-file.ts";

/** One node of every type, and every field. */
const WHOLE = `[flow]
name = "desk"
description = "A desk."
start = "gate"
max_steps = 20
omit_tool_records = true

[node.gate]
type = "guardrail"
allow = ["order*", "hour"]
forbid = ["card number"]
max_characters = 40
pass = "judge"
block = "no"

[node.judge]
type = "guardrail"
ask = "Is it about an order?"
temperature = 0.2
format = "chatml"
pass = "kind"
block = "no"

[node.kind]
type = "route"
otherwise = "ask"
[node.kind.choice.hours]
words = ["hour"]
next = "no"
[node.kind.choice.order]
words = ["order*"]
next = "call"

[node.ask]
type = "route"
temperature = 0
otherwise = "no"
[node.ask.choice.a]
description = "It is a."
next = "say"
[node.ask.choice.b]
description = "It is b."
next = "gate"

[node.call]
type = "tool-call"
tools = ["add", "set_light"]
mode = "detect"
notify = true
instructions = "Find the call."
generate_on_no_tool = true
temperature = 0
format = "llama3"
tool_called = "end"
no_tool_called = "work"

[node.work]
type = "skill"
skill = "letters"
temperature = 1
next = "end"

[node.say]
type = "generate"
instructions = "One sentence."
format = "generic"
next = "end"

[node.no]
type = "canned"
text = "Not here."
next = "end"
`;

const KNOWN = { tools: new Set(["add", "set_light"]), skills: new Set(["letters"]) };

/** The faults of a small right flow after one change, as `line: message`. */
const SMALL = `[flow]
name = "small"
description = "d"
start = "say"

[node.say]
type = "generate"
next = "end"
`;

function toFaults(text: string): readonly string[] {
  const read = readFlowFile(text, "a.flow.toml", KNOWN);
  return read.ok ? [] : read.faults.map(({ line, message }) => `${line}: ${message}`);
}

const changed = (from: string, to: string, text = SMALL): readonly string[] => {
  expect(text).toContain(from);
  return toFaults(text.replace(from, to));
};

it("reads every type of node with every field", () => {
  const read = readFlowFile(WHOLE, "desk.flow.toml", KNOWN);
  if (!read.ok) throw new Error(read.faults.map(formatFault).join("\n"));
  const { nodes, ...head } = read.value;
  expect(head).toEqual({
    file: "desk.flow.toml",
    name: "desk",
    description: "A desk.",
    start: "gate",
    maxSteps: 20,
    omitToolRecords: true,
  });
  expect([...nodes.keys()]).toEqual(["gate", "judge", "kind", "ask", "call", "work", "say", "no", "end"]);
  expect(nodes.get("judge")).toEqual({
    type: "guardrail",
    check: { type: "model", ask: "Is it about an order?" },
    pass: "kind",
    block: "no",
    temperature: 0.2,
    format: "chatml",
  });
  expect(nodes.get("ask")).toEqual({
    type: "route",
    choices: [
      { name: "a", description: "It is a.", next: "say" },
      { name: "b", description: "It is b.", next: "gate" },
    ],
    otherwise: "no",
    temperature: 0,
  });
  expect(nodes.get("call")).toEqual({
    type: "tool-call",
    tools: ["add", "set_light"],
    mode: "detect",
    notify: true,
    instructions: "Find the call.",
    generateOnNoTool: true,
    temperature: 0,
    format: "llama3",
    toolCalled: "end",
    noToolCalled: "work",
  });
  expect(nodes.get("work")).toEqual({ type: "skill", skill: "letters", next: "end", temperature: 1 });
  expect(nodes.get("say")).toEqual({ type: "generate", instructions: "One sentence.", next: "end", format: "generic" });
  expect(nodes.get("no")).toEqual({ type: "canned-response", text: "Not here.", next: "end" });
  expect(nodes.get("end")).toEqual({ type: "end" });
});

it("checks by words: one that is allowed, none that is forbidden, and not too many characters", async () => {
  const read = readFlowFile(WHOLE, "desk.flow.toml", KNOWN);
  const gate = read.ok ? read.value.nodes.get("gate") : undefined;
  if (gate?.type !== "guardrail" || gate.check.type !== "rule") throw new Error("There is no such node.");
  const { passes } = gate.check;
  expect(passes("Where are my ORDERS?")).toBe(true);
  expect(passes("At which hour?")).toBe(true);
  expect(passes("Hourly?")).toBe(false);
  expect(passes("Order by card-number 12")).toBe(false);
  expect(passes(`order ${"x".repeat(40)}`)).toBe(false);
});

it("routes by words: the first choice of the file that has one", () => {
  const read = readFlowFile(WHOLE, "desk.flow.toml", KNOWN);
  const kind = read.ok ? read.value.nodes.get("kind") : undefined;
  if (kind?.type !== "route") throw new Error("There is no such node.");
  expect(kind.choose?.("Which hour for the order?")).toBe("hours");
  expect(kind.choose?.("My ordering")).toBe("order");
  expect(kind.choose?.("Something else")).toBeNull();
});

describe("a word is found", () => {
  it.each([
    ["Öffnet ihr am SONNTAG?", "sonntag", true],
    ["Rückgabe", "rück", false],
    ["Rückgabe", "rück*", true],
    ["send it back, please", "it back", true],
    ["send back", "it back", false],
    ["can’t", "can", true],
    ["東京の天気", "天気", true],
    ["", "a", false],
    ["a * b", "*", false],
  ])("%j holds %j: %j", (text, word, is) => {
    expect(hasWord(text, [word])).toBe(is);
  });
});

describe("a fault is named with its line", () => {
  it("in what the flow says of itself", () => {
    expect(changed("[flow]", "[floww]")).toEqual(["1: [flow] is missing", "1: floww is not known"]);
    expect(changed('name = "small"', 'name = "Small Flow"')[0]).toMatch(/^2: 'Small Flow' cannot name a flow/);
    expect(changed('name = "small"\n', "")).toEqual(["1: flow.name is missing"]);
    expect(changed('description = "d"', "description = 7")[0]).toBe("3: flow.description must be text");
    expect(changed('start = "say"', 'start = "sy"')).toEqual(["4: there is no node 'sy' to start at: say, end"]);
    expect(changed('start = "say"', 'start = "say"\nmax_steps = 0')).toEqual(["5: max_steps must be from 1 to 1000"]);
    expect(changed('start = "say"', 'start = "say"\nspeed = 1')).toEqual(["5: flow.speed is not known"]);
    expect(toFaults(SMALL.slice(0, SMALL.indexOf("[node")))).toContain("1: there is no node: [node.NAME] is missing");
  });

  it("in TOML that cannot be read", () => {
    expect(changed('type = "generate"', 'type = "generate')[0]).toMatch(/^7: /);
  });

  it("in a node's type, name and fields", () => {
    expect(changed('type = "generate"\n', "")).toEqual([
      "6: node.say.type is missing: one of guardrail, route, tool-call, skill, generate, canned, end",
    ]);
    expect(changed("generate", "generat")).toEqual([
      "7: type must be one of guardrail, route, tool-call, skill, generate, canned, end",
    ]);
    expect(changed('next = "end"', 'next = "end"\ntext = "x"')).toEqual(["9: node.say.text is not known"]);
    expect(changed('next = "end"', 'next = "end"\ntemperature = 3')).toEqual(["9: temperature must be from 0 to 2"]);
    expect(changed('next = "end"', 'next = "end"\nformat = "french"')[0]).toMatch(/^9: format must be one of chatml/);
    expect(changed("[node.say]", "[node.'a b']")).toContain(
      "6: 'a b' cannot name a node: 1 to 40 letters, digits, _ and -",
    );
    expect(changed('"generate"', '"canned"')).toEqual(["6: node.say.text is missing"]);
  });

  it("in an exit, and in the graph", () => {
    expect(changed('next = "end"', 'next = "ende"')).toEqual(["8: there is no node 'ende': say"]);
    expect(changed('next = "end"', "")).toEqual(["6: node.say.next is missing"]);
    expect(changed('next = "end"', 'next = "end"\n\n[node.island]\ntype = "end"')).toEqual([
      "10: no exit leads to the node 'island'",
    ]);
    expect(changed('next = "end"', 'next = "say"')).toEqual([
      "6: from the node 'say' the flow never comes to an end",
      "6: the flow can go round (say -> say): say in [flow] how many steps are the most, with max_steps",
    ]);
    expect(changed("max_steps = 20\n", "", WHOLE)).toEqual([
      "7: the flow can go round (gate -> judge -> kind -> ask -> gate): say in [flow] how many steps are the most, with max_steps",
    ]);
  });

  it("in a guardrail", () => {
    expect(changed('ask = "Is it about an order?"\ntemperature = 0.2\nformat = "chatml"\n', "", WHOLE)).toEqual([
      "16: the check is missing: allow, forbid or max_characters, or ask for the model to judge",
    ]);
    expect(changed("max_characters = 40", 'ask = "Is it?"', WHOLE)[0]).toMatch(
      /^12: the check is by words .* not both/,
    );
    expect(changed("max_characters = 40", "temperature = 0", WHOLE)).toEqual([
      "12: temperature does nothing here: words decide, no model is asked",
    ]);
    expect(changed("max_characters = 40", "max_characters = 0", WHOLE)).toEqual(["12: max_characters must be above 0"]);
    expect(changed('allow = ["order*", "hour"]', 'allow = ["?"]', WHOLE)).toEqual(["10: '?' is no word or phrase"]);
    expect(changed('allow = ["order*", "hour"]', "allow = []", WHOLE)).toEqual(["10: allow must hold 1 to 100 words"]);
  });

  it("in a route", () => {
    const one = WHOLE.replace('[node.kind.choice.hours]\nwords = ["hour"]\nnext = "no"\n', "");
    expect(toFaults(one)).toEqual(["24: a route needs 2 to 20 choices, each a [node.kind.choice.NAME]"]);
    expect(changed('words = ["hour"]', 'description = "d"', WHOLE)).toEqual([
      "27: the choice 'hours' has no words, and another has: all are chosen by words, or all by the model",
    ]);
    expect(changed('description = "It is a."\n', "", WHOLE)).toEqual(["38: node.ask.choice.a.description is missing"]);
    expect(changed('next = "say"', 'next = "sai"', WHOLE)[0]).toMatch(/^40: there is no node 'sai': gate, judge/);
    expect(changed('otherwise = "ask"', 'otherwise = "ask"\nformat = "chatml"', WHOLE)).toEqual([
      "27: format does nothing here: words decide, no model is asked",
    ]);
  });

  it("in a tool call and a skill", () => {
    const list = (tools: readonly string[]) =>
      changed('tools = ["add", "set_light"]', `tools = ${JSON.stringify(tools)}`, WHOLE);
    expect(list([])).toEqual(["47: a tool-call needs a list of tools"]);
    expect(list(["add", "ad"])).toEqual(["47: there is no tool 'ad'"]);
    expect(list(["add", "add"])).toEqual(["47: the tool 'add' is listed twice"]);
    const nine = Array.from({ length: 9 }, (_, index) => `t${index}`);
    const known = { ...KNOWN, tools: new Set([...KNOWN.tools, ...nine]) };
    const read = readFlowFile(
      WHOLE.replace('tools = ["add", "set_light"]', `tools = ${JSON.stringify(nine)}`),
      "a",
      known,
    );
    expect(read.ok ? [] : read.faults.map(formatFault)).toEqual([
      "a:47: there are 9 tools; 8 are the most: put a route in front that chooses among fewer",
    ]);
    expect(changed('mode = "detect"', 'mode = "execute"', WHOLE)).toEqual([
      '49: notify announces calls that are found and not made: it needs mode = "detect"',
    ]);
    expect(changed('skill = "letters"', 'skill = "desk"', WHOLE)).toEqual([
      "59: there is no skill 'desk' that could be a step: a flow cannot stand in a flow",
    ]);
  });
});
