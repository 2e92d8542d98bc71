import { expect, test } from "vitest";
import type { Message } from "../../worker/protocol/message.ts";
import { keepRecent, MAX_HELD } from "./conversation-actions.ts";
import { toLiveRun } from "./live-run.ts";
import type { View } from "./view.ts";

const opened = Array.from({ length: MAX_HELD }, (_, index) => `c${index}`);
const messages: View["messages"] = Object.fromEntries(opened.map((id) => [id, []]));
const read: readonly Message[] = [];

test("the conversation that was opened longest ago makes room", () => {
  expect(Object.keys(keepRecent({ messages, runs: {} }, "new", read))).toEqual([...opened.slice(1), "new"]);
});

test("one that is opened again is the newest, and none goes", () => {
  const again = keepRecent({ messages, runs: {} }, "c0", read);
  expect(Object.keys(again)).toEqual([...opened.slice(1), "c0"]);
  expect(again.c0).toBe(read);
});

test("one in which an answer is being written stays", () => {
  const runs = { r: toLiveRun("r", "c0", "m") };
  expect(Object.keys(keepRecent({ messages, runs }, "new", read))).toEqual([...opened, "new"]);
  const ended = { r: { ...toLiveRun("r", "c0", "m"), end: { reason: "answered" as const } } };
  expect(Object.keys(keepRecent({ messages, runs: ended }, "new", read))).not.toContain("c0");
});
