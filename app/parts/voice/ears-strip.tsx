import { useEffect, useRef, useState } from "react";
import { toBase64 } from "../../../worker/protocol/base64.ts";
import { focusComposer } from "../../services/focus-composer.ts";
import { toResult } from "../../state/app-state.ts";
import { useApp, useDraftKey } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { withoutHidden } from "../../ui/trust/reveal-hidden.ts";
import { addWords, type EarsPhase, VoicePanel, type VoiceProps } from "./dictation-strip.tsx";
import { type Recording, recordSound } from "./record-sound.ts";

/** Records what is said, has the loaded model write it down, and puts it into the message field, which sends nothing by itself. */
export function Ears({ onClose }: VoiceProps) {
  const draftKey = useDraftKey();
  const app = useApp();
  const { api } = app;
  const [phase, setPhase] = useState<EarsPhase | "no-microphone" | "refused">("opening");
  const [level, setLevel] = useState(0);
  const recording = useRef<Recording | null>(null);
  const [runId] = useState(() => crypto.randomUUID());
  const isLeft = useRef(false);
  const leave = (): void => {
    isLeft.current = true;
    recording.current?.cancel();
    void api.stop(runId);
  };
  const close = (): void => {
    leave();
    onClose();
    focusComposer();
  };
  const write = async (): Promise<void> => {
    const recorded = recording.current;
    recording.current = null;
    if (recorded === null) return;
    setPhase("writing");
    const sound = await recorded.finish();
    if (isLeft.current) return;
    const written = sound === null ? null : await toResult(api.transcribe(runId, toBase64(sound)));
    if (isLeft.current) return;
    const words = written?.ok === true ? withoutHidden(written.value).trim() : "";
    if (words === "") return setPhase("unheard");
    addWords(app, draftKey, words);
    close();
  };
  const begin = async (): Promise<void> => {
    setPhase("opening");
    const begun = await recordSound(globalThis, setLevel, () => void write());
    if (typeof begun === "string") return setPhase(begun);
    if (isLeft.current) return begun.cancel();
    recording.current = begun;
    setPhase("recording");
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins once
  useEffect(() => {
    isLeft.current = false;
    void begin();
    return leave;
  }, []);
  const isRecording = phase === "recording";
  return (
    <VoicePanel label="voice.dictate" phase={phase} level={isRecording ? level : null} onEscape={close}>
      <div className="row">
        {isRecording && <Button text="voice.done" small onClick={() => void write()} />}
        {phase === "unheard" && <Button text="voice.again" small onClick={() => void begin()} />}
        <Button text={isRecording ? "action.cancel" : "action.close"} small tone="quiet" onClick={close} autoFocus />
      </div>
    </VoicePanel>
  );
}
