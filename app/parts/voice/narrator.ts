import { createStore, type StoreApi } from "zustand/vanilla";

/** Browser's parts that reading aloud needs, for tests. */
export interface SpeechScope {
  readonly speechSynthesis?: Pick<SpeechSynthesis, "getVoices" | "speak" | "cancel" | "addEventListener">;
  readonly SpeechSynthesisUtterance?: new (text: string) => SpeechSynthesisUtterance;
}

/** Reading aloud on this device. */
export interface Narrator {
  /** Name, of the caller's, of the text that is read, null in silence; and the voices of this device. */
  readonly state: StoreApi<{ readonly reading: string | null; readonly voices: readonly SpeechSynthesisVoice[] }>;
  /** Reads some sentences after those that are waiting; another name's are dropped. False without a voice for the language. */
  read(name: string, sentences: readonly string[], language: string): boolean;
  stop(): void;
}

/** Reads with voices of this device alone: others send the text to a server. */
export function createNarrator(scope: SpeechScope = globalThis): Narrator {
  const synthesis = scope.speechSynthesis;
  const listVoices = () => (synthesis?.getVoices() ?? []).filter(({ localService }) => localService);
  const state: Narrator["state"] = createStore(() => ({ reading: null, voices: listVoices() }));
  // Browsers read their list of voices after the page has started.
  synthesis?.addEventListener("voiceschanged", () => state.setState({ voices: listVoices() }));
  /** The utterances that are waiting; kept, since a browser drops one that nothing holds before its end is told. */
  let waiting: SpeechSynthesisUtterance[] = [];
  const stop = (): void => {
    waiting = [];
    synthesis?.cancel();
    state.setState({ reading: null });
  };
  return {
    state,
    stop,
    read(name, sentences, language) {
      const voice = chooseVoice(state.getState().voices, language);
      const Utterance = scope.SpeechSynthesisUtterance;
      if (voice === null || Utterance === undefined || synthesis === undefined) return false;
      if (state.getState().reading !== name) stop();
      for (const sentence of sentences) {
        const utterance = new Utterance(sentence);
        utterance.voice = voice;
        utterance.lang = voice.lang;
        const end = (): void => {
          if (!waiting.includes(utterance)) return;
          waiting = waiting.filter((each) => each !== utterance);
          if (waiting.length === 0) state.setState({ reading: null });
        };
        utterance.onend = end;
        utterance.onerror = end;
        waiting.push(utterance);
        state.setState({ reading: name });
        synthesis.speak(utterance);
      }
      return true;
    },
  };
}

/** The voice for a language (`de`, `pt-BR`): of its region if there is one, the browser's choice first; null for none. */
export function chooseVoice(voices: readonly SpeechSynthesisVoice[], language: string): SpeechSynthesisVoice | null {
  const wanted = language.toLowerCase();
  const [base] = wanted.split("-");
  const fitting = voices.filter(({ lang }) => lang.toLowerCase().split(/[-_]/u)[0] === base);
  const rate = (voice: SpeechSynthesisVoice) =>
    (voice.lang.toLowerCase().replace("_", "-") === wanted ? 2 : 0) + (voice.default ? 1 : 0);
  return fitting.toSorted((one, other) => rate(other) - rate(one))[0] ?? null;
}
