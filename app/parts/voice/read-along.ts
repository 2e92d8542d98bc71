import { guessLanguage } from "../../../worker/search/guess-language.ts";
import type { App } from "../../state/create-app.ts";
import { toWritten } from "../turn/to-written.ts";
import type { Narrator } from "./narrator.ts";
import { toSpeech } from "./to-speech.ts";

/** How long a growing answer may run ahead of what is read out of it. */
const LOOK_EVERY_MS = 400;

/**
 * Reads the answers of a chat aloud while they are written, sentence by sentence, each in its own language or else in that of
 * the page. An answer that had ended before is not read. Tells when all of one was handed to the narrator. Returns what ends it.
 */
export function readAlong(
  { store }: { readonly store: Pick<App["store"], "getState" | "subscribe"> },
  narrator: Narrator,
  {
    conversationId,
    language,
    onEnd,
  }: { readonly conversationId: string; readonly language: string; readonly onEnd?: () => void },
): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let runId: string | null = null;
  let read = 0;
  const ended = new Set(listRuns().flatMap((run) => (run.end === undefined ? [] : [run.runId])));
  function listRuns() {
    return Object.values(store.getState().runs).filter((run) => run.conversationId === conversationId);
  }
  const look = (): void => {
    timer = null;
    const run = listRuns().at(-1);
    if (run === undefined || ended.has(run.runId)) return;
    if (run.runId !== runId) [runId, read] = [run.runId, 0];
    const text = toWritten(run.answer.turns);
    const spoken = guessLanguage(text) ?? language;
    const sentences = toSpeech(text, spoken);
    // The last one may go on.
    const end = run.end === undefined ? sentences.length - 1 : sentences.length;
    if (end > read) narrator.read(run.messageId, sentences.slice(read, end), spoken);
    read = Math.max(read, end);
    if (run.end === undefined) return;
    ended.add(run.runId);
    onEnd?.();
  };
  const unsubscribe = store.subscribe(({ runs }, before) => {
    if (runs !== before.runs) timer ??= setTimeout(look, LOOK_EVERY_MS);
  });
  return () => {
    unsubscribe();
    if (timer !== null) clearTimeout(timer);
    narrator.stop();
  };
}
