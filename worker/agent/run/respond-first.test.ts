import { describe, expect, it } from "vitest";
import type { RunRequest } from "../define/run-request.ts";
import type { Responder } from "../ports/responder.ts";
import {
  collectRun,
  createModel,
  ofType,
  type TestRun,
  toEnd,
  toOutcomes,
  toyAgent,
  toyTool,
} from "./run-agent.fixture.ts";

const MODEL = "The model's words.";

/** Answers "now" with what its tool says, and nothing else. */
const clock: Responder = {
  name: "clock",
  respond: async ({ text }, call) => {
    if (text !== "now") return null;
    const record = await call("tell_time", {});
    return record === null ? null : { text: `It is ${record.outcome?.type}.` };
  },
};

async function run(question: string, request: Partial<RunRequest> = {}, more: Partial<TestRun> = {}) {
  const model = createModel([MODEL]);
  const agent = toyAgent([toyTool("tell_time", () => "noon")]);
  const events = await collectRun({ agent, model, responders: [clock], request: { question, ...request }, ...more });
  return { events, end: toEnd(events), prompts: model.prompts };
}

describe("a responder", () => {
  it("answers before the model, by a call that is logged, and is named at the end", async () => {
    const { events, end, prompts } = await run("now");
    expect(end).toMatchObject({ reason: "answered", text: "It is success.", by: "clock" });
    expect(ofType(events, "call-start")).toMatchObject([{ turn: 1, call: { name: "tell_time", arguments: {} } }]);
    expect(ofType(events, "text-delta")).toMatchObject([{ turn: 2, text: "It is success." }]);
    expect(prompts).toEqual([]);
  });

  it("leaves to the model what it does not answer", async () => {
    const { end } = await run("When is now?");
    expect(end).toMatchObject({ reason: "answered", text: MODEL });
    expect(end).not.toHaveProperty("by");
  });

  it("finds no tool that the skill does not grant", async () => {
    const { end, events } = await run("now", {}, { agent: toyAgent([toyTool("other")]) });
    expect(end.text).toBe(MODEL);
    expect(ofType(events, "call-start")).toEqual([]);
  });

  it("asks the user where the tool wants to be asked about", async () => {
    const agent = toyAgent([toyTool("tell_time", () => "noon", { asks: true })]);
    const { events, end } = await run("now", {}, { agent });
    expect(ofType(events, "approval-requested")).toHaveLength(1);
    expect(toOutcomes(events)).toMatchObject([{ type: "denied" }]);
    expect(end.text).toBe("It is denied.");
  });

  it.each<[what: string, request: Partial<RunRequest>]>([
    ["the model is asked for", { askModel: true }],
    ["a call is demanded", { forceCall: true }],
    ["calls are only to be detected", { mode: "detect" }],
    ["a file goes along", { question: "now\n\nfile.txt: 12", asked: "now" }],
    ["a picture goes along", { media: ["AAAA"] }],
  ])("is not asked where %s", async (_, request) => {
    expect((await run("now", request)).end).not.toHaveProperty("by");
  });

  it("is told the recalled notes one by one", async () => {
    const recalled = { text: "Notes:\n- The key is blue\n- The door is red", memoryIds: ["a", "b"], untrusted: false };
    const seen: unknown[] = [];
    const spy: Responder = {
      name: "spy",
      respond: async ({ notes }) => {
        seen.push(...notes);
        return null;
      },
    };
    await run("now", { recalled }, { responders: [spy] });
    expect(seen).toEqual([
      { id: "a", text: "The key is blue" },
      { id: "b", text: "The door is red" },
    ]);
  });

  it("answers nothing once the user has stopped the run", async () => {
    const stopping = new AbortController();
    const slow: Responder = {
      name: "slow",
      respond: async (_, call) => {
        stopping.abort();
        return (await call("tell_time", {})) === null ? null : { text: "late" };
      },
    };
    const { end } = await run("now", { signal: stopping.signal }, { responders: [slow] });
    expect(end).toMatchObject({ reason: "cancelled", text: "" });
  });

  it("leaves the answer to the model with what it read, where it says nothing itself", async () => {
    const agent = toyAgent([toyTool("look", () => "a page", { effect: "reads" })]);
    const reader: Responder = {
      name: "reader",
      respond: async (_, call) => ((await call("look", {})) === null ? null : { text: "" }),
    };
    const { events, end, prompts } = await run("now", {}, { agent, responders: [reader] });
    expect(ofType(events, "call-end")).toHaveLength(1);
    expect(prompts).toHaveLength(1);
    expect(prompts[0]).toContain("a page");
    expect(end).toMatchObject({ reason: "answered", text: MODEL });
    expect(end).not.toHaveProperty("by");
  });

  it("shows nothing of what it only read where it answers nothing", async () => {
    const agent = toyAgent([toyTool("look", () => "a page", { effect: "reads" })]);
    const reader: Responder = {
      name: "reader",
      respond: async ({ text }, call) =>
        (await call("look", {})) !== null && text === "now" ? { text: "Read." } : null,
    };
    const left = await run("later", {}, { agent, responders: [reader] });
    expect(left.end.text).toBe(MODEL);
    expect(ofType(left.events, "call-start")).toEqual([]);
    expect(ofType(left.events, "turn-start")).toMatchObject([{ turn: 1 }]);
    expect(ofType((await run("now", {}, { agent, responders: [reader] })).events, "call-end")).toHaveLength(1);
  });
});
