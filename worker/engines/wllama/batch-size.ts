/**
 * Tokens computed in one step. The engine notices an abort only between steps, and larger ones are faster: the starter as
 * Q4_1 reads 22 tokens/s in steps of 16, 35 in steps of 64 and 37 in steps of 512 (two threads). The memory for a step's
 * logits grows with it: 128 take 78 MB with a vocabulary of 152,000 tokens.
 */
export const FIRST_BATCH_TOKENS = 128;
const MIN_BATCH_TOKENS = 16;
/** A stop that took longer was slow, in milliseconds. */
const SLOW_STOP_MS = 2_000;
/** How long a stop should take at most after a slow one. */
const AIMED_STOP_MS = 1_000;

/** The size of the steps after a stop that took so long: the same unless it was slow. */
export function chooseBatchTokens(batchTokens: number, stopMs: number): number {
  if (stopMs <= SLOW_STOP_MS) return batchTokens;
  const fitting = 2 ** Math.floor(Math.log2((batchTokens * AIMED_STOP_MS) / stopMs));
  return Math.max(MIN_BATCH_TOKENS, Math.min(batchTokens, fitting));
}
