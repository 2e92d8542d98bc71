import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../worker/protocol/run-event.ts";
import { toRunTimeline } from "./run-timeline.ts";

const usage = (decodeMs: number) => ({
  promptTokens: 1,
  cachedTokens: 2,
  completionTokens: 3,
  prefillMs: 1,
  decodeMs,
});
const prompt = (turn: number, at: number): RunEvent => ({
  type: "prompt-sent",
  at,
  turn,
  prompt: `prompt ${turn}`,
  appended: turn > 1,
  constraint: "free",
});
const call = { id: "k", name: "calculate", arguments: {} };

const LOG: readonly RunEvent[] = [
  { type: "turn-start", at: 0, turn: 1 },
  prompt(1, 10),
  { type: "text-delta", at: 110, turn: 1, text: "a" },
  { type: "turn-end", at: 310, turn: 1, raw: "raw", finishReason: "stop", usage: usage(200) },
  { type: "call-start", at: 320, turn: 1, call },
  {
    type: "approval-requested",
    at: 330,
    turn: 1,
    request: { call, skill: "assistant", reason: "", rememberable: false },
  },
  { type: "approval-decided", at: 1330, turn: 1, callId: "k", decision: { type: "allow-once" } },
  {
    type: "call-end",
    at: 1380,
    turn: 1,
    callId: "k",
    outcome: { type: "success", content: [] },
    durationMs: 50,
  },
  { type: "run-end", at: 1400, reason: "answered", text: "" },
];

describe("a run's timeline", () => {
  it("tells reading, writing, waiting and tools apart", () => {
    expect(toRunTimeline(LOG).stretches).toEqual([
      { type: "prefill", turn: 1, start: 10, end: 110 },
      { type: "decode", turn: 1, start: 110, end: 310 },
      { type: "approval", turn: 1, start: 330, end: 1330, name: "calculate" },
      { type: "tool", turn: 1, start: 1330, end: 1380, name: "calculate" },
    ]);
  });

  it("does not count the user's time as the tool's", () => {
    const tool = toRunTimeline(LOG).stretches.find(({ type }) => type === "tool");
    expect(tool && tool.end - tool.start).toBe(50);
  });

  it("finds a silent turn's writing time by the engine's own count", () => {
    const silent: RunEvent[] = [
      { type: "turn-start", at: 0, turn: 1 },
      prompt(1, 0),
      { type: "turn-end", at: 100, turn: 1, raw: "", finishReason: "stop", usage: usage(40) },
    ];
    expect(toRunTimeline(silent).stretches).toEqual([
      { type: "prefill", turn: 1, start: 0, end: 60 },
      { type: "decode", turn: 1, start: 60, end: 100 },
    ]);
  });

  it("keeps the prompt, the raw output and the calls of each turn", () => {
    const [turn] = toRunTimeline(LOG).turns;
    expect(turn).toMatchObject({ prompt: "prompt 1", raw: "raw", constraint: "free" });
    expect(turn?.calls[0]?.outcome?.type).toBe("success");
  });

  it("keeps the steps of a flow with what was asked aside, and makes no turn of them", () => {
    const asked = { prompt: "Is this about the app?", appended: true, raw: "yes", usage: usage(1) };
    const step = {
      type: "flow-step",
      at: 5,
      turn: 0,
      node: "gate",
      nodeType: "guardrail",
      exit: "pass",
      asked,
    } as const;
    const { steps, turns } = toRunTimeline([step, ...LOG]);
    expect(steps).toMatchObject([
      { node: "gate", exit: "pass", asked: { prompt: "Is this about the app?", raw: "yes" } },
    ]);
    expect(turns[0]?.turn).toBe(1);
  });

  it("reads a log that was cut off anywhere", () => {
    for (let length = 0; length <= LOG.length; length += 1) {
      const { durationMs, stretches } = toRunTimeline(LOG.slice(0, length));
      expect(stretches.every(({ start, end }) => start <= end && end <= Math.max(durationMs, 0))).toBe(true);
    }
  });
});
