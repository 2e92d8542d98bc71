import type { AssistantMessage, AssistantTurn } from "../../../worker/protocol/message.ts";
import { findSupport } from "./find-support.ts";
import type { Source } from "./list-sources.ts";

/** True for words that no model wrote: lines that the app quotes, a number that it computed. */
export function isByApp({ text, raw }: AssistantTurn): boolean {
  return text !== "" && raw === "";
}

/** True where a line of an answer says what one of its passages says. */
export function isSupported(turns: readonly AssistantTurn[], sources: readonly Source[]): boolean {
  const passages = sources.map(({ passage }) => passage);
  const lines = turns.flatMap(({ text }) => text.split("\n"));
  return lines.some((line) => findSupport(line, passages).length > 0);
}

/** True where the app searched by itself, found nothing that answers, and the model answered from elsewhere. */
export function isFromElsewhere({ turns }: AssistantMessage, sources: readonly Source[]): boolean {
  const searched = turns.some(({ raw, calls }) => raw === "" && calls.some(({ call }) => call.name === "search_files"));
  return searched && !turns.some(isByApp) && !isSupported(turns, sources);
}
