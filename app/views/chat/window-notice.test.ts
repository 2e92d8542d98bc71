import { expect, test } from "vitest";
import type { AssistantMessage, Message } from "../../../worker/protocol/message.ts";
import { canSummarize } from "./window-notice.tsx";

const base = { conversationId: "c", createdAt: 0, sequence: 0 };
const question = (id: string): Message => ({ ...base, role: "user", id, parentId: null, text: id });
const answer = (id: string, extra: Partial<AssistantMessage> = {}): Message => ({
  ...base,
  role: "assistant",
  id,
  parentId: "q",
  runId: "r",
  state: "complete",
  turns: [],
  ...extra,
});
const talk = [question("q0"), answer("a0"), question("q1"), answer("a1")];

test("there is something to sum up before the newest question, unless a summary in use stands for it", () => {
  expect(canSummarize([])).toBe(false);
  expect(canSummarize(talk.slice(0, 2))).toBe(false);
  expect(canSummarize(talk)).toBe(true);
  const summary = { through: "a0", messages: 2 };
  expect(canSummarize([...talk, answer("s", { summary })])).toBe(false);
  expect(canSummarize([...talk, answer("s", { summary: { ...summary, undone: true } })])).toBe(true);
  expect(canSummarize([...talk, answer("s", { summary, state: "stopped" })])).toBe(true);
  expect(canSummarize([...talk, answer("s", { summary }), question("q2"), answer("a2")])).toBe(true);
});
