import { expect, it, vi } from "vitest";
import { type DictationScope, findDictation, installDictation, startDictation, toRegional } from "./dictation.ts";

/** A browser whose recogniser hears what the test says. */
function fakeScope(state: string, { local = true, microphone = true } = {}) {
  const made: {
    lang: string;
    processLocally?: boolean;
    onresult: ((event: unknown) => void) | null;
    started: number;
  }[] = [];
  const tracks = [{ stop: vi.fn() }];
  class SpeechRecognition {
    lang = "";
    onresult = null;
    onerror = null;
    onend = null;
    started = 0;
    constructor() {
      made.push(this as never);
    }
    static available = async () => state;
    static install = async () => state === "downloadable";
    start() {
      this.started += 1;
    }
    stop() {}
  }
  if (local)
    Object.defineProperty(SpeechRecognition.prototype, "processLocally", {
      value: false,
      writable: true,
      configurable: true,
    });
  const stream = { getTracks: () => tracks, getAudioTracks: () => tracks } as unknown as MediaStream;
  const getUserMedia = async () => {
    if (!microphone) throw new DOMException("no", "NotAllowedError");
    return stream;
  };
  const scope = { SpeechRecognition, navigator: { mediaDevices: { getUserMedia } } } as unknown as DictationScope;
  return { scope, made, tracks };
}

it.each([
  ["available", true, "ready"],
  ["downloadable", true, "downloadable"],
  ["downloading", true, "downloadable"],
  ["unavailable", true, "no-language"],
  ["available", false, "no-recogniser"],
] as const)("a browser that says %j, on the device: %j, is %j", async (state, local, expected) => {
  expect(await findDictation(fakeScope(state, { local }).scope, "en-US")).toBe(expected);
});

it("has none in a browser without a recogniser, and fetches a language only where the browser can", async () => {
  expect(await findDictation({ navigator: {} }, "en-US")).toBe("no-recogniser");
  expect(await installDictation(fakeScope("downloadable").scope, "de-DE")).toBe(true);
  expect(await installDictation(fakeScope("unavailable").scope, "de-DE")).toBe(false);
  expect(await installDictation({ navigator: {} }, "de-DE")).toBe(false);
});

it("listens on the device, tells certain and uncertain words, and lets go of the microphone", async () => {
  const { scope, made, tracks } = fakeScope("available");
  const words: string[] = [];
  const onEnd = vi.fn();
  const listening = startDictation(scope, "de-DE", {
    onWords: (final, interim) => words.push(`${final}|${interim}`),
    onLevel: () => {},
    onEnd,
  });
  await vi.waitFor(() => expect(made[0]?.started).toBe(1));
  expect(made[0]).toMatchObject({ lang: "de-DE", processLocally: true });
  made[0]?.onresult?.({
    resultIndex: 1,
    results: [
      { isFinal: true, 0: { transcript: "gone" } },
      { isFinal: true, 0: { transcript: " Die Fähre " } },
      { isFinal: false, 0: { transcript: "fährt" } },
    ],
  });
  expect(words).toEqual(["Die Fähre|fährt"]);
  listening.stop();
  listening.stop();
  expect(onEnd.mock.calls).toEqual([[null]]);
  expect(tracks[0]?.stop).toHaveBeenCalledTimes(1);
});

it.each([
  ["the microphone is refused", fakeScope("available", { microphone: false }), "refused"],
  ["there is no microphone", { scope: { ...fakeScope("available").scope, navigator: {} } }, "no-microphone"],
  [
    "the recogniser cannot listen on the device",
    { scope: withoutLocal(fakeScope("available").scope) },
    "no-recogniser",
  ],
])("ends, and says why, where %s", async (_, { scope }, fault) => {
  const onEnd = vi.fn();
  startDictation(scope, "en-US", { onWords: () => {}, onLevel: () => {}, onEnd });
  await vi.waitFor(() => expect(onEnd.mock.calls).toEqual([[fault]]));
});

/** The same with a recogniser that does not take the wish to stay on the device. */
function withoutLocal(scope: DictationScope): DictationScope {
  const prototype: object = scope.SpeechRecognition?.prototype ?? {};
  Object.defineProperty(prototype, "processLocally", { get: () => false, set: () => {} });
  return scope;
}

it("names languages with a region", () => {
  expect(["en", "de", "pt", "es-MX"].map(toRegional)).toEqual(["en-US", "de-DE", "pt-BR", "es-MX"]);
});
