import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { SCRIPTS } from "../../engines/scripted/scripts.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import { createInMemoryStores } from "../../store/in-memory-stores.ts";
import { add, divide, multiply, sqrt, subtract } from "../../tools/arithmetic/operations.ts";
import { createKomUpsertMemory } from "../../tools/memory/write-notes.ts";
import { stringLength } from "../../tools/text/string-length.ts";
import { defineAgent } from "../define/agent.ts";
import { defineTool } from "../define/define-tool.ts";
import { defineSkill } from "../define/skill.ts";
import { collectRun, createModel, ofType, toEnd, toOutcomes, writeCall } from "./run-agent.fixture.ts";

/** The outputs of a script that comes with the app. */
function readScript(name: string): string[] {
  return SCRIPTS.get(name)?.exchanges[0]?.turns.map(({ text }) => text) ?? [];
}

function toCalls(events: readonly RunEvent[]): string[] {
  const outcomes = toOutcomes(events);
  return ofType(events, "call-start").map(({ call }, index) => {
    const outcome = outcomes[index];
    const block = outcome?.type === "success" ? outcome.content[0] : undefined;
    return `${call.name}(${Object.values(call.arguments).join(", ")}) = ${block?.type === "json" ? block.value : outcome?.type}`;
  });
}

describe("a calculator", () => {
  const calculator = defineAgent({
    name: "calculator",
    prompt: "You are a calculator. Use the provided tools to compute the answer.",
    tools: [add, subtract, multiply, divide],
    budget: { maxTurns: 5 },
    skills: [
      defineSkill({ name: "compute", description: "Perform calculations", tools: [add, subtract, multiply, divide] }),
    ],
  });

  it("computes (3 + 5) * 2 by add, then multiply, to 16", async () => {
    const model = createModel(readScript("calculator"));
    const events = await collectRun({ agent: calculator, model, request: { question: "What is (3 + 5) * 2?" } });
    expect(toCalls(events)).toEqual(["add(3, 5) = 8", "multiply(8, 2) = 16"]);
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: expect.stringContaining("16") });
  });

  it("is told that nothing can be divided by zero, and goes on", async () => {
    const model = createModel([writeCall("divide", { a: 1, b: 0 }), "That has no result."]);
    const events = await collectRun({ agent: calculator, model });
    expect(toOutcomes(events)).toMatchObject([{ type: "failed", message: expect.stringMatching(/zero|0/i) }]);
    expect(toEnd(events).reason).toBe("answered");
  });
});

it("letters of hello and world are counted as 5 and 5, added to 10, and rooted to 3.1622776601683795", async () => {
  const agent = defineAgent({
    name: "assistant",
    prompt: "",
    tools: [stringLength, add, sqrt],
    skills: [defineSkill({ name: "letters", description: "Count letters.", tools: [stringLength, add, sqrt] })],
  });
  const model = createModel(readScript("letters"));
  const events = await collectRun({ agent, model });
  expect(toCalls(events)).toEqual([
    "string_length(hello) = 5",
    "string_length(world) = 5",
    "add(5, 5) = 10",
    "sqrt(10) = 3.1622776601683795",
  ]);
  // Every prompt holds the whole conversation: the model itself remembers nothing.
  const [, , , last = ""] = model.prompts;
  for (const part of ["hello", "world", "3.1622776601683795"]) expect(last).toContain(part);
});

it("a model that asks the calculator for a tool of nobody's is answered with the calculator's own list", async () => {
  const agent = defineAgent({
    name: "calculator",
    prompt: "",
    tools: [add],
    skills: [defineSkill({ name: "compute", description: "d", tools: [add] })],
  });
  const model = createModel([writeCall("nuke_from_orbit"), "I cannot."]);
  await collectRun({ agent, model });
  expect(model.prompts[1]).toContain("Tool 'nuke_from_orbit' is not allowed for skill 'compute'. Allowed: [add]");
});

it("a note is saved into project:metal and found there again", async () => {
  let ids = 0;
  const memory = createInMemoryStores({ now: () => 0, newId: () => `id-${++ids}` }).memories;
  const upsert = createKomUpsertMemory(memory);
  const agent = defineAgent({
    name: "notes",
    prompt: "",
    tools: [upsert],
    skills: [defineSkill({ name: "notes", description: "Keep notes.", tools: [upsert] })],
  });
  const items = [{ text: "Embedding model comparison takeaways" }];
  const model = createModel([
    writeCall("kom.memory.v1.upsert_memory", { namespace: "project:metal", items }),
    "The note is saved.",
  ]);
  const question = 'Save this note: "Embedding model comparison takeaways" into project:metal';
  const events = await collectRun({ agent, model, request: { question } });
  expect(toOutcomes(events)).toMatchObject([{ type: "success", content: [{ type: "json", value: { upserted: 1 } }] }]);
  expect(model.prompts[1]).toContain('{"upserted":1}');
  const found = await memory.search({ text: "embedding", namespace: "project:metal", limit: 5 });
  expect(found.map(({ record }) => record.text)).toEqual(["Embedding model comparison takeaways"]);
});

it("a support bot with two knowledge entries loads the one that it asks for, when it asks for it", async () => {
  const loaded: string[] = [];
  const lookupFaq = defineTool({
    name: "lookup_faq",
    description: "Search the FAQ database",
    effect: "reads",
    input: z.object({ query: z.string() }),
    run: ({ query }) => `Nothing about ${query}.`,
  });
  const knowledge = [
    { name: "faq", description: "Frequently asked questions", text: "We open at nine." },
    { name: "policies", description: "Company policies", text: "Goods may be returned within 30 days." },
  ];
  const bot = defineAgent({
    name: "support-bot",
    prompt: "",
    tools: [lookupFaq],
    skills: [
      defineSkill({
        name: "answer",
        description: "Answer support questions",
        tools: [lookupFaq],
        knowledge: knowledge.map(({ name, description, text }) => ({
          name,
          description,
          load: () => {
            loaded.push(name);
            return text;
          },
        })),
      }),
    ],
  });
  const model = createModel([writeCall("lookup_faq", { query: "returns" }), writeCall("policies"), "Within 30 days."]);
  const events = await collectRun({ agent: bot, model, request: { question: "Can I return my lamp?" } });
  expect(ofType(events, "run-start")[0]?.tools).toEqual(["lookup_faq", "faq", "policies"]);
  expect(loaded).toEqual(["policies"]);
  expect(model.prompts[2]).toContain("within 30 days");
  expect(toEnd(events)).toMatchObject({ reason: "answered", text: "Within 30 days." });
});
