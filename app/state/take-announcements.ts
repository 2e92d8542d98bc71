import type { LiveRun } from "./live-run.ts";

/** How far a run has been read out: a turn's place from 0, and how much of its text, in UTF-16 units. */
export interface AnnouncedPlace {
  readonly runId: string;
  readonly turn: number;
  readonly taken: number;
}

/** Takes the sentences of a run that are complete and were not said; a turn's rest is complete when the turn is over. */
export function takeAnnouncements(run: LiveRun, before: AnnouncedPlace | undefined) {
  const sentences: string[] = [];
  const { turns } = run.answer;
  const isSameRun = before?.runId === run.runId;
  let turn = isSameRun ? before.turn : 0;
  let taken = isSameRun ? before.taken : 0;
  for (;;) {
    const isPast = turn < turns.length - 1;
    const fresh = (turns[turn]?.text ?? "").slice(taken);
    const found = takeSentences(fresh, isPast || run.end !== undefined);
    sentences.push(...found.sentences);
    taken += fresh.length - found.rest.length;
    if (!isPast) return { sentences, place: { runId: run.runId, turn, taken } };
    turn += 1;
    taken = 0;
  }
}

const SENTENCE_END = /[.!?…。！？]["')\]]?(?=\s)|\n+/g;

/**
 * Takes the sentences that are complete in a text that is still growing, so that a screen reader hears an answer by
 * sentence and not by token; `rest` is left for later. `done` takes it as well.
 */
export function takeSentences(text: string, done: boolean) {
  const sentences: string[] = [];
  let from = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    const to = match.index + match[0].length;
    push(sentences, text.slice(from, to));
    from = to;
  }
  if (!done) return { sentences, rest: text.slice(from) };
  push(sentences, text.slice(from));
  return { sentences, rest: "" };
}

function push(sentences: string[], part: string): void {
  const sentence = part
    .replace(/[`*_#>|]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (sentence !== "") sentences.push(sentence);
}
