import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { EMPTY_ANSWER } from "../../../worker/protocol/answer.ts";
import { type LiveRun, toLiveRun } from "../../state/live-run.ts";
import type { DictationScope } from "./dictation.ts";
import type { Narrator } from "./narrator.ts";
import { startTalk, type TalkParts } from "./talk.ts";

interface Ear {
  onresult: ((event: unknown) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  isOpen: boolean;
}

/** A chat, a narrator and a browser that hears what the test says. */
function setUp({ local = true } = {}) {
  const ears: Ear[] = [];
  class SpeechRecognition implements Ear {
    onresult: Ear["onresult"] = null;
    onerror: Ear["onerror"] = null;
    onend: Ear["onend"] = null;
    isOpen = false;
    processLocally = false;
    constructor() {
      if (!local) Object.defineProperty(this, "processLocally", { get: () => false, set: () => {} });
      ears.push(this);
    }
    start() {
      this.isOpen = true;
    }
    stop() {
      this.isOpen = false;
    }
  }
  const stream = { getTracks: () => [], getAudioTracks: () => [] };
  const scope = { SpeechRecognition, navigator: { mediaDevices: { getUserMedia: async () => stream } } };
  const store = createStore(() => ({ runs: {} as Record<string, LiveRun>, composers: {} as Record<string, unknown> }));
  const state = createStore(() => ({ reading: null as string | null, voices: [] }));
  const said: string[] = [];
  const narrator: Narrator = {
    state,
    read(name, sentences) {
      said.push(...sentences);
      state.setState({ reading: name });
      return true;
    },
    stop: () => state.setState({ reading: null }),
  };
  const sent: (string | undefined)[][] = [];
  const chat = { continueRun: async (...message: string[]) => void sent.push(message) };
  const phases: string[] = [];
  const parts = {
    app: { store, chat } as unknown as TalkParts["app"],
    narrator,
    scope: scope as unknown as DictationScope,
    conversationId: "chat",
    language: "en",
    now: () => Date.now(),
  };
  const talk = startTalk(parts, { onPhase: (phase) => phases.push(phase), onHeard() {}, onLevel() {} });
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
  return {
    ...talk,
    ears,
    phases,
    said,
    sent,
    store,
    state,
    pass,
    isListening: () => ears.some(({ isOpen }) => isOpen),
    hear(text: string, isFinal = true, ear = ears.at(-1)) {
      ear?.onresult?.({ resultIndex: 0, results: [{ isFinal, 0: { transcript: text } }] });
    },
    async show(text: string, change: Partial<LiveRun> = {}) {
      const turn = { text, reasoning: "", raw: text, calls: [], broken: [] };
      const run = { ...toLiveRun("1", "chat", "answer"), answer: { ...EMPTY_ANSWER, turns: [turn] }, ...change };
      store.setState({ runs: { 1: run } });
      await pass(1000);
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("sends what was said after a pause as words from outside, reads the answer, and listens again", async () => {
  const talk = setUp();
  await talk.pass(0);
  talk.hear("When does");
  await talk.pass(1000);
  talk.hear("the fer", false);
  await talk.pass(1400);
  talk.hear("the ferry leave?");
  expect(talk.sent).toEqual([]);
  await talk.pass(1500);
  expect(talk.sent).toEqual([["chat", "When does the ferry leave?", "voice"]]);
  expect(talk.isListening()).toBe(false);
  await talk.show("At eight. From the pi");
  expect([talk.said, talk.isListening()]).toEqual([["At eight."], false]);
  await talk.show("At eight. From the pier.", { end: { reason: "answered" } });
  expect([talk.said, talk.isListening()]).toEqual([["At eight.", "From the pier."], false]);
  talk.state.setState({ reading: null });
  await talk.pass(0);
  expect(talk.isListening()).toBe(true);
  expect(talk.phases).toEqual(["hearing", "answering", "speaking", "hearing"]);
});

it("hears nothing while it speaks, not even what a stopped recogniser still tells", async () => {
  const talk = setUp();
  await talk.pass(0);
  const [first] = talk.ears;
  talk.state.setState({ reading: "another answer" });
  expect(talk.isListening()).toBe(false);
  talk.hear("Allow it", true, first);
  talk.state.setState({ reading: null });
  await talk.pass(0);
  talk.hear("Allow it", true, first);
  await talk.pass(5000);
  expect(talk.sent).toEqual([]);
});

it("hears nothing while a call waits for the user, and says so", async () => {
  const talk = setUp();
  await talk.show("", { approvals: { call: {} as never } });
  expect([talk.phases.at(-1), talk.isListening()]).toEqual(["deciding", false]);
  talk.hear("Yes, allow it");
  await talk.pass(5000);
  expect(talk.sent).toEqual([]);
});

it("listens on where the browser found a silence too long, and ends where it hears nothing at all", async () => {
  const talk = setUp();
  await talk.pass(8000);
  talk.hear("The ferry");
  talk.ears[0]?.onend?.();
  await talk.pass(500);
  expect(talk.ears).toHaveLength(2);
  talk.ears[1]?.onend?.();
  await talk.pass(2000);
  expect(talk.phases).toEqual(["hearing", "deaf"]);
  expect([talk.sent, talk.isListening()]).toEqual([[], false]);
});

it("ends with a question that was not taken", async () => {
  const talk = setUp();
  await talk.pass(0);
  talk.store.setState({ composers: { chat: { problem: {} } } });
  talk.hear("Hello");
  await talk.pass(1500);
  expect(talk.phases.at(-1)).toBe("unsent");
  talk.state.setState({ reading: "x" });
  talk.state.setState({ reading: null });
  expect(talk.isListening()).toBe(false);
});

it("ends at once where the browser would send the sound away, and when it is stopped", async () => {
  const away = setUp({ local: false });
  await away.pass(0);
  expect([away.phases.at(-1), away.isListening()]).toEqual(["no-recogniser", false]);
  const talk = setUp();
  await talk.pass(0);
  talk.hear("Half a sen");
  talk.stop();
  await talk.pass(5000);
  expect([talk.sent, talk.isListening()]).toEqual([[], false]);
});
