import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { EMPTY_ANSWER } from "../../../worker/protocol/answer.ts";
import type { AppState } from "../../state/app-state.ts";
import type { App } from "../../state/create-app.ts";
import { type LiveRun, toLiveRun } from "../../state/live-run.ts";
import type { Narrator } from "./narrator.ts";
import { readAlong } from "./read-along.ts";

const ENDED: Pick<LiveRun, "end"> = { end: { reason: "answered" } };

function setUp(before: readonly LiveRun[] = []) {
  const store = createStore(() => ({ runs: toRuns(before) }));
  const read: [name: string, sentences: readonly string[], language: string][] = [];
  const narrator: Narrator = {
    state: createStore(() => ({ reading: null, voices: [] })),
    read: (...call) => read.push(call) > 0,
    stop: vi.fn(),
  };
  const app = { store: store as unknown as App["store"] };
  const end = readAlong(app, narrator, { conversationId: "chat", language: "en" });
  const show = async (...runs: readonly LiveRun[]) => {
    store.setState({ runs: toRuns([...before, ...runs]) });
    await vi.advanceTimersByTimeAsync(1000);
  };
  return { read, show, end, narrator };
}

const toRuns = (runs: readonly LiveRun[]): AppState["runs"] => Object.fromEntries(runs.map((run) => [run.runId, run]));

function toRun(id: string, text: string, change: Partial<LiveRun> = {}): LiveRun {
  const turn = { text, reasoning: "", raw: text, calls: [], broken: [] };
  return { ...toLiveRun(id, "chat", `answer of ${id}`), answer: { ...EMPTY_ANSWER, turns: [turn] }, ...change };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("reads each sentence once, when it is whole, and the last one at the end", async () => {
  const { read, show } = setUp();
  await show(toRun("1", "The ferry is late. It lea"));
  await show(toRun("1", "The ferry is late. It leaves at eight. Th"));
  await show(toRun("1", "The ferry is late. It leaves at eight. That is all", ENDED));
  expect(read).toEqual([
    ["answer of 1", ["The ferry is late."], "en"],
    ["answer of 1", ["It leaves at eight."], "en"],
    ["answer of 1", ["That is all"], "en"],
  ]);
});

it("reads no answer that was there before, none of another chat, and each in its own language", async () => {
  const { read, show } = setUp([toRun("0", "Old. Answer.", ENDED)]);
  await show(toRun("1", "Elsewhere. Now.", { ...ENDED, conversationId: "other" }));
  expect(read).toEqual([]);
  await show(toRun("2", "Die Fähre ist voll und sie kommt nicht.", ENDED));
  expect(read).toEqual([["answer of 2", ["Die Fähre ist voll und sie kommt nicht."], "de"]]);
});

it("falls silent when it is switched off", async () => {
  const { read, show, end, narrator } = setUp();
  end();
  await show(toRun("1", "Nobody hears this.", ENDED));
  expect(read).toEqual([]);
  expect(narrator.stop).toHaveBeenCalled();
});
