import { describe, expect, it } from "vitest";
import { type Answer, EMPTY_ANSWER, foldAnswer } from "./answer.ts";
import type { RunEvent } from "./run-event.ts";

const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1, prefillMs: 0, decodeMs: 0 };
const call = { id: "1", name: "add", arguments: { a: 1 } };

function fold(events: readonly RunEvent[]): Answer {
  return events.reduce(foldAnswer, EMPTY_ANSWER);
}

describe("an answer, folded from its run's events,", () => {
  it("costs what all its turns wrote; a turn that read nothing leaves the context as it was", () => {
    const end = { type: "turn-end", at: 0, raw: "", finishReason: "stop" } as const;
    const cost = { promptTokens: 10, cachedTokens: 20, completionTokens: 3, prefillMs: 1, decodeMs: 5 };
    const none = { promptTokens: 0, cachedTokens: 0, completionTokens: 0, prefillMs: 0, decodeMs: 0 };
    const answer = fold([
      { type: "turn-start", at: 0, turn: 1 },
      { ...end, turn: 1, usage: cost },
      { type: "turn-start", at: 0, turn: 2 },
      { ...end, turn: 2, usage: none },
    ]);
    expect(answer.cost).toEqual({ contextTokens: 33, writtenTokens: 3, decodeMs: 5 });
  });

  it("has its turns with text, reasoning, calls and their outcomes", () => {
    const answer = fold([
      { type: "turn-start", at: 0, turn: 1 },
      { type: "reasoning-delta", at: 0, turn: 1, text: "hm" },
      { type: "text-delta", at: 0, turn: 1, text: "Let " },
      { type: "text-delta", at: 0, turn: 1, text: "me." },
      { type: "turn-end", at: 0, turn: 1, raw: "raw", finishReason: "stop", usage },
      { type: "call-start", at: 0, turn: 1, call },
      { type: "call-end", at: 0, turn: 1, callId: "1", outcome: { type: "duplicate" }, durationMs: 3 },
      { type: "feedback", at: 0, turn: 1, text: "Once." },
      { type: "feedback", at: 0, turn: 1, text: "Twice." },
      { type: "turn-start", at: 0, turn: 2 },
      { type: "text-delta", at: 0, turn: 2, text: "Done." },
      { type: "notice", at: 0, turn: 2, text: "It was hard." },
      { type: "run-end", at: 0, reason: "answered", text: "Done." },
    ]);
    expect(answer).toEqual({
      state: "complete",
      notice: "It was hard.",
      cost: { contextTokens: 2, writtenTokens: 1, decodeMs: 0 },
      turns: [
        {
          raw: "raw",
          text: "Let me.",
          reasoning: "hm",
          calls: [{ call, outcome: { type: "duplicate" }, durationMs: 3 }],
          broken: [],
          feedback: "Once.\nTwice.",
        },
        { raw: "", text: "Done.", reasoning: "", calls: [], broken: [] },
      ],
    });
  });

  it("shows the arguments that the user made of them, and not those of a denied call", () => {
    const asked: RunEvent[] = [
      { type: "turn-start", at: 0, turn: 1 },
      { type: "call-start", at: 0, turn: 1, call },
    ];
    const decide = (decision: Extract<RunEvent, { type: "approval-decided" }>["decision"]): unknown =>
      fold([...asked, { type: "approval-decided", at: 0, turn: 1, callId: "1", decision }]).turns[0]?.calls[0]?.call
        .arguments;
    expect(decide({ type: "allow-once", arguments: { a: 2 } })).toEqual({ a: 2 });
    expect(decide({ type: "allow-once" })).toEqual({ a: 1 });
    expect(decide({ type: "deny", reason: "" })).toEqual({ a: 1 });
  });

  it.each([
    ["answered", "complete"],
    ["detected", "complete"],
    ["budget-exceeded", "budget-exceeded"],
    ["cancelled", "stopped"],
    ["failed", "failed"],
    ["unreadable", "failed"],
    ["repeated-call", "failed"],
    ["ended-by-policy", "failed"],
  ] as const)("whose run ended as %s is %s", (reason, state) => {
    expect(fold([{ type: "run-end", at: 0, reason, text: "" }]).state).toBe(state);
  });

  it("is not changed by what belongs to the log only", () => {
    const before = fold([{ type: "turn-start", at: 0, turn: 1 }]);
    const step: RunEvent = {
      type: "flow-step",
      at: 0,
      turn: 1,
      node: "guard",
      nodeType: "guardrail",
      exit: "pass",
      asked: { prompt: "Is it so?", appended: false, raw: "yes", usage },
    };
    expect(foldAnswer(before, step)).toBe(before);
    expect(foldAnswer(before, { type: "prefill-progress", at: 0, turn: 1, done: 1, total: 2 })).toBe(before);
  });

  it("leaves the answer that it is given as it was", () => {
    const before = fold([{ type: "turn-start", at: 0, turn: 1 }]);
    const copy = structuredClone(before);
    foldAnswer(before, { type: "text-delta", at: 0, turn: 1, text: "x" });
    expect(before).toEqual(copy);
  });
});
