import type { AssistantTurn } from "../../../worker/protocol/message.ts";
import { findSupport } from "./find-support.ts";
import type { Source } from "./list-sources.ts";

/** True where a line of an answer says what one of its passages says. */
export function isSupported(turns: readonly AssistantTurn[], sources: readonly Source[]): boolean {
  const passages = sources.map(({ passage }) => passage);
  const lines = turns.flatMap(({ text }) => text.split("\n"));
  return lines.some((line) => findSupport(line, passages).length > 0);
}
