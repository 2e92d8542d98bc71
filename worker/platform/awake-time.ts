/** How often the thread looks whether it is awake. */
const LOOK_MS = 5000;
/** A longer gap is no slow moment: the device slept, or the tab was frozen. */
const MAX_GAP_MS = 15_000;

/**
 * A time that stands still while this thread does: no budget is used up and no model is late because a laptop was closed.
 * It never goes back. `repeat` calls back for as long as the thread lives.
 */
export function createAwakeTime(
  now: () => number,
  repeat: (everyMs: number, callback: () => void) => void,
): () => number {
  let sleptMs = 0;
  let lookedAt = now();
  const look = (): number => {
    const time = now();
    const gap = time - lookedAt;
    if (gap > MAX_GAP_MS) sleptMs += gap - LOOK_MS;
    lookedAt = time;
    return time - sleptMs;
  };
  repeat(LOOK_MS, look);
  return look;
}
