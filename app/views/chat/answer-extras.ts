import type { ReactNode } from "react";
import type { AssistantMessage } from "../../../worker/protocol/message.ts";
import { loadLater } from "../../ui/load-later.tsx";

/** A further thing to do with an answer that has ended. */
export interface AnswerExtraProps {
  readonly message: AssistantMessage;
  /** The model's words; not empty. */
  readonly text: string;
}

/** Additions of features to the actions of an answer, one a line. */
export const ANSWER_EXTRAS: readonly ((props: AnswerExtraProps) => ReactNode)[] = [
  loadLater(() => import("../../parts/voice/read-button.tsx").then((m) => m.ReadButton)),
];
