/** By how many standard deviations a text has to be nearer in meaning than the average one. */
const STANDING_OUT = 1;

/** The score from which one stands out: something is always nearest, also to a question that no text is about. */
export function toLeastScore(scores: ArrayLike<number>): number {
  let sum = 0;
  let squares = 0;
  for (let index = 0; index < scores.length; index += 1) {
    const score = scores[index] ?? 0;
    sum += score;
    squares += score * score;
  }
  const mean = sum / scores.length;
  return mean + STANDING_OUT * Math.sqrt(Math.max(0, squares / scores.length - mean * mean));
}

/** The places of the scores that are not below `least`, the highest first. */
export function toNearest(scores: ArrayLike<number>, least: number): number[] {
  const places = Array.from(scores, (_, place) => place).filter((place) => (scores[place] ?? 0) >= least);
  return places.sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0));
}
