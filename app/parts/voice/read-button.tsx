import { useMemo } from "react";
import { useStore } from "zustand";
import type { AssistantMessage } from "../../../worker/protocol/message.ts";
import { guessLanguage } from "../../../worker/search/guess-language.ts";
import { useText } from "../../messages/use-text.ts";
import { IconButton } from "../../ui/button.tsx";
import { chooseVoice } from "./narrator.ts";
import { toSpeech } from "./to-speech.ts";
import { narrator } from "./voice.ts";

/** Reads an answer aloud, in its own language or else in the page's; nothing where this device has no voice for it. */
export function ReadButton({ message, text }: { readonly message: AssistantMessage; readonly text: string }) {
  const t = useText();
  const { reading, voices } = useStore(narrator.state);
  const language = useMemo(() => guessLanguage(text) ?? t.code, [text, t.code]);
  if (chooseVoice(voices, language) === null) return null;
  return reading === message.id ? (
    <IconButton icon="stop" text="voice.stop" onClick={narrator.stop} />
  ) : (
    <IconButton
      icon="sound"
      text="voice.read"
      onClick={() => {
        narrator.stop();
        narrator.read(message.id, toSpeech(text, language), language);
      }}
    />
  );
}
