import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ThreadMessage } from "../../formats/format.ts";
import { buildChatWindow, MIN_MESSAGES } from "./chat-window.ts";

const user = (text: string): ThreadMessage => ({ role: "user", text });
const answer = (raw: string): ThreadMessage => ({ role: "assistant", raw, text: raw, calls: [] });
const call = (id: string): ThreadMessage => ({
  role: "assistant",
  raw: `<tool_call>${id}</tool_call>`,
  text: "",
  calls: [{ call: { id, name: "add", arguments: {} } }],
});
const result = (callId: string): ThreadMessage => ({ role: "tool", results: [{ callId, name: "add", text: "3" }] });

/** A token a character: easy to reckon with. The window adds 6 for each message. */
const countTokens = (text: string) => Promise.resolve(text.length);

const exchange = fc.oneof(
  fc
    .tuple(fc.string({ maxLength: 40 }), fc.string({ maxLength: 40 }))
    .map(([ask, reply]) => [user(ask), answer(reply)]),
  fc.string({ maxLength: 40 }).map((ask) => [user(ask), call("1"), result("1"), answer("It is 3.")]),
  fc.constant([call("2"), result("2")]),
);

describe("buildChatWindow", () => {
  it("takes the whole conversation when it fits", async () => {
    const thread = [user("a"), answer("b"), user("c"), answer("d")];
    const window = await buildChatWindow({ thread, budgetTokens: 1000, countTokens });
    expect(window).toEqual({ messages: thread, start: 0, tokens: 28, fits: true });
  });

  it("leaves the oldest out and begins with a question", async () => {
    const thread = [user("a".repeat(100)), answer("b".repeat(100)), user("c"), answer("d"), user("e")];
    const window = await buildChatWindow({ thread, budgetTokens: 120, countTokens });
    expect(window.messages).toEqual(thread.slice(2));
    expect(window.start).toBe(2);
  });

  it("keeps the last three messages however small the budget, and says that they do not fit", async () => {
    const thread = [user("a"), answer("b"), user("c".repeat(50))];
    const window = await buildChatWindow({ thread: [user("z"), answer("y"), ...thread], budgetTokens: 5, countTokens });
    expect(window.messages).toEqual(thread);
    expect(window.fits).toBe(false);
  });

  it("keeps a call together with its result, even as the fourth message", async () => {
    const thread = [user("a".repeat(99)), call("1"), result("1"), answer("b"), user("c")];
    const window = await buildChatWindow({ thread, budgetTokens: 5, countTokens });
    expect(window.messages).toEqual(thread.slice(1));
  });

  it("begins where it began before while that fits, and leaves room when it has to cut", async () => {
    const thread = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? user("question") : answer("answers.")));
    const first = await buildChatWindow({ thread, budgetTokens: 140, countTokens });
    expect(first.start).toBeGreaterThan(0);
    expect(first.tokens).toBeLessThanOrEqual(140 * 0.75);
    const longer = [...thread, user("question"), answer("answers.")];
    const second = await buildChatWindow({ thread: longer, budgetTokens: 140, countTokens, start: first.start });
    expect(second.start).toBe(first.start);
  });

  it("leaves out older calls and results when asked to, and keeps what was said", async () => {
    const said: ThreadMessage = {
      role: "assistant",
      raw: "Let me add.<call>",
      text: "Let me add.",
      calls: [{ call: { id: "1", name: "add", arguments: {} } }],
    };
    const thread = [
      user("a"),
      said,
      result("1"),
      call("2"),
      result("2"),
      answer("3"),
      user("b"),
      call("3"),
      result("3"),
    ];
    const window = await buildChatWindow({ thread, budgetTokens: 1000, omitToolRecords: true, countTokens });
    expect(window.messages).toEqual([
      user("a"),
      { role: "assistant", raw: "Let me add.", text: "Let me add.", calls: [] },
      answer("3"),
      user("b"),
      call("3"),
      result("3"),
    ]);
  });

  it("guesses high where there is no tokenizer", async () => {
    const window = await buildChatWindow({
      thread: [user("x".repeat(300))],
      budgetTokens: 1000,
      countTokens: () => Promise.resolve(null),
    });
    expect(window.tokens).toBe(106);
  });

  it("counts no more of a long conversation than its window needs", async () => {
    const counted = async (length: number): Promise<number> => {
      let texts = 0;
      await buildChatWindow({
        thread: Array.from({ length }, (_, index) =>
          index % 2 === 0
            ? { role: "user", text: "And when?" }
            : { role: "assistant", raw: "At eight.", text: "At eight.", calls: [] },
        ),
        budgetTokens: 200,
        countTokens: async (text) => {
          texts += 1;
          return Math.ceil(text.length / 4);
        },
      });
      return texts;
    };
    expect(await counted(5000)).toBe(await counted(100));
  });

  it("takes an empty conversation", async () => {
    const window = await buildChatWindow({ thread: [], budgetTokens: 10, countTokens });
    expect(window).toEqual({ messages: [], start: 0, tokens: 0, fits: true });
  });

  it("never splits a pair, never goes under three messages, and never over budget when it could be kept", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(exchange, { maxLength: 12 }),
        fc.nat(400),
        fc.nat(20),
        async (parts, budgetTokens, start) => {
          const thread = parts.flat();
          const window = await buildChatWindow({ thread, budgetTokens, countTokens, start });
          const { messages } = window;
          expect(messages).toEqual(thread.slice(window.start));
          expect(messages.length).toBeGreaterThanOrEqual(Math.min(MIN_MESSAGES, thread.length));
          expect(messages[0]?.role).not.toBe("tool");
          if (!window.fits) expect(messages.length).toBeLessThanOrEqual(MIN_MESSAGES + 1);
        },
      ),
      { numRuns: 500, seed: 9 },
    );
  });
});
