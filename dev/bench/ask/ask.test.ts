import { describe, expect, test } from "vitest";
import type { GenerateRequest, ModelClient } from "../../../worker/agent/ports/model-client.ts";
import { ScriptedClient } from "../../../worker/engines/scripted/scripted.ts";
import { type ScriptedExchange, toScriptedModel } from "../../../worker/engines/scripted/scripted-model.ts";
import { chatmlTemplate } from "../../../worker/formats/templates/chatml-template.ts";
import type { JsonObject } from "../../../worker/protocol/json.ts";
import { createBareAsker } from "./ask-bare.ts";
import { createHostAsker } from "./ask-host.ts";
import { toAskRequest } from "./ask-request.ts";

function createClient(exchanges: readonly ScriptedExchange[]): ModelClient {
  const script = toScriptedModel({ name: "test", title: "Test", format: "chatml", exchanges });
  return new ScriptedClient(script, { template: chatmlTemplate, wait: async () => undefined });
}

const call = (name: string, input: JsonObject): string =>
  `<tool_call>\n${JSON.stringify({ name, arguments: input })}\n</tool_call>`;

describe("a request", () => {
  test("has texts at least", () => {
    expect(toAskRequest({ id: 1, texts: ["a"], profile: null })).toEqual({
      texts: ["a"],
      files: [],
      tools: [],
      notes: [],
    });
    expect(() => toAskRequest({})).toThrow("'texts' is no list of texts");
    expect(() => toAskRequest({ texts: [] })).toThrow("'texts' holds no text");
    expect(() => toAskRequest({ texts: [3] })).toThrow("'texts' holds something that is no text");
    expect(() => toAskRequest({ texts: ["a"], files: [{ name: "b" }] })).toThrow("'files' holds something without");
    expect(() => toAskRequest({ texts: ["a"], profile: 3 })).toThrow("'profile' is no word");
  });
});

describe("asking through the whole host", () => {
  const remember = call("memory_write", { text: "The bike is green." });
  const exchanges = [
    { question: "bike", turns: [{ text: remember }, { text: "Noted." }] },
    { question: "what now", turns: [{ text: "Nothing." }] },
  ];

  test("tells each answer with its calls, its end and its cost, and the notes that were made", async () => {
    const ask = createHostAsker(() => createClient(exchanges));
    const reply = await ask(toAskRequest({ texts: ["Please note the colour of the bike", "And what now"] }));
    expect(reply).toMatchObject({ policy: "native", notes: ["The bike is green."], tasks: [] });
    expect(reply.answers).toMatchObject([
      {
        text: "Noted.",
        calls: [{ name: "memory_write", arguments: { text: "The bike is green." }, outcome: { type: "success" } }],
        by: "model",
        end: "answered",
      },
      { text: "Nothing.", calls: [], end: "answered" },
    ]);
    expect(reply.answers[0]?.tokensRead).toBeGreaterThan(0);
  });

  test("lines of one profile share notes, and others have their own", async () => {
    const ask = createHostAsker(() => createClient(exchanges));
    await ask(toAskRequest({ texts: ["Please note the colour of the bike"], profile: "p" }));
    const texts = ["And what now"];
    expect((await ask(toAskRequest({ texts, profile: "p", notes: ["It is old."] }))).notes.toSorted()).toEqual([
      "It is old.",
      "The bike is green.",
    ]);
    expect((await ask(toAskRequest({ texts }))).notes).toEqual([]);
  });

  test("grants what is asked about", async () => {
    const ask = createHostAsker(() => createClient([{ turns: [{ text: remember }, { text: "Done." }] }]));
    // Whatever writes is asked about once a file was read.
    const file = { name: "letter.txt", text: "The bike is green, says Ann." };
    const reply = await ask(toAskRequest({ texts: ["Please note what the letter says of the bike"], files: [file] }));
    expect(reply.answers[0]).toMatchObject({ text: "Done.", calls: [{ outcome: { type: "success" } }] });
    expect(reply.notes).toEqual(["The bike is green."]);
  });

  test("a fault of the engine is an end like any other", async () => {
    const failing = [{ turns: [{ text: "", failure: { code: "internal" as const } }] }];
    const reply = await createHostAsker(() => createClient(failing))(toAskRequest({ texts: ["Hello there friend"] }));
    expect(reply.answers[0]).toMatchObject({ text: "", end: "failed: internal" });
  });
});

describe("asking a model by itself", () => {
  test("it sees a plain system text, files before the first text, and the chat so far", async () => {
    const prompts: string[] = [];
    const client = createClient([{ turns: [{ text: "One." }, { text: "Two." }] }]);
    const listening: ModelClient = {
      info: client.info,
      generate: (request: GenerateRequest) => {
        prompts.push(request.prompt);
        expect(request).toMatchObject({ temperature: 0, maxTokens: 220, constraint: null });
        return client.generate(request);
      },
      countTokens: (text) => client.countTokens(text),
      dispose: () => client.dispose(),
    };
    const ask = createBareAsker(listening, () => new Date(2026, 10, 24));
    const reply = await ask(toAskRequest({ texts: ["First?", "Second?"], files: [{ name: "a.txt", text: "AAA" }] }));
    expect(reply.answers.map(({ text }) => text)).toEqual(["One.", "Two."]);
    expect(reply.policy).toBe("bare");
    expect(prompts).toEqual([
      "<|im_start|>system\nYou are a helpful assistant on the user's own device. Answer briefly. Today is Tuesday, " +
        "24 November 2026.<|im_end|>\n<|im_start|>user\na.txt:\nAAA\n\nFirst?<|im_end|>\n<|im_start|>assistant\n",
      `${prompts[0]}One.<|im_end|>\n<|im_start|>user\nSecond?<|im_end|>\n<|im_start|>assistant\n`,
    ]);
  });
});
