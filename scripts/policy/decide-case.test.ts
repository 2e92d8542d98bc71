import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../worker/protocol/json.ts";
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
