import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ModelEvent } from "../../agent/ports/model-client.ts";
import { parseOutput } from "../../formats/corpus/parse-output.fixture.ts";
import { chatml } from "../../formats/dialects/chatml.ts";
import { compact } from "../../formats/dialects/compact.ts";
import { toCallConstraint } from "../../formats/grammar/call-constraint.ts";
import type { OutputConstraint } from "../../formats/output-constraint.ts";
import { chatmlTemplate as template } from "../../formats/templates/chatml-template.ts";
import type { JsonSchema } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { compileObjectSchema } from "../../tools/schema/from-json-schema.ts";
import { collect, finish, testModelClient, toRequest } from "../generation/model-client.contract.ts";
import { loadClient, openModelCache, planTiny } from "./webllm.fixture.ts";
import { WebllmClient } from "./webllm.ts";
import { toModelFolder } from "./webllm-cache.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const prompt = `${template.renderStart("You are a helpful assistant.")}${ask("What is the capital of France?")}`;

function ask(question: string): string {
  return template.renderTurn("user", question) + template.assistantStart;
}

const COUNT_TOOLS = [
  {
    name: "count",
    description: "Counts.",
    parameters: {
      type: "object",
      properties: { n: { type: "integer", minimum: 0, maximum: 999 } },
      required: ["n"],
      additionalProperties: false,
    },
  },
] as const satisfies readonly ToolSpec[];

const CALL = /^<tool_call>\s*\{"name": "count", "arguments": \{\s*"n"\s*:\s*[0-9]{1,3}\s*\}\}\s*<\/tool_call>$/;

/** A thousand with `VITE_FULL=1`; `VITE_RUNS` and `VITE_SEED` (the first of them) for a part of those. */
const CONSTRAINED_RUNS = Number(import.meta.env.VITE_RUNS ?? (import.meta.env.VITE_FULL === "1" ? 1000 : 100));
const FIRST_SEED = Number(import.meta.env.VITE_SEED ?? 1);

function toConstraint(mode: "free" | "forced"): OutputConstraint {
  const constraint = chatml.toConstraint(COUNT_TOOLS, mode);
  if (constraint === null) throw new Error("no constraint");
  return constraint;
}

function toTool(name: string, properties: Record<string, JsonSchema>, required = Object.keys(properties)): ToolSpec {
  const parameters = { type: "object", properties, required, additionalProperties: false } as const;
  return { name, description: name, parameters };
}

/**
 * Letters only: random weights also write bytes that are no character (surrogates, for one), which the grammar counts
 * as one and a decoder replaces by three.
 */
function toLetters(length: number): JsonSchema {
  return { type: "string", pattern: `^[a-z ]{0,${length}}$` };
}

const MIXED_TOOLS: readonly ToolSpec[] = [
  toTool("now", {}),
  toTool("add", {
    a: { type: "integer", minimum: -99, maximum: 99 },
    b: { type: "integer", minimum: -99, maximum: 99 },
  }),
  toTool("set_light", { room: { type: "string", enum: ["kitchen", "hall"] }, on: { type: "boolean" } }),
  toTool("note", { text: toLetters(12), tag: toLetters(4) }, ["text"]),
  toTool("tags", { list: { type: "array", items: toLetters(5), minItems: 1, maxItems: 3 } }),
  toTool("place", {
    at: {
      type: "object",
      properties: { x: { type: "integer", minimum: 0, maximum: 9 }, y: { type: "integer", minimum: 0, maximum: 9 } },
      required: ["x", "y"],
      additionalProperties: false,
    },
  }),
  toTool("choose", { value: { anyOf: [{ type: "boolean" }, { type: "string", enum: ["a", "b"] }, { type: "null" }] } }),
  toTool("mark", { level: { enum: [1, 2, 3] }, kind: { const: "mark" } }),
];

describe("the tiny model on the GPU", () => {
  let client: WebllmClient;

  beforeAll(async () => {
    client = await loadClient(await planTiny("tiny-test", 2048));
  });

  afterAll(() => client.dispose());

  testModelClient("webllm", {
    client: async () => client,
    prompt,
    longPrompt: `${template.renderStart("Read this.")}${ask("one two three four five ".repeat(60))}`,
    nextTurn: template.assistantEnd + ask("And of Austria?"),
    constraints: {
      forced: { constraint: toConstraint("forced"), pattern: CALL },
      // What random weights write in freedom is never a call's beginning: that it is left alone is all there is to see.
      free: { constraint: toConstraint("free"), prompt, pattern: /^(?!<tool_call>)[\s\S]+/ },
    },
  });

  test("five turns of calls compute the new tokens and no others, whatever ended the turn before", async () => {
    let text = `${template.renderStart("Call tools.")}${ask("What is $& and $$?")}`;
    let held = 0;
    let slice = text;
    for (const next of ["[4]", "Error: no such city", "denied by the person", "[1]\n[2]", "And now?"]) {
      const end = await finish(
        client.generate(
          toRequest(text, { constraint: toConstraint("forced"), maxTokens: 200, temperature: 1, seed: 7 }),
        ),
      );
      expect(end.finishReason).toBe("stop");
      expect(end.usage).toMatchObject({ promptTokens: await client.countTokens(slice), cachedTokens: held });
      held += end.usage.promptTokens + end.usage.completionTokens - 1;
      slice = template.assistantEnd + ask(next);
      text += end.raw + slice;
    }
  });

  test("a turn that ran into its limit or was stopped costs one more token, and not the conversation", async () => {
    const first = await finish(client.generate(toRequest(prompt, { maxTokens: 8 })));
    expect(first.finishReason).toBe("length");
    let text = prompt + first.raw + template.assistantEnd + ask("Go on.");
    const second = client.generate(toRequest(text, { maxTokens: 200 }));
    let raw = "";
    let cachedTokens = 0;
    for await (const event of second) {
      if (event.type === "text-delta") raw += event.text;
      if (raw.length > 8) break;
    }
    const slice = template.assistantEnd + ask("And then?");
    text += raw + slice;
    const third = await finish(client.generate(toRequest(text, { maxTokens: 4 })));
    cachedTokens = third.usage.cachedTokens;
    const counted = (await client.countTokens(slice)) ?? 0;
    expect(third.usage.promptTokens - counted).toBeLessThanOrEqual(3);
    expect(cachedTokens).toBeGreaterThan(first.usage.promptTokens);
  });

  test(`of ${CONSTRAINED_RUNS} constrained answers every one is a call of a declared tool with fitting arguments`, async () => {
    const checks = new Map(MIXED_TOOLS.map((tool) => [tool.name, compileObjectSchema(tool.parameters)]));
    const names = new Set<string>();
    for (let run = 0; run < CONSTRAINED_RUNS; run += 1) {
      const constraint = chatml.toConstraint(MIXED_TOOLS, "forced");
      const request = toRequest(prompt, {
        constraint,
        maxTokens: 1024,
        temperature: 1,
        topP: 1,
        seed: FIRST_SEED + run,
      });
      const end = await finish(client.generate(request));
      expect(end.notice).toBeUndefined();
      expect(end.finishReason, end.raw).toBe("stop");
      const { calls, broken, text } = parseOutput(chatml, [end.raw], { tools: MIXED_TOOLS });
      expect(broken).toEqual([]);
      expect(text).toBe("");
      expect(calls).toHaveLength(1);
      for (const call of calls) {
        names.add(call.name);
        expect(checks.get(call.name)?.(call.arguments), end.raw).toEqual([]);
      }
    }
    expect(names.size).toBeGreaterThan(2);
  }, 1_200_000);

  test("the compact dialect's turns are calls on a line each, or text that begins as no call does", async () => {
    const tools = MIXED_TOOLS.slice(0, 4);
    const run = async (mode: "free" | "forced", seed: number) => {
      const constraint = compact.toConstraint(tools, mode);
      return finish(client.generate(toRequest(prompt, { constraint, maxTokens: 200, temperature: 1, seed })));
    };
    for (let seed = 1; seed <= 3; seed += 1) {
      const forced = await run("forced", seed);
      expect(forced.notice).toBeUndefined();
      expect(forced.raw).toMatch(/^@tool (?:now|add|set_light|note) \{/);
      if (forced.finishReason === "stop") {
        const { calls, text } = parseOutput(compact, [forced.raw], { tools });
        expect({ text, calls: calls.length }).toEqual({ text: "", calls: forced.raw.split("\n").length });
      }
      const free = await run("free", seed);
      expect(free.notice).toBeUndefined();
      expect(free.raw).toMatch(/^(?:[^@]|@tool (?:now|add|set_light|note) \{)/);
    }
  }, 300_000);

  test("a free constraint takes hold where a call begins: here at a letter, as random weights write no tag", async () => {
    const shape = { begin: (name: string) => `e<call>${name} `, end: "</call>", trigger: "e" };
    const constraint = toCallConstraint(shape, COUNT_TOOLS, "free");
    let called = 0;
    for (let seed = 1; seed <= 10; seed += 1) {
      const request = toRequest(prompt, { constraint, maxTokens: 300, temperature: 1, seed });
      const end = await finish(client.generate(request));
      expect(end.notice).toBeUndefined();
      if (!end.raw.includes("e")) continue;
      expect(end.finishReason).toBe("stop");
      expect(end.raw).toMatch(/^[^e]*e<call>count \{\s*"n"\s*:\s*[0-9]{1,3}\s*\}<\/call>$/);
      called += 1;
    }
    expect(called).toBeGreaterThan(0);
  }, 120_000);
});

describe("what can go wrong", () => {
  test("a lost device ends the answer within a second, and the next one loads the model again", async () => {
    const { client, device } = await loadWithDevice("tiny-lost");
    let failedAt = 0;
    let lostAt = 0;
    let last: ModelEvent | undefined;
    for await (const event of client.generate(toRequest(prompt, { maxTokens: 500 }))) {
      if (event.type === "text-delta" && lostAt === 0) {
        lostAt = performance.now();
        device().destroy();
      }
      last = event;
      failedAt = performance.now();
    }
    expect(last).toMatchObject({ type: "failure", failure: { code: "device-lost" } });
    expect(failedAt - lostAt).toBeLessThan(1000);
    expect((await finish(client.generate(toRequest(prompt)))).raw).not.toBe("");
    await client.dispose();
  });

  test("a device that is lost while nothing is asked is told of, and replaced before the next answer", async () => {
    const { client, device } = await loadWithDevice("tiny-lost");
    device().destroy();
    expect(await client.lost).toMatchObject({ code: "device-lost" });
    expect((await finish(client.generate(toRequest(prompt, { maxTokens: 4 })))).raw).not.toBe("");
    await client.dispose();
  });

  test("a question to an engine that was let go for its lost device hears of the loss", async () => {
    const { client, device } = await loadWithDevice("tiny-lost");
    device().destroy();
    await client.lost;
    await client.dispose();
    const events = await collect(client.generate(toRequest(prompt)));
    expect(events).toMatchObject([{ type: "failure", failure: { code: "device-lost" } }]);
  });

  test("a device that is lost while a prompt is read is noticed as fast", async () => {
    const { client, device } = await loadWithDevice("tiny-lost");
    setTimeout(() => device().destroy(), 100);
    const long = `${template.renderStart("Read this.")}${ask("one two three four five ".repeat(60))}`;
    const startedAt = performance.now();
    const events = await collect(client.generate(toRequest(long, { maxTokens: 500 })));
    expect(events.at(-1)).toMatchObject({ type: "failure", failure: { code: "device-lost" } });
    expect(performance.now() - startedAt).toBeLessThan(1600);
    await client.dispose();
  });

  test("loading can be cancelled, and the model loads afterwards", async () => {
    const plan = await planTiny("tiny-test", 2048);
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(), 100);
    expect(await WebllmClient.load(plan, cancel.signal)).toMatchObject({ ok: false, failure: { code: "cancelled" } });
    await (await loadClient(plan)).dispose();
  });

  test("a file that is not there is a failure, and asks no network", async () => {
    const plan = await planTiny("tiny-test", 2048);
    const record = { ...plan.record, model: toModelFolder("nobody") };
    const loaded = await WebllmClient.load({ ...plan, record }, new AbortController().signal);
    expect(loaded.ok).toBe(false);
  });

  test("weights that give no finite numbers are noticed while loading, and sound ones are not", async () => {
    const plan = await planTiny("tiny-nan", 2048);
    const sound = await loadClient(plan);
    expect(sound.info.unsound).toBeUndefined();
    await sound.dispose();
    const url = `${toModelFolder("tiny-nan")}params_shard_0.bin`;
    const whole = await openModelCache().read("model", url);
    if (whole === null) throw new Error("no shard was kept");
    await openModelCache().write(
      "model",
      url,
      whole.map(() => 0xff),
      "application/octet-stream",
    );
    const client = await loadClient(plan);
    expect(client.info.unsound).toBe(true);
    await client.dispose();
  });
});

/** A client, and the newest device that was taken for it. */
async function loadWithDevice(modelId: string): Promise<{ client: WebllmClient; device: () => GPUDevice }> {
  const { prototype } = GPUAdapter;
  const original = prototype.requestDevice;
  let taken: GPUDevice | null = null;
  prototype.requestDevice = async function (descriptor) {
    taken = await original.call(this, descriptor);
    return taken;
  };
  try {
    const client = await loadClient(await planTiny(modelId, 2048));
    return {
      client,
      device: () => {
        if (taken === null) throw new Error("no device was taken");
        return taken;
      },
    };
  } finally {
    prototype.requestDevice = original;
  }
}
