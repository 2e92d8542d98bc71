import type { ReactNode } from "react";
import { useStore } from "zustand";
import { useText } from "../../messages/use-text.ts";
import { useApp, useDraftKey, useReadyModel } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { Dictation, Talk, type VoiceProps } from "./dictation-strip.tsx";
import { chooseVoice } from "./narrator.ts";
import { narrator, readChats, toggleReadAlong } from "./voice.ts";

const Ears = loadLater(() => import("./ears-strip.tsx").then((m) => m.Ears));

interface VoiceEntriesProps {
  readonly show: (part: (props: VoiceProps) => ReactNode) => void;
}

/** Speaking instead of typing; and in a chat that has begun, having its answers read aloud, and both in turn. */
export function VoiceEntries({ show }: VoiceEntriesProps) {
  const t = useText();
  const draftKey = useDraftKey();
  const app = useApp();
  const { voices } = useStore(narrator.state);
  const isRead = useStore(readChats, (chats) => draftKey in chats);
  const hears = useReadyModel()?.perceives?.sounds === true;
  const toggle = () => toggleReadAlong(app, draftKey, t.code);
  return (
    <>
      <Button text="voice.dictate" tone="quiet" icon="mic" onClick={() => show(hears ? Ears : Dictation)} />
      {draftKey !== "new" && chooseVoice(voices, t.code) !== null && (
        <Button text="voice.free" tone="quiet" icon="mic" onClick={() => show(Talk)} />
      )}
      {draftKey !== "new" && voices.length > 0 && (
        <Button text={isRead ? "voice.along-off" : "voice.along-on"} tone="quiet" icon="sound" onClick={toggle} />
      )}
    </>
  );
}
