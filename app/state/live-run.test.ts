import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../worker/protocol/run-event.ts";
import { foldLiveRun, toLiveRun } from "./live-run.ts";

const USAGE = { promptTokens: 10, cachedTokens: 20, completionTokens: 3, prefillMs: 1, decodeMs: 1 };
const CALL = { id: "k1", name: "calculate", arguments: { expression: "1+1" } };

function follow(...events: readonly RunEvent[]) {
  return events.reduce(foldLiveRun, toLiveRun("r", "c", "m"));
}

const turnStart: RunEvent = { type: "turn-start", at: 0, turn: 1 };

describe("a run as the page follows it", () => {
  it("shows a call by its name while it is written, and in full once it starts", () => {
    const named = follow(turnStart, { type: "call-named", at: 1, turn: 1, index: 0, name: "calculate" });
    expect(named.writing).toEqual(["calculate"]);
    const started = foldLiveRun(named, { type: "call-start", at: 2, turn: 1, call: CALL });
    expect(started.writing).toEqual([]);
    expect(started.answer.turns[0]?.calls[0]?.call).toEqual(CALL);
  });

  it("drops only one of two equal names when the first of the calls starts", () => {
    const run = follow(
      turnStart,
      { type: "call-named", at: 1, turn: 1, index: 0, name: "calculate" },
      { type: "call-named", at: 2, turn: 1, index: 1, name: "calculate" },
      { type: "call-start", at: 3, turn: 1, call: CALL },
    );
    expect(run.writing).toEqual(["calculate"]);
  });

  it("stops showing a call that turned out to be unreadable", () => {
    const run = follow(
      turnStart,
      { type: "call-named", at: 1, turn: 1, index: 0, name: "calculate" },
      { type: "call-broken", at: 2, turn: 1, broken: { position: 0, reason: "cut off", raw: "{" } },
    );
    expect(run.writing).toEqual([]);
    expect(run.answer.turns[0]?.broken).toHaveLength(1);
  });

  it("asks for approval until it is decided", () => {
    const request = { call: CALL, skill: "assistant", reason: "it writes", rememberable: true };
    const asked = follow(turnStart, { type: "approval-requested", at: 1, turn: 1, request });
    expect(asked.approvals.k1).toEqual(request);
    const decision = { type: "deny" as const, reason: "no" };
    const decided = foldLiveRun(asked, { type: "approval-decided", at: 2, turn: 1, callId: "k1", decision });
    expect(decided.approvals).toEqual({});
  });

  it("shows reading only until the model writes", () => {
    const reading = follow(turnStart, { type: "prefill-progress", at: 1, turn: 1, done: 5, total: 10 });
    expect(reading.prefill).toEqual({ done: 5, total: 10 });
    expect(foldLiveRun(reading, { type: "text-delta", at: 2, turn: 1, text: "a" }).prefill).toBeUndefined();
  });

  it("counts what was written in all its turns", () => {
    const end = { type: "turn-end", at: 2, raw: "", finishReason: "stop", usage: USAGE } as const;
    const run = follow(turnStart, { ...end, turn: 1 }, { ...turnStart, turn: 2 }, { ...end, turn: 2 });
    expect(run.answer.cost).toEqual({ contextTokens: 33, writtenTokens: 6, decodeMs: 2 });
  });

  it("ends with its reason, and nothing is left waiting", () => {
    const request = { call: CALL, skill: "assistant", reason: "it writes", rememberable: true };
    const run = follow(
      turnStart,
      { type: "approval-requested", at: 1, turn: 1, request },
      { type: "turn-end", at: 2, turn: 1, raw: "", finishReason: "stop", usage: USAGE },
      { type: "run-end", at: 3, reason: "budget-exceeded", budget: "turns", text: "" },
    );
    expect(run.end).toEqual({ reason: "budget-exceeded", budget: "turns" });
    expect(run.approvals).toEqual({});
    expect(run.answer.cost?.contextTokens).toBe(33);
  });
});
