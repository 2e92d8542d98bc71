import { describe, expect, test } from "vitest";
import { answerPromptCalls } from "../../../app/services/offer-browser-model.ts";
import {
  type FakeControl,
  type FakeOptions,
  installFakeLanguageModel,
} from "../../../e2e/harness/fake-language-model.ts";
import { staged } from "../../formats/dialects/staged.ts";
import { chatmlTemplate as template } from "../../formats/templates/chatml-template.ts";
import { collect, finish, testModelClient, toRequest } from "../generation/model-client.contract.ts";
import { BuiltinClient } from "./builtin-client.ts";
import type { PromptApi } from "./prompt-api.ts";
import { reachPromptApi } from "./remote-prompt-api.ts";

const TOOLS = [
  {
    name: "calculate",
    description: "Computes.",
    parameters: { type: "object", properties: { expression: { type: "string" } } },
  },
  { name: "note", description: "Notes.", parameters: { type: "object", properties: { text: { type: "string" } } } },
] as const;
const CALL = 'calculate {"expression": "17*23"}';
const REPLIES = [
  { question: "17 times 23", text: CALL },
  { question: "result:", text: "It is 391." },
  { question: "read this", text: "Read it.", prefillMs: 5000 },
  { question: "hello", text: "A long enough answer, which says very little but says it in many small pieces." },
];

function ask(question: string): string {
  return template.renderTurn("user", question) + template.assistantStart;
}

const SYSTEM = template.renderStart("You are terse.");

function install(options: FakeOptions = {}): { readonly api: PromptApi; readonly control: FakeControl } {
  const control = installFakeLanguageModel({ replies: REPLIES, ...options });
  return { api: Reflect.get(globalThis, "LanguageModel"), control };
}

/** The same API through the page, as the worker has it. */
function throughPage(): PromptApi {
  return reachPromptApi(answerPromptCalls(Reflect.get(globalThis, "LanguageModel")));
}

async function open(api: PromptApi, languages: readonly string[] = ["en"]): Promise<BuiltinClient> {
  const plan = { api, languages, modelId: "browser", template };
  const loaded = await BuiltinClient.load(plan, new AbortController().signal);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  return loaded.value;
}

for (const [name, reach] of [
  ["the browser's model", (api: PromptApi) => api],
  ["the browser's model through the page", () => throughPage()],
] as const) {
  testModelClient(name, {
    client: () => open(reach(install({ pieceMs: 2 }).api)),
    prompt: SYSTEM + ask("Hello?"),
    longPrompt: SYSTEM + ask("Hello, read this."),
    nextTurn: template.assistantEnd + ask("Hello again?"),
    stop: "says",
    constraints: {
      forced: { constraint: toConstraint("forced"), pattern: /^calculate \{"expression":.*\}$/ },
      free: {
        constraint: toConstraint("free"),
        prompt: SYSTEM + ask("What is 17 times 23?"),
        pattern: /^calculate \{"expression":"17\*23"\}$/,
      },
    },
  });
}

function toConstraint(mode: "free" | "forced") {
  const constraint = staged.toConstraint(mode === "forced" ? TOOLS.slice(0, 1) : TOOLS, mode);
  if (constraint === null) throw new Error("there are tools");
  return constraint;
}

/** Prompts that reached the fake. */
function listPrompts({ calls }: FakeControl) {
  return calls.filter(({ method }) => method === "prompt");
}

describe("the browser's model", () => {
  test("chooses by an expression, and writes arguments under their schema, without either in its prompt or tools of its own", async () => {
    const { api, control } = install();
    const client = await open(api);
    const request = toRequest(SYSTEM + ask("What is 17 times 23?"), { constraint: toConstraint("free") });
    expect((await finish(client.generate(request))).raw).toBe('calculate {"expression":"17*23"}');
    const [choice, call] = listPrompts(control);
    expect(choice?.options).toMatchObject({
      responseConstraint: /^(?:answer:|calculate|note)$/,
      omitResponseConstraintInput: true,
    });
    expect(call?.options).toMatchObject({ responseConstraint: TOOLS[0].parameters, omitResponseConstraintInput: true });
    expect(call?.input).toEqual([
      { role: "user", content: "What is 17 times 23?" },
      { role: "assistant", content: "calculate ", prefix: true },
    ]);
    expect(JSON.stringify(control.calls)).not.toContain('"tools"');
  });

  test("ends a choice of words with the label that they follow, and goes on from it", async () => {
    const client = await open(install().api);
    const prompt = SYSTEM + ask("Hello?");
    const choice = await finish(client.generate(toRequest(prompt, { constraint: toConstraint("free") })));
    expect(choice.raw).toBe("answer:");
    const words = await finish(client.generate(toRequest(prompt + choice.raw, { maxTokens: 40 })));
    expect(words.raw).toMatch(/^ A long enough answer/);
  });

  test.each(["NotSupportedError", "SyntaxError"] as const)(
    "writes freely, and says so, where a constraint ends in %s",
    async (refuses) => {
      const client = await open(install({ refuses }).api);
      const prompt = SYSTEM + ask("What is 17 times 23?");
      const end = await finish(client.generate(toRequest(prompt, { constraint: toConstraint("free") })));
      expect(end.raw).toBe(CALL);
      expect(end.notice).toContain("grammar");
    },
  );

  test("writes arguments freely where the browser knows an expression and not the schema", async () => {
    const client = await open(install({ refusesSchemas: true }).api);
    const prompt = SYSTEM + ask("What is 17 times 23?");
    expect((await finish(client.generate(toRequest(prompt, { constraint: toConstraint("free") })))).raw).toBe(CALL);
  });

  test("never lets the browser drop a message: a conversation that has grown too long is a failure before that", async () => {
    const { api, control } = install({ window: 60 });
    const client = await open(api);
    let prompt = SYSTEM + ask("Hello?");
    const ends: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const end = (await collect(client.generate(toRequest(prompt)))).at(-1);
      ends.push(end?.type === "failure" ? end.failure.code : "answered");
      if (end?.type === "end") prompt += end.raw + template.assistantEnd + ask("Hello again?");
    }
    expect(new Set(ends)).toEqual(new Set(["answered", "context-full"]));
    // What was opened for a refused prompt is closed.
    for (let index = 0; index < 9; index += 1) await collect(client.generate(toRequest(prompt)));
    expect(control.open).toBeLessThanOrEqual(5);
    expect(listPrompts(control).length).toBe(ends.filter((end) => end === "answered").length);
  });

  test("reports it as a fault of its own where the browser drops messages all the same", async () => {
    const client = await open(install({ drops: 22 }).api);
    const first = SYSTEM + ask("Hello?");
    const { raw } = await finish(client.generate(toRequest(first)));
    const more = first + raw + template.assistantEnd + ask("Hello again? One two three four five six.");
    const end = (await collect(client.generate(toRequest(more)))).at(-1);
    expect(end).toMatchObject({ type: "failure", failure: { code: "internal" } });
    expect(JSON.stringify(end)).toContain("dropped messages");
  });

  test("opens its sessions anew where the browser has ended them meanwhile", async () => {
    const { api, control } = install();
    const client = await open(api);
    await finish(client.generate(toRequest(SYSTEM + ask("Hello?"))));
    control.endSessions();
    expect((await finish(client.generate(toRequest(SYSTEM + ask("Hello?"))))).raw).not.toBe("");
  });

  test.each([
    ["ended in the middle of an answer", (control: FakeControl) => control.endSessions()],
    [
      "removed in the middle of an answer",
      (control: FakeControl) => Object.assign(control, { availability: "unavailable" }),
    ],
  ])("says that it is gone when it is %s", async (_title, end) => {
    const { api, control } = install({ pieceMs: 5 });
    const client = await open(api);
    let last: unknown;
    for await (const event of client.generate(toRequest(SYSTEM + ask("Hello?")))) {
      if (event.type === "text-delta") end(control);
      last = event;
    }
    expect(last).toMatchObject({ type: "failure", failure: { code: "browser-model-gone" } });
  });

  test("says that the browser holds an answer back", async () => {
    const client = await open(install({ filters: "little" }).api);
    const end = (await collect(client.generate(toRequest(SYSTEM + ask("Hello?"))))).at(-1);
    expect(end).toMatchObject({ type: "failure", failure: { code: "browser-model-refused" } });
  });

  test("reads a window and counts under their older names too", async () => {
    const { api } = install({ olderNames: true, window: 60 });
    for (const reached of [api, throughPage()]) {
      const client = await open(reached);
      expect(client.info.contextTokens).toBe(60);
      expect(await client.countTokens("one two three")).toBe(3);
    }
  });

  test.each([
    ["by its sampling mode", {}, { samplingMode: "most-predictable" }],
    ["by temperature and topK where a page may set them", { hasParams: true }, { temperature: 0, topK: 1 }],
  ])("asks for the likeliest words, %s", async (_title, options, sampling) => {
    const { api, control } = install(options);
    await open(api);
    expect(control.calls[0]?.options).toMatchObject({
      ...sampling,
      expectedInputs: [{ type: "text", languages: ["en"] }],
      expectedOutputs: [{ type: "text", languages: ["en"] }],
    });
  });

  test("reads ahead the whole messages of a beginning, asks nothing, and reads the rest with the question", async () => {
    const { api, control } = install();
    const client = await open(api);
    const opening = SYSTEM + template.renderTurn("user", "Hello one two three four?") + template.assistantStart;
    const next = `Hello.${template.assistantEnd}`;
    await finish(client.generate(toRequest(opening.slice(0, SYSTEM.length + 30), { maxTokens: 1 })));
    await finish(client.generate(toRequest(opening + next, { maxTokens: 1 })));
    expect(listPrompts(control)).toEqual([]);
    const answer = await finish(client.generate(toRequest(opening + next + ask("Hello?"))));
    expect(answer.usage.promptTokens).toBe(1);
    expect(answer.usage.cachedTokens).toBeGreaterThan(5);
  });

  test("keeps few sessions, however many conversations there are", async () => {
    const { api, control } = install();
    const client = await open(api);
    for (let index = 0; index < 12; index += 1) {
      await finish(client.generate(toRequest(template.renderStart(`Number ${index}.`) + ask("Hello?"))));
    }
    expect(control.open).toBeLessThanOrEqual(5);
    await client.dispose();
    expect(control.open).toBe(0);
  });
});
