import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../protocol/run-event.ts";
import { collectRun, createModel, ofType, toyAgent, toyTool, writeCall } from "../run/run-agent.fixture.ts";
import { createEvidenceChain, toEvidence, verifyEvidence } from "./evidence.ts";

/** A run's log as it is stored: with the evidence right after each call. */
async function recordRun(turns: readonly string[]): Promise<RunEvent[]> {
  const tools = [toyTool("look", () => "a secret result"), toyTool("send", () => "sent", { effect: "sends" })];
  const events = await collectRun({
    agent: toyAgent(tools),
    model: createModel(turns),
    approve: () => ({ type: "allow-once", arguments: { to: "bob" } }),
  });
  const chain = createEvidenceChain();
  return events.flatMap((event) => {
    const evidence = chain.observe(event);
    return evidence === null ? [event] : [event, evidence];
  });
}

const TURNS = [writeCall("look", { b: 1, a: [2] }), writeCall("send", { to: "ann" }) + writeCall("toString"), "Done."];

describe("the evidence of a run", () => {
  it("has an envelope for every call: who, what, how it ended, and by which model", async () => {
    const envelopes = toEvidence(await recordRun(TURNS));
    expect(envelopes).toMatchObject([
      {
        version: 1,
        runId: "run-1",
        who: "toy",
        skill: "work",
        tool: "look",
        input: '{"a":[2],"b":1}',
        outcome: "success",
        engine: "scripted",
        model: "scripted:test",
        format: "chatml",
        turn: 1,
      },
      { tool: "send", outcome: "success", turn: 2 },
      { tool: "toString", outcome: "not-allowed", turn: 2 },
    ]);
    for (const { hash, outcomeHash, durationMs } of envelopes) {
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      expect(outcomeHash).toMatch(/^[0-9a-f]{64}$/);
      expect(durationMs).toBeGreaterThanOrEqual(0);
    }
  });

  it("holds the arguments that the user made of them", async () => {
    expect(toEvidence(await recordRun(TURNS))[1]?.input).toBe('{"to":"bob"}');
  });

  it("is a chain: each envelope carries the hash of the one before", async () => {
    const [first, second, third] = toEvidence(await recordRun(TURNS));
    expect(second?.previousHash).toBe(first?.hash);
    expect(third?.previousHash).toBe(second?.hash);
    expect(first?.previousHash).toMatch(/^[0-9a-f]{64}$/);
  });

  it("is the same for the same run", async () => {
    expect(toEvidence(await recordRun(TURNS))).toEqual(toEvidence(await recordRun(TURNS)));
  });

  it("puts a line beside each envelope that has the facts and the input, and never the result", async () => {
    const lines = ofType(await recordRun(TURNS), "evidence").map(({ line }) => line);
    expect(lines[0]).toBe(
      'engine=scripted model=scripted:test tools=2 turn=1 tool=look outcome=success ms=0 input={"a":[2],"b":1}',
    );
    expect(lines.join()).not.toContain("secret");
  });

  it("cuts the input in the line between characters", async () => {
    const faces = Array.from({ length: 500 }, (_, index) => String.fromCodePoint(0x1f600 + (index % 60)));
    const events = await recordRun([writeCall("look", { text: `x${faces.join("")}` }), "Done."]);
    const line = ofType(events, "evidence")[0]?.line ?? "";
    expect(line.length).toBeLessThan(260);
    expect(line).toMatch(/\p{Emoji_Presentation}…$/u);
    expect(line).not.toMatch(/\p{Surrogate}/u);
  });
});

describe("the check of a log against its evidence", () => {
  it("finds a whole log whole", async () => {
    expect(verifyEvidence(await recordRun(TURNS))).toEqual({ ok: true, calls: 3 });
    expect(verifyEvidence([])).toEqual({ ok: true, calls: 0 });
  });

  const change = (
    events: RunEvent[],
    type: RunEvent["type"],
    nth: number,
    edit: (event: RunEvent) => RunEvent,
  ): RunEvent[] => {
    const target = events.filter((event) => event.type === type)[nth];
    return events.map((event) => (event === target ? edit(event) : event));
  };

  it.each<[string, number, (events: RunEvent[]) => RunEvent[]]>([
    [
      "a stored result was changed",
      1,
      (events) =>
        change(events, "call-end", 1, (event) =>
          event.type === "call-end"
            ? { ...event, outcome: { type: "success", content: [{ type: "text", text: "forged" }] } }
            : event,
        ),
    ],
    [
      "a call's arguments were changed",
      0,
      (events) =>
        change(events, "call-start", 0, (event) =>
          event.type === "call-start" ? { ...event, call: { ...event.call, arguments: {} } } : event,
        ),
    ],
    [
      "an envelope was changed",
      1,
      (events) =>
        change(events, "evidence", 1, (event) =>
          event.type === "evidence" ? { ...event, envelope: { ...event.envelope, outcome: "denied" } } : event,
        ),
    ],
    [
      "the question was changed",
      0,
      (events) =>
        change(events, "run-start", 0, (event) => (event.type === "run-start" ? { ...event, question: "?" } : event)),
    ],
    ["an envelope is missing", 0, (events) => events.filter((event) => event !== ofType(events, "evidence")[0])],
    ["the last envelope is missing", 2, (events) => events.filter((event) => event !== ofType(events, "evidence")[2])],
    [
      "a call was taken out of the log",
      0,
      (events) => {
        const id = ofType(events, "call-start")[0]?.call.id;
        return events.filter((event) => !(event.type === "call-end" && event.callId === id));
      },
    ],
    ["all calls were taken out of the log", 0, (events) => events.filter((event) => event.type !== "call-end")],
  ])("finds out that %s, and at which call", async (_, index, forge) => {
    expect(verifyEvidence(forge(await recordRun(TURNS)))).toMatchObject({ ok: false, index });
  });
});
