import type { Reranker } from "../../../agent/ports/embedder.ts";
import { withinTime } from "../../../platform/race-abort.ts";

/** So many of the best passages are judged. */
export const MAX_RERANKED = 30;
/** A search waits no longer for the judgement. */
const WAIT_MS = 4000;

/**
 * The passages by a reranker's scores, the best first; those that it does not come to in time follow in their order, and where
 * it fails all keep theirs. Scores of a search go on to fall from the first passage to the last.
 */
export async function rerankPassages<Passage extends { readonly text: string; readonly score: number }>(
  reranker: Reranker,
  question: string,
  passages: readonly Passage[],
  now: () => number,
): Promise<readonly Passage[]> {
  const until = now() + WAIT_MS;
  const judged: { readonly passage: Passage; readonly value: number }[] = [];
  try {
    for (const passage of passages.slice(0, MAX_RERANKED)) {
      const left = until - now();
      const value = left <= 0 ? null : await withinTime(reranker.rate(question, passage.text), left);
      if (value === null) break;
      if (!Number.isFinite(value)) return passages;
      judged.push({ passage, value });
    }
  } catch {
    return passages;
  }
  const best = judged.toSorted((left, right) => right.value - left.value).map(({ passage }) => passage);
  return [...best, ...passages.slice(best.length)].map((passage, index) => ({
    ...passage,
    score: passages[index]?.score ?? 0,
  }));
}
