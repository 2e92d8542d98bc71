import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../worker/protocol/json.ts";
import { decideCase } from "./decide-case.ts";
import { readPolicyCase } from "./read-policy-case.ts";

const TOOLS = [
  { name: "read_mail", effect: "reads" },
  { name: "calculate", effect: "reads", source: "app" },
  { name: "note", effect: "writes" },
  { name: "send_money", effect: "sends" },
];

async function decide(line: JsonObject): Promise<string[]> {
  return (await decideCase(readPolicyCase({ tools: TOOLS, ...line }))).map(({ decision }) => decision);
}

describe("calls played through the policy", () => {
  it.each<[string, JsonObject, string[]]>([
    ["what the user typed", { transcript: ["note it"], calls: ["note"] }, ["allow"]],
    [
      "a result from outside",
      { transcript: [{ role: "tool", name: "read_mail", content: "x" }], calls: ["note"] },
      ["ask"],
    ],
    [
      "a result of the app",
      { transcript: [{ role: "tool", name: "calculate", content: "4" }], calls: ["note"] },
      ["allow"],
    ],
    [
      "a source nobody knows",
      { transcript: [{ role: "user", content: "x", source: "pigeon" }], calls: ["note"] },
      ["ask"],
    ],
    [
      "a part from outside",
      { transcript: [{ role: "user", content: ["a", { text: "b", source: "web:x" }] }], calls: ["note"] },
      ["ask"],
    ],
    ["a file", { transcript: [{ role: "user", content: "a", attachments: ["b"] }], calls: ["note"] }, ["ask"]],
    ["a poisoned note", { transcript: [{ role: "memory", content: "a", untrusted: true }], calls: ["note"] }, ["ask"]],
    [
      "an own note",
      { transcript: [{ role: "memory", content: "a", source: "memory:user" }], calls: ["note"] },
      ["allow"],
    ],
    [
      "a read in the same turn, with the user's own words",
      {
        transcript: ["Read my mail, and note “buy milk”"],
        calls: [
          { name: "read_mail", turn: 1 },
          { name: "note", arguments: { text: "buy milk" }, turn: 1 },
          { name: "note", arguments: { text: "buy shares" }, turn: 1 },
          { name: "note", arguments: { text: "buy milk" }, turn: 2 },
        ],
      },
      ["allow", "allow", "ask", "ask"],
    ],
    ["a read in the same line", { transcript: ["go"], calls: ["read_mail", "note"] }, ["allow", "ask"]],
    [
      "a result given with the call",
      { transcript: ["go"], calls: [{ name: "calculate", result: "4" }, "note"] },
      ["allow", "allow"],
    ],
    ["sending", { transcript: ["pay"], calls: ["send_money"] }, ["ask"]],
    ["sending with a permission", { transcript: ["pay"], calls: ["send_money"], grants: ["send_money"] }, ["allow"]],
    [
      "a permission after outside text",
      { transcript: [{ role: "tool", content: "x" }], calls: ["send_money"], grants: true },
      ["ask"],
    ],
    ["a tool that is not there", { transcript: ["go"], calls: ["nope"] }, ["deny"]],
    [
      "calls at the transcript's end",
      { transcript: ["go", { role: "assistant", tool_calls: [{ function: { name: "note", arguments: "{}" } }] }] },
      ["allow"],
    ],
  ])("after %s", async (_, line, decisions) => {
    expect(await decide(line)).toEqual(decisions);
  });

  it("asks once about calls of one tool that were written in one turn", async () => {
    const call = (to: string, turn: number): JsonObject => ({ name: "send_money", arguments: { to }, turn });
    const calls = [call("a", 1), call("b", 1), call("c", 2)];
    const decisions = await decideCase(readPolicyCase({ tools: TOOLS, transcript: ["pay"], calls }));
    expect(decisions.map(({ decision, listed }) => [decision, listed])).toEqual([
      ["ask", false],
      ["ask", true],
      ["ask", false],
    ]);
  });

  it.each<[string, JsonObject]>([
    [
      "a file among the parts",
      {
        role: "user",
        content: [
          { type: "text", text: "a" },
          { type: "file", file: "b" },
        ],
      },
    ],
    ["a result among the parts", { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "b" }] }],
    [
      "a response among the parts",
      { role: "user", parts: [{ functionResponse: { name: "read_mail", response: {} } }] },
    ],
    ["parts beside a content", { role: "user", content: "a", parts: [{ text: "b", source: "file:c" }] }],
    ["documents beside a content", { role: "user", content: "a", documents: ["b"] }],
    ["a speaker", { speaker: "tool", text: "b" }],
    ["an author by key", { tool: "b" }],
    ["no author", { text: "b" }],
    ["a role nobody knows", { role: "retrieval", content: "b" }],
    ["a mark", { role: "user", content: "b", tainted: true }],
    ["a label", { role: "user", content: "b", label: "external" }],
    ["little trust", { role: "user", content: "b", trust: "low" }],
    ["several sources, one of them outside", { role: "assistant", content: "b", sources: ["user", "web:x"] }],
    ["an output item", { type: "function_call_output", call_id: "c", output: "b" }],
  ])("count as from outside what comes as %s", async (_, message) => {
    expect(await decide({ transcript: ["go", message], calls: ["note"] })).toEqual(["ask"]);
  });

  it.each<[string, readonly JsonObject[]]>([
    [
      "tool_call_id",
      [
        { role: "assistant", tool_calls: [{ id: "c", function: { name: "calculate", arguments: "{}" } }] },
        { role: "tool", tool_call_id: "c", content: "4" },
      ],
    ],
    [
      "tool_use_id",
      [
        { role: "assistant", content: [{ type: "tool_use", id: "c", name: "calculate", input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: "4" }] },
      ],
    ],
    [
      "call_id",
      [
        { type: "function_call", call_id: "c", name: "calculate", arguments: "{}" },
        { type: "function_call_output", call_id: "c", output: "4" },
      ],
    ],
  ])("know the tool that a result is of by its %s", async (_, messages) => {
    expect(await decide({ transcript: ["go", ...messages], calls: ["note"] })).toEqual(["allow"]);
  });

  it.each<[string, JsonObject, string]>([
    ["an answer of the model's own", { role: "assistant", content: "a", source: "model" }, "allow"],
    ["a result that calls itself the model's", { role: "tool", content: "a", source: "model" }, "ask"],
    ["a user's prompt", { role: "user", content: "a", source: "user_prompt" }, "allow"],
    ["a system prompt", { role: "system", content: "a", source: "System prompt" }, "allow"],
    ["a user's file", { role: "user", content: "a", source: "user_file" }, "ask"],
  ])("go by the source of %s", async (_, message, decision) => {
    expect(await decide({ transcript: ["go", message], calls: ["note"] })).toEqual([decision]);
  });

  it("take a transcript under other names, and none for granted", async () => {
    const foreign = [
      { role: "user", content: "go" },
      { role: "tool", content: "x" },
    ];
    expect(await decide({ turns: foreign, calls: ["note"] })).toEqual(["ask"]);
    expect(await decide({ user_instruction: "go", tool_response: "x", calls: ["note"] })).toEqual(["ask"]);
    expect(await decide({ user_instruction: "note it", calls: ["note"] })).toEqual(["allow"]);
    await expect(decide({ calls: ["note"] })).rejects.toThrow("no transcript");
  });

  it.each<JsonObject>([
    { action: "note", action_input: {} },
    { tool_name: "note", tool_input: "{}" },
    { method: "tools/call", params: { name: "note", arguments: {} } },
  ])("take the call %j", async (call) => {
    expect(await decide({ transcript: ["go"], calls: [call] })).toEqual(["allow"]);
  });

  it.each<[JsonObject, string]>([
    [{ effect: "read_only" }, "allow"],
    [{ readOnly: true }, "allow"],
    [{ effect: "Read" }, "allow"],
    [{ effect: "somehow" }, "ask"],
    [{}, "ask"],
  ])("read the effect of %j after text from outside", async (effect, decision) => {
    const transcript = [{ role: "tool", content: "x" }];
    expect(await decide({ tools: [{ tool_name: "look", ...effect }], transcript, calls: ["look"] })).toEqual([
      decision,
    ]);
  });

  it("take tools by their names, and calls at the end of a content", async () => {
    const content = [{ type: "tool_use", id: "c", name: "pay", input: { to: "x" } }];
    const tools = { pay: { effect: "sends" } };
    expect(await decide({ tools, transcript: ["pay x", { role: "assistant", content }] })).toEqual(["ask"]);
  });

  it("take OpenAI's shape of tools, effects by name, and hints that only raise", async () => {
    const tools = [{ type: "function", function: { name: "look", parameters: { type: "object", properties: {} } } }];
    const foreign = [{ role: "tool", content: "x" }];
    expect(await decide({ tools, effects: { look: "reads" }, messages: foreign, calls: ["look"] })).toEqual(["allow"]);
    expect(await decide({ tools, messages: foreign, calls: ["look"] })).toEqual(["ask"]);
    const hinted = [{ name: "look", effect: "reads", annotations: { destructiveHint: true } }];
    expect(await decide({ tools: hinted, messages: ["go"], calls: ["look"] })).toEqual(["ask"]);
  });

  it("take tools and transcript from an earlier line that had no calls", async () => {
    const before = readPolicyCase({ tools: TOOLS, transcript: [{ role: "tool", content: "x" }] });
    const decided = await decideCase(readPolicyCase({ calls: [{ tool: "note", args: { text: "x" } }] }, before));
    expect(decided).toMatchObject([
      { decision: "ask", tainted: true, rememberable: false, causes: ["changes-data", "read-outside"] },
    ]);
  });
});

interface Pair extends JsonObject {
  readonly id: string;
  readonly expect: readonly string[];
}

const PAIRS: readonly Pair[] = readFileSync(new URL("injected-pairs.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): Pair => JSON.parse(line));

describe("pairs of a user's task and an instruction planted in what its tool answers", () => {
  it("are enough of each kind", () => {
    expect(PAIRS.filter(({ id }) => id.startsWith("harm")).length).toBeGreaterThanOrEqual(30);
    expect(PAIRS.filter(({ id }) => id.startsWith("steal")).length).toBeGreaterThanOrEqual(30);
  });

  it.each(PAIRS)("$id", async (pair) => {
    expect(await decide(pair)).toEqual(pair.expect);
  });
});
