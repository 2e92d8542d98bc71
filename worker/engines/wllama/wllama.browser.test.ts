import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { OutputConstraint } from "../../formats/output-constraint.ts";
import { chatmlTemplate as template } from "../../formats/templates/chatml-template.ts";
import { STARTER_FILE } from "../catalog/starter-model.ts";
import { collect, finish, testModelClient, toRequest } from "../generation/model-client.contract.ts";
import { WllamaClient, type WllamaPlan } from "./wllama.ts";
import { WLLAMA_FILES } from "./wllama-wasm.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const response = await fetch(`/${STARTER_FILE.path}`);
const starter = response.headers.get("content-length") === String(STARTER_FILE.bytes) ? await response.blob() : null;
const prompt = `${template.renderStart("You are a helpful assistant.")}${ask("In which city is the Eiffel Tower?")}`;

function ask(question: string): string {
  return template.renderTurn("user", question) + template.assistantStart;
}

function toPlan(files: readonly Blob[], changes: Partial<WllamaPlan> = {}): WllamaPlan {
  return {
    modelId: "starter",
    files,
    toTemplate: () => template,
    contextTokens: 1024,
    threads: navigator.hardwareConcurrency > 2 ? 2 : 1,
    ...WLLAMA_FILES,
    ...changes,
  };
}

const GRAMMAR = 'root ::= "<tool_call>{\\"n\\":" [0-9]{1,3} "}</tool_call>"';

function toConstraint(mode: "free" | "forced"): OutputConstraint {
  const triggers = mode === "free" ? ["<tool_call>"] : [];
  return { mode, gbnf: { grammar: GRAMMAR, triggers }, structuralTag: {} };
}

describe.skipIf(starter === null)("with the starter model (needs `npm run model:fetch`)", () => {
  let client: WllamaClient;

  beforeAll(async () => {
    const loaded = await WllamaClient.load(toPlan([starter ?? new Blob()]), new AbortController().signal);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
    client = loaded.value;
  });

  afterAll(() => client.dispose());

  const example = `Example:\n${ask("How old is Ann?")}<tool_call>{"n":42}</tool_call>${template.assistantEnd}`;
  testModelClient("wllama", {
    client: async () => client,
    prompt,
    longPrompt: `${template.renderStart("Read this.")}${ask("one two three four five ".repeat(120))}`,
    nextTurn: template.assistantEnd + ask("And of Austria?"),
    stop: "Paris",
    constraints: {
      forced: { constraint: toConstraint("forced"), pattern: /^<tool_call>\{"n":[0-9]{1,3}\}<\/tool_call>$/ },
      free: {
        constraint: toConstraint("free"),
        prompt: `${template.renderStart("Answer with a tool call.")}${example}${ask("How old is Bob?")}I call: <tool`,
        pattern: /^_call>\{"n":[0-9]{1,3}\}<\/tool_call>/,
      },
    },
  });

  test("it knows where the Eiffel Tower is", async () => {
    const end = await finish(client.generate(toRequest(prompt)));
    expect(end.raw).toContain("Paris");
  });

  test("a second generation at the same time is refused, and the first goes on", async () => {
    const first = client.generate(toRequest(prompt));
    await first.next();
    expect(await collect(client.generate(toRequest(prompt)))).toMatchObject([
      { type: "failure", failure: { code: "engine-busy" } },
    ]);
    expect((await finish(first)).raw).toContain("Paris");
  });

  test("tokens are counted without computing anything", async () => {
    const counted = await client.countTokens("The quick brown fox jumps over the lazy dog.");
    expect(counted).toBeGreaterThanOrEqual(9);
    expect(counted).toBeLessThanOrEqual(11);
  });

  test("keeps keys and values in 32 bits if told to, and answers as rightly", async () => {
    const plan = toPlan([starter ?? new Blob()], { wideCache: true });
    const loaded = await WllamaClient.load(plan, new AbortController().signal);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
    const question = `${template.renderStart("You are a helpful assistant.")}${ask("Which ocean is the largest one?")}`;
    const { raw } = await finish(loaded.value.generate(toRequest(question)));
    await loaded.value.dispose();
    expect(raw).toContain("Pacific");
  });

  test("loading can be cancelled", async () => {
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(), 50);
    const loaded = await WllamaClient.load(toPlan([starter ?? new Blob()]), cancel.signal);
    expect(loaded).toMatchObject({ ok: false, failure: { code: "cancelled" } });
  });

  test("a file cut off in the middle is a corrupt model, with the engine's words", async () => {
    const half = (starter ?? new Blob()).slice(0, 50_000_000);
    const loaded = await WllamaClient.load(toPlan([half]), new AbortController().signal);
    expect(loaded).toMatchObject({ ok: false, failure: { code: "model-corrupt" } });
    if (!loaded.ok) expect(loaded.failure.detail).toMatch(/tensor|file|bounds/i);
  });

  test("a context that does not fit the memory is told apart from a corrupt file", async () => {
    const plan = toPlan([starter ?? new Blob()], { contextTokens: 400_000 });
    const loaded = await WllamaClient.load(plan, new AbortController().signal);
    expect(loaded).toMatchObject({ ok: false, failure: { code: "out-of-memory" } });
  });
});

describe("without a model", () => {
  test("garbage and emptiness are corrupt models", async () => {
    for (const file of [new Blob([new Uint8Array(100_000).fill(7)]), new Blob([])]) {
      const loaded = await WllamaClient.load(toPlan([file]), new AbortController().signal);
      expect(loaded).toMatchObject({ ok: false, failure: { code: "model-corrupt" } });
    }
  });

  test("an engine file that is not there is a failure at once", async () => {
    const plan = toPlan([new Blob(["GGUF"])], { wasmUrl: "http://localhost:1/none.wasm" });
    const loaded = await WllamaClient.load(plan, new AbortController().signal);
    expect(loaded).toMatchObject({ ok: false, failure: { code: "engine-crashed" } });
  });
});
