/** Length of the tail that is checked, and the longest unit whose repetition counts, in UTF-16 units. */
export const WATCHED = 480;
const MAX_UNIT_LENGTH = 80;

/**
 * True if the last 480 characters repeat one unit of at most 80 characters: a small model does not get out of such a
 * loop by itself.
 */
export function isRepeating(text: string): boolean {
  if (text.length < WATCHED) return false;
  const tail = text.slice(-WATCHED);
  for (let unit = 1; unit <= MAX_UNIT_LENGTH; unit += 1) {
    if (tail.slice(unit) === tail.slice(0, -unit)) return true;
  }
  return false;
}
