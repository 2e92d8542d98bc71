import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../protocol/run-event.ts";
import { collectRun, createModel, toyAgent, toyTool, writeCall } from "../run/run-agent.fixture.ts";
import { createEvidenceChain } from "./evidence.ts";
import { parseRunFile } from "./parse-run-file.ts";

/** A run as its log is stored: with the evidence of its calls. */
async function recordRun(): Promise<RunEvent[]> {
  const step = toyTool("step", () => ({ n: 1 }), { effect: "sends" });
  const events = await collectRun({
    agent: toyAgent([step]),
    model: createModel([writeCall("step", { x: 1 }), "<think>\nHm.\n</think>\n\nDone."]),
    approve: () => ({ type: "allow-once" }),
  });
  const chain = createEvidenceChain();
  return events.flatMap((event) => {
    const proof = chain.observe(event);
    return proof === null ? [event] : [event, proof];
  });
}

function toFile(events: readonly unknown[], change: Record<string, unknown> = {}): string {
  const header = {
    id: "r",
    conversationId: "c",
    startedAt: 1,
    question: "Go.",
    reason: "answered",
    turns: 2,
    calls: 1,
  };
  return JSON.stringify({ ...header, durationMs: 5, version: 1, events, ...change });
}

describe("a run file", () => {
  it("is read whole, and its evidence checked", async () => {
    const events = await recordRun();
    const read = parseRunFile(toFile(events));
    expect(read.ok && read.value.events).toEqual(events);
    expect(read.ok && read.value.evidence).toEqual({ ok: true, calls: 1 });
  });

  it.each([{ reason: "vanished" }, { reason: "constructor" }, { budget: "patience" }])(
    "that ended in a way that is not known, %o, is refused with a reason",
    async (change) => {
      const events = (await recordRun()).map((event) => (event.type === "run-end" ? { ...event, ...change } : event));
      const read = parseRunFile(toFile(events));
      const detail = `Event ${events.length} in the file does not have the shape it should have.`;
      expect(read).toEqual({ ok: false, failure: { code: "import-refused", detail } });
    },
  );

  it("whose calls were changed is read, and says so", async () => {
    const events = (await recordRun()).map((event) =>
      event.type === "call-start" ? { ...event, call: { ...event.call, arguments: { x: 2 } } } : event,
    );
    const read = parseRunFile(toFile(events));
    expect(read.ok && read.value.evidence.ok).toBe(false);
  });

  it("whose last call was cut off is read, and says so", async () => {
    const events = await recordRun();
    const cut = events.slice(
      0,
      events.findIndex(({ type }) => type === "call-start"),
    );
    const read = parseRunFile(toFile(cut));
    expect(read.ok && read.value.evidence).toMatchObject({
      ok: false,
      reason: "the log has 0 calls where 1 were made",
    });
  });

  it.each([
    ["", /not JSON/],
    ["[]", /not an exported run/],
    ['{"id": "r"}', /not an exported run/],
    [toFile([]), /no beginning/],
    [toFile([{ type: "turn-start", at: 0, turn: 1 }]), /no beginning/],
    [toFile([{ type: "toString", at: 0 }]), /Event 1 /],
    [toFile([{ type: "text-delta", at: 0, turn: 1, text: { toString: 1 } }]), /Event 1 /],
    [toFile([{ type: "call-end", at: 0, turn: 1, callId: "1", outcome: { type: "won" }, durationMs: 1 }]), /Event 1 /],
    [toFile([], { version: 999 }), /newer version/],
    [`${"[".repeat(500)}${"]".repeat(500)}`, /cannot be taken/],
  ])("that is none is refused in words: %.40s", (text, reason) => {
    const read = parseRunFile(text);
    expect(read).toMatchObject({ ok: false, failure: { code: "import-refused" } });
    expect(!read.ok && read.failure.detail).toMatch(reason);
  });
});
