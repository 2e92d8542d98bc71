import type { Page } from "@playwright/test";

/** What a test reads of the browser's voices and ears, and does with them. */
export interface Voices {
  /** Sentences that were given to the synthesiser. */
  readonly said: string[];
  /** Ends the sentence that is being said. */
  endNext(): void;
  /** Has the recogniser hear something. */
  hear(text: string, isFinal: boolean): void;
  readonly recognisers: { readonly lang: string; readonly processLocally: boolean; readonly isOpen: boolean }[];
  cancelled: number;
  /** How often the microphone was asked for. */
  microphones: number;
  /** Ends the fetching of a language. */
  installed(): void;
}

export interface WantedVoices {
  readonly voices: readonly { readonly lang: string; readonly localService: boolean }[];
  /** `slow`: has to be fetched, and is there once the test says so. `elsewhere`: sends the sound away. */
  readonly dictation: "available" | "downloadable" | "slow" | "unavailable" | "elsewhere";
}

/** Puts a synthesiser and a recogniser into the page that do what the test says. */
export async function bringVoices(page: Page, wanted: WantedVoices): Promise<void> {
  await page.addInitScript(({ voices, dictation }) => {
    const waiting: { onend?: () => void }[] = [];
    const held: Record<string, unknown> = { said: [], recognisers: [], cancelled: 0, microphones: 0 };
    held.endNext = () => waiting.shift()?.onend?.();
    Object.defineProperty(globalThis, "SpeechSynthesisUtterance", {
      value: class {
        text: string;
        constructor(text: string) {
          this.text = text;
        }
      },
    });
    Object.defineProperty(globalThis, "speechSynthesis", {
      value: {
        getVoices: () => voices.map((voice) => ({ ...voice, name: voice.lang, default: false })),
        addEventListener: () => {},
        speak: (utterance: { text: string; onend?: () => void }) => {
          (held.said as string[]).push(utterance.text);
          waiting.push(utterance);
        },
        cancel: () => {
          waiting.length = 0;
          held.cancelled = Number(held.cancelled) + 1;
        },
      },
    });
    class Recogniser {
      lang = "";
      processLocally = false;
      isOpen = false;
      onresult: ((event: unknown) => void) | null = null;
      static available = async () => (dictation === "slow" ? "downloadable" : dictation);
      static install = () =>
        new Promise((resolve) => {
          held.installed = () => resolve(true);
          if (dictation !== "slow") resolve(true);
        });
      start() {
        this.isOpen = true;
        (held.recognisers as unknown[]).push(this);
        held.hear = (text: string, isFinal: boolean) =>
          this.onresult?.({ resultIndex: 0, results: [{ isFinal, 0: { transcript: text } }] });
      }
      stop() {
        this.isOpen = false;
      }
    }
    if (dictation !== "elsewhere")
      Object.defineProperty(Recogniser.prototype, "processLocally", { value: false, writable: true });
    Object.defineProperty(globalThis, "SpeechRecognition", { value: Recogniser });
    navigator.mediaDevices.getUserMedia = async () => {
      held.microphones = Number(held.microphones) + 1;
      return new AudioContext().createMediaStreamDestination().stream;
    };
    Reflect.set(globalThis, "voices", held);
  }, wanted);
}

/** Looks at the voices of a page. */
export async function readVoices<Value>(page: Page, look: (voices: Voices) => Value): Promise<Value> {
  const held = await page.evaluateHandle((): Voices => Reflect.get(globalThis, "voices"));
  return held.evaluate(look as (voices: unknown) => Value);
}
