import { describe, expect, it } from "vitest";
import type { GenerateRequest, ModelEvent } from "../ports/model-client.ts";
import { decideFirst } from "./decide-first.ts";
import { createModel } from "./run-agent.fixture.ts";

const CONSTRAINT = { mode: "free", gbnf: { grammar: "root ::= [a-z]", triggers: [] }, structuralTag: {} } as const;

async function decide(turns: readonly string[], wordsPrompt: string | null = null) {
  const scripted = createModel(turns);
  const asked: GenerateRequest[] = [];
  const model = {
    ...scripted,
    generate: (request: GenerateRequest) => {
      asked.push(request);
      return scripted.generate(request);
    },
  };
  const events: ModelEvent[] = [];
  for await (const event of decideFirst(model, {
    prompt: "P",
    constraint: CONSTRAINT,
    stop: [],
    maxTokens: 50,
    temperature: 0.7,
    signal: new AbortController().signal,
    wordsPrompt,
    wordsAfter: "answer:",
  })) {
    events.push(event);
  }
  const text = events.map((event) => (event.type === "text-delta" ? event.text : "")).join("");
  return { asked, text, end: events.at(-1) };
}

describe("a turn that begins with a decision", () => {
  it("goes on in words, without the constraint and by the card's sampling, where the decision is the label", async () => {
    const { asked, text, end } = await decide(["answer:", " It is 8."]);
    expect(asked.map(({ prompt, temperature, constraint }) => [prompt, temperature, constraint !== null])).toEqual([
      ["P", 0, true],
      ["Panswer:", 0.7, false],
    ]);
    expect(text).toBe("answer: It is 8.");
    expect(end).toMatchObject({ type: "end", raw: "answer: It is 8." });
  });

  it("writes its words from another prompt, which is kept beside the one of the decision", async () => {
    const { asked, text, end } = await decide(["answer:", "It is 8."], "Q");
    expect(asked.map(({ prompt, beside }) => [prompt, beside])).toEqual([
      ["P", undefined],
      ["Q", true],
    ]);
    expect(text).toBe("answer: It is 8.");
    expect(end).toMatchObject({ type: "end", raw: "answer: It is 8." });
  });

  it("is the decision alone where that is a call", async () => {
    const { asked, end } = await decide(['add {"a":1}']);
    expect(asked).toHaveLength(1);
    expect(end).toMatchObject({ type: "end", raw: 'add {"a":1}' });
  });
});
