import { describe, expect, test } from "vitest";
import type { ChatTemplate } from "../../formats/templates/chat-template.ts";
import { FORMAT_IDS } from "../../protocol/model.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import { collect, finish, testModelClient, toRequest } from "../generation/model-client.contract.ts";
import { ScriptedClient } from "./scripted.ts";
import { fromRunEvents, type ScriptedModel, toScriptedModel } from "./scripted-model.ts";
import { SCRIPTS } from "./scripts.ts";

const template: ChatTemplate = {
  id: "chatml",
  stop: ["<|im_end|>"],
  renderStart: (system) => `<|im_start|>system\n${system}<|im_end|>\n`,
  renderTurn: (_role, content) => `<|im_start|>user\n${content}<|im_end|>\n`,
  assistantStart: "<|im_start|>assistant\n",
  assistantEnd: "<|im_end|>\n",
};

const ANSWER = "A long enough answer, which says very little but says it in many small pieces.";

function toScript(exchanges: ScriptedModel["exchanges"], contextTokens = 4096): ScriptedModel {
  return { name: "test", title: "Test", format: "chatml", contextTokens, exchanges };
}

function ask(question: string): string {
  return template.renderTurn("user", question) + template.assistantStart;
}

testModelClient("the scripted client", {
  client: async () =>
    new ScriptedClient(
      toScript([
        { question: "a long one", turns: [{ text: ANSWER, prefillMs: 5000 }] },
        { question: "hello", turns: [{ text: ANSWER, chunkDelayMs: 2 }] },
        { turns: [{ text: ANSWER }] },
      ]),
      { template },
    ),
  prompt: template.renderStart("You are terse.") + ask("Hello?"),
  longPrompt: template.renderStart("You are terse.") + ask("Now a long one."),
  nextTurn: template.assistantEnd + ask("And then?"),
  stop: "says",
});

describe("ScriptedClient", () => {
  test("an exchange begins with its question and goes on turn by turn, whatever the tools answer", async () => {
    const script = toScript([
      { question: "SUM", turns: [{ text: "first" }, { text: "second" }] },
      { turns: [{ text: "otherwise" }] },
    ]);
    const client = new ScriptedClient(script, { template });
    let prompt = `${template.renderStart("sum is a word here too")}${ask("hi")}`;
    const outputs: string[] = [];
    for (const next of ["what is the sum?", "tool says 8", "thanks", "the sum again"]) {
      const end = await finish(client.generate(toRequest(prompt)));
      outputs.push(end.raw);
      prompt = prompt + end.raw + template.assistantEnd + ask(next);
    }
    outputs.push((await finish(client.generate(toRequest(prompt)))).raw);
    expect(outputs).toEqual(["first", "first", "second", "otherwise", "first"]);
  });

  test("a script with nothing left fails and says which script it was", async () => {
    const client = new ScriptedClient(toScript([{ turns: [{ text: "only" }] }]), { template });
    await finish(client.generate(toRequest(ask("one"))));
    const events = await collect(client.generate(toRequest(ask("two"))));
    expect(events).toEqual([
      {
        type: "failure",
        failure: { code: "internal", detail: 'the script "test" has no turn for this prompt' },
        raw: "",
      },
    ]);
  });

  test("a scripted failure comes after its text and keeps it", async () => {
    const turn = { text: "half an ans", failure: { code: "device-lost" } } as const;
    const client = new ScriptedClient(toScript([{ turns: [turn] }]), { template });
    const events = await collect(client.generate(toRequest(ask("one"))));
    expect(events.at(-1)).toMatchObject({ type: "failure", failure: { code: "device-lost" }, raw: "half an ans" });
  });

  test("an endless turn ends at the token limit, and an abort reaches it without any delay in the script", async () => {
    const endless = () => new ScriptedClient(toScript([{ turns: [{ text: "again ", endless: true }] }]), { template });
    const limited = await finish(endless().generate(toRequest(ask("go"), { maxTokens: 1000 })));
    expect(limited).toMatchObject({ finishReason: "length", usage: { completionTokens: 1000 } });

    const cancel = new AbortController();
    setTimeout(() => cancel.abort(), 20);
    const request = toRequest(ask("go"), { maxTokens: Number.POSITIVE_INFINITY, signal: cancel.signal });
    expect(await finish(endless().generate(request))).toMatchObject({ finishReason: "aborted" });
  });

  test("a stored run becomes a script that writes the same turns and ends the same way", async () => {
    const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1, prefillMs: 0, decodeMs: 0 };
    const events: RunEvent[] = [
      { type: "turn-start", at: 0, turn: 0 },
      { type: "text-delta", at: 1, turn: 0, text: "shown" },
      { type: "turn-end", at: 2, turn: 0, raw: "<tool_call>raw</tool_call>", finishReason: "stop", usage },
      { type: "turn-start", at: 3, turn: 1 },
      { type: "turn-end", at: 4, turn: 1, raw: "cut of", finishReason: "length", usage },
      { type: "turn-start", at: 5, turn: 2 },
      { type: "text-delta", at: 6, turn: 2, text: "lost" },
      { type: "run-end", at: 7, reason: "failed", failure: { code: "device-lost" }, text: "" },
    ];
    const client = new ScriptedClient(fromRunEvents(events), { template });
    const ends = [];
    for (const prompt of ["a", "b", "c"]) ends.push((await collect(client.generate(toRequest(ask(prompt))))).at(-1));
    expect(ends).toMatchObject([
      { type: "end", raw: "<tool_call>raw</tool_call>", finishReason: "stop" },
      { type: "end", raw: "cut of", finishReason: "length" },
      { type: "failure", raw: "lost", failure: { code: "device-lost" } },
    ]);
  });
});

describe("toScriptedModel", () => {
  test("every script that comes with the app can be read and is found by its name", () => {
    const dialects = FORMAT_IDS.map((format) => `dialect-${format}`);
    expect([...SCRIPTS.keys()]).toEqual([
      "calculator",
      "letters",
      "notes",
      "lights",
      "help",
      "parts",
      "talk",
      "stream",
      "thinker",
      ...dialects,
    ]);
  });

  test("a script with a fault is refused with the place of the fault", () => {
    const turn = { text: "x", chunkLenght: 3 };
    const script = { name: "x", title: "X", format: "chatml", exchanges: [{ turns: [turn] }] };
    expect(() => toScriptedModel(script)).toThrow(/exchanges\.0\.turns\.0/);
    expect(() => toScriptedModel({ ...script, format: "nope" })).toThrow(/format/);
    expect(() => toScriptedModel(null)).toThrow(/not a script/);
  });
});
