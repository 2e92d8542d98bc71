const FIRST_WAIT_MS = 30_000;
const GROWTH = 4;
const MAX_WAIT_MS = 30 * 60_000;

/**
 * How long to wait before an engine that was lost is started again: not at all after the first loss, then longer and
 * longer. A browser keeps the GPU from a page for two minutes after its second crash (Chromium 156).
 */
export function toRetryWait(losses: number): number {
  return losses <= 1 ? 0 : Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * GROWTH ** (losses - 2));
}
