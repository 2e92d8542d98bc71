export const DAY_MS = 86_400_000;

/** Milliseconds of a day or a time, `2026-05-04` or `2026-05-04T19:30`, as if it were UTC; NaN for what is none. */
export function toMs(wall: string): number {
  return Date.parse(wall.length === "YYYY-MM-DD".length ? `${wall}T00:00Z` : `${wall}Z`);
}

/** The day of such milliseconds. */
export function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, "YYYY-MM-DD".length);
}

/** So many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return toDay(toMs(day) + days * DAY_MS);
}
