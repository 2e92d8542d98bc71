/** How long the tail under suspicion is, and the longest unit whose repetition counts, in UTF-16 units. */
const TAIL = 480;
const MAX_UNIT_LENGTH = 80;

/**
 * True when the last 480 characters are one unit of at most 80 characters over and over: a small model that has fallen
 * into a loop does not come out again by itself.
 */
export function isRepeating(text: string): boolean {
  if (text.length < TAIL) return false;
  const tail = text.slice(-TAIL);
  for (let unit = 1; unit <= MAX_UNIT_LENGTH; unit += 1) {
    if (tail.slice(unit) === tail.slice(0, -unit)) return true;
  }
  return false;
}
