/** How often the thread checks whether it is awake. */
const LOOK_MS = 5000;
/** In a longer gap the device slept or the tab was frozen; a shorter one is slowness and counts. */
const MAX_GAP_MS = 15_000;

/**
 * A clock in milliseconds that stops while the thread sleeps, so that closing a laptop uses up no budget and times out no
 * model. It never goes back. `repeat` must call back as long as the thread lives.
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
