import { type ReactNode, useEffect, useRef, useState } from "react";
import type { MessageKey } from "../../messages/catalogue.ts";
import { useText } from "../../messages/use-text.ts";
import { focusComposer } from "../../services/focus-composer.ts";
import { type DraftKey, EMPTY_COMPOSER } from "../../state/composer/composer-state.ts";
import type { App } from "../../state/create-app.ts";
import { useApp, useDraftKey } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { useKeys } from "../../ui/use-keys.ts";
import {
  type DictationFault,
  type DictationScope,
  findDictation,
  installDictation,
  startDictation,
  toRegional,
} from "./dictation.ts";
import { startTalk, type TalkFault, type TalkPhase } from "./talk.ts";
import { narrator, readChats, toggleReadAlong } from "./voice.ts";
import "../../styles/voice.css";

const SCOPE = globalThis as unknown as DictationScope;

export interface VoiceProps {
  readonly onClose: () => void;
}

/** How a recording for a model stands. */
export type EarsPhase = "opening" | "recording" | "writing" | "unheard";
type Phase = "looking" | "downloadable" | "fetching" | "listening" | DictationFault | TalkPhase | TalkFault;

interface VoiceStripProps extends VoiceProps {
  readonly label: MessageKey;
  /** Listens until it is stopped. */
  readonly listen: (shows: {
    readonly onPhase: (phase: Phase) => void;
    readonly onHeard: (text: string) => void;
    readonly onLevel: (level: number) => void;
  }) => { stop(): void };
}

/** Writes what is said into the message field, which sends nothing by itself. */
export function Dictation({ onClose }: VoiceProps) {
  const t = useText();
  const draftKey = useDraftKey();
  const app = useApp();
  return (
    <VoiceStrip
      label="voice.dictate"
      onClose={onClose}
      listen={({ onPhase, onHeard, onLevel }) => {
        onPhase("listening");
        return startDictation(SCOPE, toRegional(t.code), {
          onLevel,
          onWords: (final, rest) => {
            onHeard(rest);
            if (final !== "") addWords(app, draftKey, final);
          },
          onEnd: (fault) => (fault === null ? undefined : onPhase(fault)),
        });
      }}
    />
  );
}

/** Adds words to a message that is being written. */
export function addWords({ chat, store }: Pick<App, "chat" | "store">, draftKey: DraftKey, words: string): void {
  const { draft } = store.getState().composers[draftKey] ?? EMPTY_COMPOSER;
  chat.changeDraft(draftKey, { text: draft.text === "" ? words : `${draft.text.trimEnd()} ${words}` });
}

/** Talks with a chat: sends what is said after a pause, and reads the answers aloud, until Escape or its button. */
export function Talk({ onClose }: VoiceProps) {
  const t = useText();
  const draftKey = useDraftKey();
  const app = useApp();
  useKeys((event) => {
    if (event.key !== "Escape" || document.querySelector("dialog:modal") !== null) return;
    event.preventDefault();
    onClose();
  }, true);
  return (
    <VoiceStrip
      label="voice.free"
      onClose={onClose}
      listen={(shows) => {
        // Both would read each answer.
        if (draftKey in readChats.getState()) toggleReadAlong(app, draftKey, t.code);
        const parts = { app, narrator, scope: SCOPE, conversationId: draftKey, language: t.code };
        return startTalk({ ...parts, now: () => performance.now() }, shows);
      }}
    />
  );
}

/** Looks whether the browser understands the page's language on this device, has it fetched, and shows what is heard. */
function VoiceStrip({ label, onClose, listen: begin }: VoiceStripProps) {
  const t = useText();
  const language = toRegional(t.code);
  const [phase, setPhase] = useState<Phase>("looking");
  const [interim, setInterim] = useState("");
  const [level, setLevel] = useState(0);
  const listening = useRef<{ stop(): void } | null>(null);
  const isClosed = useRef(false);
  const listen = (): void => {
    // The browser may be ready only after the user has closed this.
    if (isClosed.current) return;
    listening.current = begin({ onPhase: setPhase, onHeard: setInterim, onLevel: setLevel });
  };
  const close = (): void => {
    listening.current?.stop();
    onClose();
    focusComposer();
  };
  const fetchLanguage = async (): Promise<void> => {
    setPhase("fetching");
    if (await installDictation(SCOPE, language)) listen();
    else setPhase("no-language");
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins once
  useEffect(() => {
    isClosed.current = false;
    void findDictation(SCOPE, language).then((state) => (state === "ready" ? listen() : setPhase(state)));
    return () => {
      isClosed.current = true;
      listening.current?.stop();
    };
  }, []);
  const isListening = phase === "listening" || phase === "hearing";
  const isOn = isListening || phase === "answering" || phase === "deciding" || phase === "speaking";
  return (
    <VoicePanel label={label} phase={phase} level={isListening ? level : null} onEscape={close}>
      {isListening && interim !== "" && (
        <p className="quiet" dir="auto">
          {interim}
        </p>
      )}
      <div className="row">
        {phase === "downloadable" && <Button text="voice.fetch" small onClick={() => void fetchLanguage()} />}
        {(phase === "ended" || phase === "deaf" || phase === "unsent") && (
          <Button text="voice.again" small onClick={listen} />
        )}
        <Button text={isOn ? "voice.done" : "action.close"} small tone="quiet" onClick={close} autoFocus />
      </div>
    </VoicePanel>
  );
}

interface VoicePanelProps {
  readonly label: MessageKey;
  readonly phase: Phase | EarsPhase;
  /** How loud it is, from 0 to 1; null while nothing is heard. */
  readonly level: number | null;
  readonly onEscape: () => void;
  readonly children: ReactNode;
}

/** Stands over the message field, and says how listening stands. */
export function VoicePanel({ label, phase, level, onEscape, children }: VoicePanelProps) {
  const t = useText();
  const language = new Intl.DisplayNames([t.locale], { type: "language" }).of(t.code) ?? t.code;
  return (
    <section
      className="dictation"
      aria-label={t.text(label)}
      data-testid="dictation"
      data-state={phase}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onEscape();
      }}
    >
      <p role="status">{t.text(`voice.phase.${phase}`, { language })}</p>
      {level !== null && <meter className="dictation-level" value={level} aria-label={t.text("voice.level")} />}
      {children}
    </section>
  );
}
