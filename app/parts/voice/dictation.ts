/** Why nothing can be dictated, or why dictation ended. */
export type DictationFault = "no-recogniser" | "no-language" | "no-microphone" | "refused" | "ended";

/** How speech in a language can be recognised on this device. */
export type DictationState = "ready" | "downloadable" | Extract<DictationFault, "no-recogniser" | "no-language">;

interface RecognitionResult {
  readonly isFinal: boolean;
  readonly [index: number]: { readonly transcript: string };
}

/** The browser's recogniser, as far as it is used here (Web Speech API, with recognition on the device). */
interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally?: boolean;
  onresult: ((event: { readonly resultIndex: number; readonly results: ArrayLike<RecognitionResult> }) => void) | null;
  onerror: ((event: { readonly error: string }) => void) | null;
  onend: (() => void) | null;
  start(track?: MediaStreamTrack): void;
  stop(): void;
}

interface Recogniser {
  new (): Recognition;
  available?(options: { readonly langs: readonly string[]; readonly processLocally: true }): Promise<string>;
  install?(options: { readonly langs: readonly string[]; readonly processLocally: true }): Promise<boolean>;
}

/** Browser's parts that dictation needs, for tests. */
export interface DictationScope {
  readonly SpeechRecognition?: Recogniser;
  readonly navigator: { readonly mediaDevices?: Pick<MediaDevices, "getUserMedia"> };
}

/**
 * Whether a language is recognised on this device. A browser without recognition on the device, which would send the sound to a
 * server, counts as one without any.
 */
export async function findDictation(scope: DictationScope, language: string): Promise<DictationState> {
  const Recogniser = scope.SpeechRecognition;
  if (Recogniser?.available === undefined || !("processLocally" in Recogniser.prototype)) return "no-recogniser";
  const options = { langs: [language], processLocally: true } as const;
  const state = await Recogniser.available(options).catch(() => "unavailable");
  if (state === "available") return "ready";
  return state === "downloadable" || state === "downloading" ? "downloadable" : "no-language";
}

/** Has the browser fetch what it needs for a language; false if it did not. */
export async function installDictation(scope: DictationScope, language: string): Promise<boolean> {
  const options = { langs: [language], processLocally: true } as const;
  return (await scope.SpeechRecognition?.install?.(options).catch(() => false)) === true;
}

/** Events of a dictation. */
export interface DictationEvents {
  /** Tells words that are certain, and those that may still change. */
  onWords(final: string, interim: string): void;
  /** How loud it is, from 0 to 1. */
  onLevel(level: number): void;
  /** Called once; null after `stop`. */
  onEnd(fault: DictationFault | null): void;
}

/** Listens until it is stopped, on this device alone. Asks for the microphone. Never rejects. */
export function startDictation(scope: DictationScope, language: string, events: DictationEvents): { stop(): void } {
  let recognition: Recognition | null = null;
  let stream: MediaStream | null = null;
  let stopMeter: (() => void) | null = null;
  let isOver = false;
  const end = (fault: DictationFault | null): void => {
    if (isOver) return;
    isOver = true;
    recognition?.stop();
    stopMeter?.();
    for (const track of stream?.getTracks() ?? []) track.stop();
    events.onEnd(fault);
  };
  const begin = async (): Promise<void> => {
    const Recogniser = scope.SpeechRecognition;
    if (Recogniser === undefined) return end("no-recogniser");
    const opened = await openMicrophone(scope);
    if (!(opened instanceof Object)) return end(opened);
    stream = opened;
    if (isOver) return stream.getTracks()[0]?.stop();
    recognition = new Recogniser();
    Object.assign(recognition, { lang: language, continuous: true, interimResults: true, processLocally: true });
    recognition.onresult = ({ resultIndex, results }) => {
      const heard = Array.from(results).slice(resultIndex);
      const join = (isFinal: boolean) =>
        heard.flatMap((each) => (each.isFinal === isFinal ? [each[0]?.transcript ?? ""] : [])).join("");
      events.onWords(join(true).trim(), join(false).trim());
    };
    recognition.onerror = ({ error }) => {
      if (error !== "no-speech") end(error === "language-not-supported" ? "no-language" : "ended");
    };
    recognition.onend = () => end("ended");
    // Whatever became of the wish, nothing is sent away.
    if (recognition.processLocally !== true) return end("no-recogniser");
    recognition.start(stream.getAudioTracks()[0]);
    stopMeter = meterLevel(stream, events.onLevel);
  };
  void begin().catch(() => end("ended"));
  return { stop: () => end(null) };
}

/** Asks for the microphone; the stream, or why there is none. */
export async function openMicrophone({
  navigator,
}: DictationScope): Promise<MediaStream | "no-microphone" | "refused"> {
  try {
    return (await navigator.mediaDevices?.getUserMedia({ audio: true })) ?? "no-microphone";
  } catch (error) {
    return error instanceof DOMException && error.name === "NotAllowedError" ? "refused" : "no-microphone";
  }
}

/** Tells the loudness of a stream a few times a second, where the browser can measure it. */
export function meterLevel(stream: MediaStream, onLevel: (level: number) => void): () => void {
  if (typeof AudioContext === "undefined") return () => {};
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    onLevel(
      Math.min(
        1,
        samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
      ),
    );
  }, 100);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}

/** A language's code with the region that it is most spoken in: recognisers name languages so. */
export function toRegional(language: string): string {
  const { language: base, region } = new Intl.Locale(language).maximize();
  return region === undefined ? base : `${base}-${region}`;
}
