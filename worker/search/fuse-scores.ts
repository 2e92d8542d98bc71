import { toTerms } from "./terms.ts";

/** One of a ranked list. */
export interface Scored<Id> {
  readonly id: Id;
  readonly score: number;
}

/** How much of the whole the words of a long question count; `npm run bench -- documents` finds a seventh to a fourth alike. */
const MIN_SHARE_OF_WORDS = 0.15;

/**
 * Fuses what words and what meaning find of a text: each list's scores as shares of its best one (Bruch, Gai and Ingber, TOIS
 * 2023), so that a clear first stays one. What only one list has gets nothing from the other. The fewer words are asked for,
 * the more they count: whoever writes a single one wants it. Best first.
 */
export function fuseScores<Id>(
  text: string,
  byWords: readonly Scored<Id>[],
  byMeaning: readonly Scored<Id>[],
): readonly Scored<Id>[] {
  const scores = new Map<Id, number>();
  const add = (list: readonly Scored<Id>[], share: number): void => {
    const best = Math.max(...list.map(({ score }) => score), Number.MIN_VALUE);
    for (const { id, score } of list) scores.set(id, (scores.get(id) ?? 0) + (share * score) / best);
  };
  const share = Math.max(MIN_SHARE_OF_WORDS, 1 / (1 + toTerms(text).length));
  add(byWords, share);
  add(byMeaning, 1 - share);
  return [...scores].map(([id, score]) => ({ id, score })).sort((left, right) => right.score - left.score);
}
