import type { ReactNode } from "react";
import { loadLater } from "../../../ui/load-later.tsx";

/** A part that an entry opens over the message field, until it is closed. */
export type AddPart = (props: { readonly onClose: () => void }) => ReactNode;

/** A further entry of the menu beside the message field. */
export interface AddEntryProps {
  readonly show: (part: AddPart) => void;
}

/** Additions of features to the menu, one a line. */
export const ADD_ENTRIES: readonly ((props: AddEntryProps) => ReactNode)[] = [
  loadLater(() => import("../../../parts/voice/voice-entries.tsx").then((m) => m.VoiceEntries)),
];
