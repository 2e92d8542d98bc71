import { useEffect, useRef, useState } from "react";
import { useText } from "../../messages/use-text.ts";
import { focusComposer } from "../../services/focus-composer.ts";
import { type DraftKey, EMPTY_COMPOSER } from "../../state/composer/composer-state.ts";
import { useApp } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import {
  type DictationFault,
  type DictationScope,
  findDictation,
  installDictation,
  startDictation,
  toRegional,
} from "./dictation.ts";
import "../../styles/voice.css";

interface DictationProps {
  readonly draftKey: DraftKey;
  readonly onClose: () => void;
}

type Phase = "looking" | "downloadable" | "fetching" | "listening" | DictationFault;

/** Writes what is said into the message field, which sends nothing by itself. */
export function Dictation({ draftKey, onClose }: DictationProps) {
  const t = useText();
  const { chat, store } = useApp();
  const language = toRegional(t.code);
  const scope = globalThis as unknown as DictationScope;
  const [phase, setPhase] = useState<Phase>("looking");
  const [interim, setInterim] = useState("");
  const [level, setLevel] = useState(0);
  const listening = useRef<{ stop(): void } | null>(null);
  const isClosed = useRef(false);
  const listen = (): void => {
    // The browser may be ready only after the user has closed this.
    if (isClosed.current) return;
    setPhase("listening");
    listening.current = startDictation(scope, language, {
      onLevel: setLevel,
      onWords: (final, rest) => {
        setInterim(rest);
        const { draft } = store.getState().composers[draftKey] ?? EMPTY_COMPOSER;
        if (final !== "")
          chat.changeDraft(draftKey, { text: draft.text === "" ? final : `${draft.text.trimEnd()} ${final}` });
      },
      onEnd: (fault) => (fault === null ? undefined : setPhase(fault)),
    });
  };
  const close = (): void => {
    listening.current?.stop();
    onClose();
    focusComposer();
  };
  const fetchLanguage = async (): Promise<void> => {
    setPhase("fetching");
    if (await installDictation(scope, language)) listen();
    else setPhase("no-language");
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins once
  useEffect(() => {
    isClosed.current = false;
    void findDictation(scope, language).then((state) => (state === "ready" ? listen() : setPhase(state)));
    return () => {
      isClosed.current = true;
      listening.current?.stop();
    };
  }, []);
  const name = new Intl.DisplayNames([t.locale], { type: "language" }).of(t.code) ?? t.code;
  const isListening = phase === "listening";
  return (
    <section
      className="dictation"
      aria-label={t.text("voice.dictate")}
      data-testid="dictation"
      data-state={phase}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        close();
      }}
    >
      <p role="status">{t.text(`voice.phase.${phase}`, { language: name })}</p>
      {isListening && <meter className="dictation-level" value={level} aria-label={t.text("voice.level")} />}
      {isListening && interim !== "" && (
        <p className="quiet" dir="auto">
          {interim}
        </p>
      )}
      <div className="row">
        {phase === "downloadable" && <Button text="voice.fetch" small onClick={() => void fetchLanguage()} />}
        {phase === "ended" && <Button text="voice.again" small onClick={listen} />}
        <Button text={isListening ? "voice.done" : "action.close"} small tone="quiet" onClick={close} autoFocus />
      </div>
    </section>
  );
}
