import { describe, expect, it } from "vitest";
import { chatmlTemplate, withEmptyReasoning } from "../../formats/templates/chatml-template.ts";
import type { ModelClient } from "../ports/model-client.ts";
import { collectRun, createModel, ofType, toEnd, toyAgent, toyTool, writeCall } from "./run-agent.fixture.ts";

/** A model that reasons first unless its turn begins with an empty reasoning block. */
function createThinker(turns: readonly string[]): ModelClient & { readonly prompts: readonly string[] } {
  const model = createModel(turns);
  return { ...model, info: { ...model.info, template: withEmptyReasoning(chatmlTemplate) } };
}

describe("a model that can be told not to reason first", () => {
  it("reasons unless the question says otherwise, and its reasoning stays apart from its text", async () => {
    const model = createThinker(["<think>\nHm.\n</think>\n\nIt is 7:40."]);
    const events = await collectRun({ agent: toyAgent([]), model });
    expect(model.prompts[0]?.endsWith("<|im_start|>assistant\n")).toBe(true);
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
