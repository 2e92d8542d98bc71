/** How much the first places count over later ones; the value of Cormack, Clarke and Büttcher (SIGIR 2009). */
const RANK_OFFSET = 60;

/**
 * Fuses ranked lists of ids by reciprocal rank: an id gets 1 / (60 + rank) for each list it is in, so that ids in
 * several lists come first, whatever the lists' scores mean. Ties keep the order of the first list that has them.
 */
export function fuseRanks(
  lists: readonly (readonly string[])[],
): readonly { readonly id: string; readonly score: number }[] {
  const scores = new Map<string, number>();
  for (const list of lists) {
    list.forEach((id, index) => {
      scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_OFFSET + index + 1));
    });
  }
  return [...scores].map(([id, score]) => ({ id, score })).sort((left, right) => right.score - left.score);
}
