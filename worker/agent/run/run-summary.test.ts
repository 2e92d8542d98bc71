import { describe, expect, it } from "vitest";
import { createTestClock } from "../../../package/test-clock.ts";
import type { ThreadMessage } from "../../formats/format.ts";
import { collectRun, createModel, ofType, toEnd, toyAgent, toyTool, writeCall } from "./run-agent.fixture.ts";

const user = (text: string): ThreadMessage => ({ role: "user", text });
const answer = (text: string): ThreadMessage => ({ role: "assistant", raw: text, text, calls: [] });

/** The test's own model with a context of this size. */
function createSmallModel(contextTokens: number, turns: Parameters<typeof createModel>[0]) {
  const model = createModel(turns);
  return { ...model, info: { ...model.info, contextTokens } };
}

function summarize(model: ReturnType<typeof createModel>, history: readonly ThreadMessage[]) {
  return collectRun({ agent: toyAgent([]), model, request: { mode: "summarize", history } });
}

describe("summing up a conversation", () => {
  it("shows the model what was said, called and found, and gives its words as the end of the run", async () => {
    const model = createModel(["Ann likes ferries."]);
    const history: ThreadMessage[] = [
      user("I am Ann. When does the ferry leave?"),
      {
        role: "assistant",
        raw: "<call>",
        text: "",
        calls: [{ call: { id: "1", name: "look", arguments: { at: "pier" } } }],
      },
      { role: "tool", results: [{ callId: "1", name: "look", text: "7:40" }] },
      answer("At 7:40."),
    ];
    const events = await summarize(model, history);
    expect(toEnd(events)).toMatchObject({ reason: "answered", text: "Ann likes ferries." });
    for (const said of ["I am Ann.", 'used look {"at":"pier"}', "Result of look: 7:40", "At 7:40."]) {
      expect(model.prompts[0]).toContain(said);
    }
  });

  it("reads what is longer than the context in parts, each with the summary so far, and leaves out no word", async () => {
    const turns = Array.from({ length: 60 }, (_, index) => `Summary ${index}.`);
    const model = createSmallModel(800, turns);
    const words = Array.from({ length: 900 }, (_, index) => `word${index}`);
    const events = await summarize(model, [user(words.join(" ")), answer("Thanks."), user("And?"), answer("Done.")]);
    const end = toEnd(events);
    const written = ofType(events, "turn-end").length;
    expect(written).toBeGreaterThan(3);
    expect(end).toMatchObject({ reason: "answered", text: `Summary ${written - 1}.` });
    expect(model.prompts[2]).toContain("Summary 1.");
    const read = model.prompts.join(" ");
    expect(words.filter((word) => !new RegExp(`\\b${word}\\b`).test(read))).toEqual([]);
    expect(read).toContain("Done.");
  });

  it("executes nothing, even when the model writes a call", async () => {
    let ran = 0;
    const tool = toyTool("write", () => {
      ran += 1;
      return "done";
    });
    const model = createModel([writeCall("write")]);
    const events = await collectRun({
      agent: toyAgent([tool]),
      model,
      request: { mode: "summarize", history: [user("a"), answer("b")] },
    });
    expect(ran).toBe(0);
    expect(ofType(events, "call-start")).toEqual([]);
    expect(toEnd(events).reason).toBe("unreadable");
  });

  it("ends when it is stopped", async () => {
    const clock = createTestClock({ auto: true });
    const source = new AbortController();
    const model = createModel([{ text: "on and on ", endless: true, chunkDelayMs: 5 }], clock);
    const events = await collectRun({
      agent: toyAgent([]),
      model,
      clock,
      request: { mode: "summarize", history: [user("a"), answer("b")], signal: source.signal },
      onEvent: (event) => {
        if (event.type === "text-delta") source.abort();
      },
    });
    expect(toEnd(events).reason).toBe("cancelled");
  });
});
