import { describe, expect, it } from "vitest";
import { FORMATS } from "../../formats/dialects/resolve-format.ts";
import type { ApprovalDecision } from "../../protocol/run-event.ts";
import { collectRun, createModel, ofType, toEnd, toyAgent, toyTool } from "./run-agent.fixture.ts";

const THOUGHT = "<think>\nThe note comes first.\n</think>\n\n";
/** Every cut that matters: within marks, within names, and none. */
const LENGTHS = [1, 2, 3, 5, 7, 11, 64, 10_000];

/** One conversation in a dialect: a thought, a call, a refused call, an answer. */
function toReplies(id: keyof typeof FORMATS): readonly string[] {
  const format = FORMATS[id];
  const answer = id === "protocol" ? '{"final": {"content": "The note says 7:40."}}' : "The note says 7:40.";
  return [THOUGHT + format.renderCall("find", { text: "ferry" }), format.renderCall("keep", { text: "7:40" }), answer];
}

describe("a conversation in every dialect, cut at every length", () => {
  for (const id of Object.keys(FORMATS) as (keyof typeof FORMATS)[]) {
    it.each(LENGTHS)(`${id}, %i characters at a time`, async (chunkLength) => {
      const find = toyTool("find", () => "The ferry leaves at 7:40.");
      const keep = toyTool("keep", () => "kept", { effect: "writes" });
      const model = createModel(toReplies(id).map((text) => ({ text, chunkLength })));
      const asked: string[] = [];
      const events = await collectRun({
        agent: toyAgent([find, keep]),
        model,
        request: { format: id, tainted: true },
        approve: ({ call }): ApprovalDecision => {
          asked.push(call.name);
          return { type: "deny", reason: "no" };
        },
      });
      expect(ofType(events, "call-start").map(({ call }) => [call.name, call.arguments])).toEqual([
        ["find", { text: "ferry" }],
        ["keep", { text: "7:40" }],
      ]);
      expect(ofType(events, "call-end").map(({ outcome }) => outcome.type)).toEqual(["success", "denied"]);
      expect(asked).toEqual(["keep"]);
      const thought = ofType(events, "reasoning-delta").map(({ text }) => text);
      if (id !== "compact") expect(thought.join("").trim()).toBe("The note comes first.");
      expect(
        ofType(events, "text-delta")
          .map(({ text }) => text)
          .join(""),
      ).toBe("The note says 7:40.");
      expect(toEnd(events).reason).toBe("answered");
    });
  }
});
