import { expect, it } from "vitest";
import { chooseVoice, createNarrator } from "./narrator.ts";

const voice = (lang: string, localService = true, isDefault = false) =>
  ({ lang, localService, default: isDefault, name: lang }) as SpeechSynthesisVoice;

/** A browser that says what it is given, one utterance at a time when it is told to. */
function fakeScope(voices: readonly SpeechSynthesisVoice[]) {
  const said: SpeechSynthesisUtterance[] = [];
  const listeners: (() => void)[] = [];
  let known = voices;
  return {
    said,
    bring(more: readonly SpeechSynthesisVoice[]) {
      known = more;
      for (const listener of listeners) listener();
    },
    endNext() {
      said
        .find((each) => Reflect.get(each, "over") !== true && Reflect.set(each, "over", true))
        ?.onend?.call(said[0] as SpeechSynthesisUtterance, new Event("end") as SpeechSynthesisEvent);
    },
    scope: {
      SpeechSynthesisUtterance: class {
        readonly text: string;
        constructor(text: string) {
          this.text = text;
        }
      } as unknown as new (
        text: string,
      ) => SpeechSynthesisUtterance,
      speechSynthesis: {
        getVoices: () => [...known],
        speak: (utterance: SpeechSynthesisUtterance) => void said.push(utterance),
        cancel: () => {},
        addEventListener: (_: string, listener: unknown) => void listeners.push(listener as () => void),
      },
    },
  };
}

it("takes voices of this device alone, of the region if there is one", () => {
  const { scope, said } = fakeScope([voice("en-US", false), voice("de-DE")]);
  const narrator = createNarrator(scope);
  expect(narrator.read("a", ["Hello."], "en")).toBe(false);
  expect(said).toEqual([]);
  expect(narrator.state.getState().reading).toBeNull();
  expect(chooseVoice([voice("pt-PT", true, true), voice("pt_BR")], "pt-BR")?.lang).toBe("pt_BR");
  expect(chooseVoice([voice("en-GB"), voice("en-US", true, true)], "en")?.lang).toBe("en-US");
  expect(chooseVoice([], "en")).toBeNull();
});

it("reads one sentence after the other, tells its end, and drops another answer's", () => {
  const { scope, said, endNext } = fakeScope([voice("en-US")]);
  const narrator = createNarrator(scope);
  expect(narrator.read("a", ["One.", "Two."], "en")).toBe(true);
  expect(said.map(({ text }) => text)).toEqual(["One.", "Two."]);
  endNext();
  expect(narrator.state.getState().reading).toBe("a");
  endNext();
  expect(narrator.state.getState().reading).toBeNull();
  narrator.read("a", ["Three."], "en");
  narrator.read("b", ["Four."], "en");
  expect(narrator.state.getState().reading).toBe("b");
  narrator.stop();
  expect(narrator.state.getState().reading).toBeNull();
});

it("knows voices that the browser names later, and none where it has no speech", () => {
  const { scope, bring } = fakeScope([]);
  const narrator = createNarrator(scope);
  expect(narrator.read("a", ["One."], "en")).toBe(false);
  bring([voice("en-US")]);
  expect(narrator.read("a", ["One."], "en")).toBe(true);
  expect(createNarrator({}).read("a", ["One."], "en")).toBe(false);
});
