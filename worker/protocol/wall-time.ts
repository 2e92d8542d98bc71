/** Kept: a new format takes many times as long as a time. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** The time that a clock of a zone (an IANA name) shows at a moment: `2026-05-04T19:30:00`. Throws where there is no such zone. */
export function toWallTime(at: number, timeZone: string): string {
  // Sweden writes times so, but for the T.
  const style = { dateStyle: "short", timeStyle: "medium" } as const;
  const format = FORMATS.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { ...style, timeZone });
  FORMATS.set(timeZone, format);
  return format.format(at).replace(" ", "T");
}
