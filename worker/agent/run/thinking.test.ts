import { describe, expect, it } from "vitest";
import type { ScriptedTurn } from "../../engines/scripted/scripted-model.ts";
import { chatmlTemplate, withEmptyReasoning } from "../../formats/templates/chatml-template.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import type { RunRequest } from "../define/run-request.ts";
import type { ModelClient } from "../ports/model-client.ts";
import { collectRun, createModel, ofType, toEnd, toyAgent, toyTool, writeCall } from "./run-agent.fixture.ts";

/** A model that reasons first unless its turn begins with an empty reasoning block. */
function createThinker(
  turns: readonly (string | ScriptedTurn)[],
): ModelClient & { readonly prompts: readonly string[] } {
  const model = createModel(turns);
  return { ...model, info: { ...model.info, template: withEmptyReasoning(chatmlTemplate) } };
}

function toThoughts(events: readonly RunEvent[]): string {
  return ofType(events, "reasoning-delta")
    .map(({ text }) => text)
    .join("");
}

/** Words that do not repeat, `count` tokens of the scripted engine. */
function thinkAloud(count: number): string {
  return Array.from({ length: count }, (_, index) => `w${(index * 7919) % 10_007} `.padEnd(4)).join("");
}

describe("a model that thinks first", () => {
  it("answers after 3,000 tokens of thought", async () => {
    const model = createThinker([`<think>\n${thinkAloud(3000)}\n</think>\n\nIt is 7:40.`]);
    const events = await collectRun({ agent: toyAgent([]), model });
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "It is 7:40." });
  });

  it("answers although its thought would not end within its tokens, and has the answer's beside them", async () => {
    const model = createThinker([
      { text: `<think>\n${thinkAloud(3000)}\n</think>\n\n${"It is 7:40. ".repeat(8)}`, chunkLength: 4 },
    ]);
    const request = { sampling: { maxThoughtTokens: 100, maxTokens: 40 } };
    const events = await collectRun({ agent: toyAgent([]), model, request });
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "It is 7:40. ".repeat(8).trim() });
    const [end] = ofType(events, "turn-end");
    expect(end?.raw).toMatch(/^<think>\n[\s\S]*\n<\/think>\n\nIt is 7:40/);
    expect(end?.usage.completionTokens).toBeGreaterThan(100);
    expect(toThoughts(events).length).toBeLessThan(600);
    expect(ofType(events, "prompt-sent")[0]?.sampling).toMatchObject({ maxThoughtTokens: 100, maxTokens: 40 });
  });

  it("answers after a thought that runs in circles", async () => {
    const circles = "Wait, let me see. ".repeat(200);
    const model = createThinker([{ text: `<think>\n${circles}</think>\n\nIt is 7:40.`, chunkLength: 16 }]);
    const events = await collectRun({ agent: toyAgent([]), model });
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "It is 7:40." });
    expect(toThoughts(events).length).toBeLessThan(1000);
  });

  it("loses nothing by mentioning a call in its thought, and is locked only after it", async () => {
    const step = toyTool("step", () => "done");
    const thought = `First ${writeCall("step", { n: 1 })} comes to mind.`;
    const model = createThinker([
      `<think>\n${thought}\n</think>\n\n${writeCall("step", { n: 2 })}`,
      "<think>\nDone.\n</think>\n\nIt is 7:40.",
    ]);
    const locks: boolean[] = [];
    const generate: ModelClient["generate"] = (request) => {
      locks.push(request.constraint !== null);
      return model.generate(request);
    };
    const info = { ...model.info, constraint: "gbnf" as const };
    const events = await collectRun({ agent: toyAgent([step]), model: { ...model, info, generate } });
    expect(toThoughts(events)).toContain(thought);
    expect(ofType(events, "call-start").map(({ call }) => call.arguments)).toEqual([{ n: 2 }]);
    expect(locks).toEqual([false, true, false, true]);
    expect(toEnd(events).text).toBe("It is 7:40.");
  });

  it("makes the call that it ends its thought in", async () => {
    const step = toyTool("step", () => "done");
    const model = createThinker([`<think>\nNow. ${writeCall("step")}`, "<think>\nDone.\n</think>\n\nIt is 7:40."]);
    const events = await collectRun({ agent: toyAgent([step]), model });
    expect(ofType(events, "call-start")).toHaveLength(1);
    expect(toEnd(events).text).toBe("It is 7:40.");
  });

  it("is never asked greedily unless the user wants it, and every draw has a seed", async () => {
    const ask = async (request: Partial<RunRequest>) => {
      const model = createThinker(["<think>\nHm.\n</think>\n\nYes.", "Yes."]);
      return ofType(await collectRun({ agent: toyAgent([]), model, request }), "prompt-sent")[0]?.sampling;
    };
    expect(await ask({})).toMatchObject({ temperature: 0.6, topP: 0.95, topK: 20, minP: 0, repetitionPenalty: 1 });
    expect((await ask({}))?.seed).toBeTypeOf("number");
    expect(await ask({ sampling: { temperature: 0.2, seed: 5 } })).toMatchObject({ temperature: 0.2, seed: 5 });
    expect(await ask({ thinking: false })).toMatchObject({ temperature: 0 });
  });

  it("sums up without thinking", async () => {
    const model = createThinker(["A summary."]);
    const history = [{ role: "user", text: "Hello" } as const];
    await collectRun({ agent: toyAgent([]), model, request: { mode: "summarize", history } });
    expect(model.prompts[0]?.endsWith("<think>\n\n</think>\n\n")).toBe(true);
  });
});

describe("a model that can be told not to reason first", () => {
  it("reasons unless the question says otherwise, and its reasoning stays apart from its text", async () => {
    const model = createThinker(["<think>\nHm.\n</think>\n\nIt is 7:40."]);
    const events = await collectRun({ agent: toyAgent([]), model });
    expect(model.prompts[0]?.endsWith("<|im_start|>assistant\n<think>\n")).toBe(true);
    expect(
      ofType(events, "reasoning-delta")
        .map(({ text }) => text)
        .join("")
        .trim(),
    ).toBe("Hm.");
    expect(toEnd(events).text.trim()).toBe("It is 7:40.");
  });

  it("is given an empty block that counts as its own words, so that its prompt only ever grows", async () => {
    const step = toyTool("step", () => "done");
    const model = createThinker([writeCall("step"), "It is 7:40."]);
    const events = await collectRun({ agent: toyAgent([step]), model, request: { thinking: false } });
    const block = "<think>\n\n</think>\n\n";
    expect(model.prompts.map((prompt) => prompt.endsWith(`<|im_start|>assistant\n${block}`))).toEqual([true, true]);
    expect(ofType(events, "turn-end").map(({ raw }) => raw)).toEqual([
      block + writeCall("step"),
      `${block}It is 7:40.`,
    ]);
    expect(ofType(events, "prompt-sent").map(({ appended }) => appended)).toEqual([false, true]);
    expect(toEnd(events).text.trim()).toBe("It is 7:40.");
    const thought = ofType(events, "reasoning-delta").map(({ text }) => text);
    expect(thought.join("").trim()).toBe("");
  });

  it("is left alone where its template has no such switch", async () => {
    const model = createModel(["It is 7:40."]);
    await collectRun({ agent: toyAgent([]), model, request: { thinking: false } });
    expect(model.prompts[0]?.endsWith("<|im_start|>assistant\n")).toBe(true);
  });
});
