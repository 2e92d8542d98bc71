import type { Scored } from "./fuse-scores.ts";

/** By how many standard deviations a text has to be nearer in meaning than the average one. */
const STANDING_OUT = 1;

/**
 * The places of the scores that stand out from the average, the highest first, each with how far it does: something is always
 * nearest, also to a question that no text is about. Of `few` texts none can stand out, so all are given.
 */
export function findNearest(scores: ArrayLike<number>, few = false): Scored<number>[] {
  let sum = 0;
  let squares = 0;
  for (let index = 0; index < scores.length; index += 1) {
    const score = scores[index] ?? 0;
    sum += score;
    squares += score * score;
  }
  const mean = sum / scores.length;
  const least = few
    ? Number.NEGATIVE_INFINITY
    : STANDING_OUT * Math.sqrt(Math.max(0, squares / scores.length - mean * mean));
  return Array.from(scores, (score, id) => ({ id, score: score - mean }))
    .filter(({ score }) => score >= least)
    .sort((left, right) => right.score - left.score);
}
