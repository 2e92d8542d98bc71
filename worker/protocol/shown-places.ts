/** Numbers of files seldom have more places, quotients mostly. */
const MAX_EXACT_PLACES = 9;

/** The places that a number with a fraction is shown with: two or more; two for a quotient that does not end. */
export function toShownPlaces(places: number, value: number): number {
  return places > MAX_EXACT_PLACES && Math.abs(value) >= 1 ? 2 : Math.min(20, Math.max(2, places));
}
