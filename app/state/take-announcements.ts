import type { LiveRun } from "./live-run.ts";
import { takeSentences } from "./take-sentences.ts";

/** How far a run has been read out: a turn's place from 0, and how much of its text, in UTF-16 units. */
export interface AnnouncedPlace {
  readonly runId: string;
  readonly turn: number;
  readonly taken: number;
}

/** New words about a run, and the place after them. */
export interface Announcements {
  readonly sentences: readonly string[];
  readonly place: AnnouncedPlace;
}

/** Takes the sentences of a run that are complete and were not said; a turn's rest is complete when the turn is over. */
export function takeAnnouncements(run: LiveRun, before: AnnouncedPlace | undefined): Announcements {
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
