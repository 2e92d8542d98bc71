import type { ReactNode } from "react";
import type { DraftKey } from "../../../state/composer/composer-state.ts";
import { loadLater } from "../../../ui/load-later.tsx";

/** A part that an entry opens over the message field, until it is closed. */
export type AddPart = (props: { readonly draftKey: DraftKey; readonly onClose: () => void }) => ReactNode;

/** A further entry of the menu beside the message field. */
export interface AddEntryProps {
  readonly draftKey: DraftKey;
  /** Closes the menu, then acts. */
  readonly choose: (action: () => void) => () => void;
  readonly show: (part: AddPart) => void;
}

/** Additions of features to the menu, one a line. */
export const ADD_ENTRIES: readonly ((props: AddEntryProps) => ReactNode)[] = [
  loadLater(() => import("../../../parts/voice/voice-entries.tsx").then((m) => m.VoiceEntries)),
];
