import { expect, it } from "vitest";
import { EMPTY_ANSWER } from "../../worker/protocol/answer.ts";
import type { LiveRun } from "../state/live-run.ts";
import { sayOutsideCalls } from "./say-outside-calls.ts";

const toRun = (skill: string, callId: string): LiveRun => ({
  runId: `run-${callId}`,
  conversationId: `chat-${callId}`,
  messageId: "m",
  answer: EMPTY_ANSWER,
  writing: [],
  approvals: { [callId]: { call: { id: callId, name: "a", arguments: {} }, skill, reason: "", rememberable: false } },
  notices: [],
});

it("leads to each call of another program that waits, also to one from before, and to no other", () => {
  const shown: (() => void)[] = [];
  const places: string[] = [];
  let runs: Record<string, LiveRun> = { a: toRun("offered", "a"), b: toRun("assistant", "b") };
  let listener: () => void = () => {};
  sayOutsideCalls(
    {
      store: {
        getState: () => ({ runs }),
        subscribe: (told) => {
          listener = told;
        },
      },
      toasts: { show: ({ undo }) => void (undo && shown.push(undo)) },
    },
    (hash) => places.push(hash),
  );
  expect(shown).toHaveLength(1);
  runs = { ...runs, c: toRun("offered", "c") };
  listener();
  listener();
  for (const look of shown) look();
  expect(places.map((place) => place.includes("chat-a") || place.includes("chat-c"))).toEqual([true, true]);
});
