import { describe, expect, it } from "vitest";
import { collectRun, createModel, ofType, toEnd, toyAgent, toyTool } from "./run-agent.fixture.ts";

const STEP = toyTool("step", () => "done");

describe("a reply that is wholly a call of a tool that does not exist", () => {
  it.each([
    ["chatml", '{"name": "send_mail", "arguments": {"to": "x"}}'],
    ["llama3", '{"name": "send_mail", "parameters": {"to": "x"}}'],
    ["generic", '{"tool": "send_mail", "args": {"to": "x"}}'],
    ["mistral", '[{"name": "send_mail", "arguments": {"to": "x"}}]'],
    ["pythonic", "[send_mail(to='x')]"],
    ["command", '@send_mail {"to": "x"}'],
    ["chatml", '```json\n{"name": "send_mail", "arguments": {"to": "x"}}\n```'],
    ["chatml", '```\n[{"name": "send_mail", "arguments": {"to": "x"}}]\n```\n'],
    ["llama3", '```json\n{"name": "send_mail", "parameters": {"to": "x"}}\n```'],
    ["generic", '```json\n{"tool": "send_mail", "args": {"to": "x"}}\n```'],
    ["generic", '{"tool": "send_mail"}'],
  ] as const)("is refused so that the model reads it: %s", async (format, reply) => {
    const model = createModel([{ text: reply, chunkLength: 3 }, "I cannot send mail."]);
    const events = await collectRun({ agent: toyAgent([STEP]), model, request: { format } });
    expect(ofType(events, "call-end").map(({ outcome }) => outcome.type)).toEqual(["not-allowed"]);
    expect(ofType(events, "text-delta").map(({ text }) => text)).toEqual(["I cannot send mail."]);
    expect(model.prompts[1]).toContain("send_mail");
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "I cannot send mail." });
  });

  it("behind a few words is refused too, and the words alone are shown", async () => {
    const text = 'Sure: {"tool": "send_mail", "args": {"to": "x"}}';
    const model = createModel([{ text, chunkLength: 3 }, "I cannot send mail."]);
    const events = await collectRun({ agent: toyAgent([STEP]), model, request: { format: "generic" } });
    expect(ofType(events, "call-end").map(({ outcome }) => outcome.type)).toEqual(["not-allowed"]);
    const shown = ofType(events, "text-delta").map((event) => event.text);
    expect(shown.join("")).toBe("Sure: I cannot send mail.");
  });

  it.each([
    ["a call in the middle of words", 'Write {"tool": "send_mail", "args": {}} there.'],
    ["a word in brackets", 'The set {"tools", "toolbox"} has two.'],
    ["data of another shape", '{"name": "Ann", "age": 30}'],
    ["a call with words around it", 'Write {"name": "send_mail", "arguments": {}} there.'],
    ["a call with words after it", '{"name": "send_mail", "arguments": {}} is what I would write.'],
    ["code in a fence", '```json\n{"fare": 12}\n```'],
    ["a list in a fence", "```js\n[1, 2].map(double)\n```"],
    ["a fenced call with words after it", '```json\n{"name": "send_mail", "arguments": {}}\n```\nThat is a call.'],
    ["inline code", "`{}` is an empty object."],
    ["a name that no tool can have", '{"name": "Ann Lee", "arguments": {"for": "the motion"}}'],
  ])("is the answer if it is %s", async (_, reply) => {
    const model = createModel([{ text: reply, chunkLength: 3 }]);
    const events = await collectRun({ agent: toyAgent([STEP]), model });
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: reply });
  });

  it("is the answer where there are no tools", async () => {
    const reply = '{"name": "send_mail", "arguments": {"to": "x"}}';
    const events = await collectRun({ agent: toyAgent([]), model: createModel([reply]) });
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: reply });
  });
});

describe("a fenced call", () => {
  it.each([1, 3, 64])(
    "of a declared tool is made, in pieces of %i, and nothing of it is shown",
    async (chunkLength) => {
      const text = '```json\n{"name":"step","arguments":{"a":1}}\n```';
      const model = createModel([{ text, chunkLength }, "Done."]);
      const events = await collectRun({ agent: toyAgent([STEP]), model });
      expect(ofType(events, "call-start").map(({ call }) => [call.name, call.arguments])).toEqual([["step", { a: 1 }]]);
      expect(ofType(events, "text-delta").map((event) => event.text)).toEqual(["Done."]);
    },
  );

  it("of a name that means an error is not shown either", async () => {
    const model = createModel([
      { text: '```json\n{"name":"error","arguments":{"message":"No tool fits."}}\n```', chunkLength: 3 },
      "I cannot do that.",
    ]);
    const events = await collectRun({ agent: toyAgent([STEP]), model });
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "I cannot do that." });
  });
});

describe("an empty reply under the protocol", () => {
  it("is rejected and asked for again", async () => {
    const model = createModel(["<think>Hm.", '{"final": {"content": {"n": 1}}}']);
    const events = await collectRun({ agent: toyAgent([STEP]), model, request: { format: "protocol" } });
    expect(ofType(events, "feedback")).toHaveLength(1);
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: '{"n":1}' });
  });
});
