/** A time of day at the end of folded words: `14:30`, `at 9`, `3 pm`, `um 18 Uhr`, `9 o'clock`, `noon`. */
const TIME =
  /(?:^|[\s,])(?:(at|um|a las?|@) ?)?(?:(\d{1,2})(?::(\d{2}))? ?(am|pm|a\.m\.|p\.m\.|uhr|h|oclock)?|(noon|mittags?|mediodia))$/;

/** Seconds since midnight of the time at the end; null where there is none. */
export function readClock(plain: string): number | null {
  const [whole, at, hour, minute, half, noon] = TIME.exec(plain) ?? [];
  if (whole === undefined) return null;
  if (noon !== undefined) return 12 * 3600;
  // A bare number is a day of a month.
  if (at === undefined && minute === undefined && half === undefined) return null;
  const isHalf = half?.startsWith("a") === true || half?.startsWith("p") === true;
  const hours = isHalf ? (Number(hour) % 12) + (half?.startsWith("p") === true ? 12 : 0) : Number(hour);
  return hours > 23 || Number(minute ?? 0) > 59 ? null : hours * 3600 + Number(minute ?? 0) * 60;
}

/** The words before the time at the end. */
export function toDayWords(plain: string): string {
  return readClock(plain) === null ? plain : plain.replace(TIME, "").replace(/[\s,]+$/, "");
}
