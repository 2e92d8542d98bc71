import { nameDay } from "./name-day.ts";
import { addSeconds, type PlainDate, readPlainDate, toDay } from "./plain-date.ts";

/** A time of day at the end: `14:30`, `tomorrow at 9:15`, `Friday 3 pm`. */
const CLOCK =
  /^(?<day>.*?)[\s,]*(?:(?:at|um|a las?|@)\s*)?(?<![\d:.])(?<hour>\d{1,2})(?:(?::(?<minute>\d{2}))?\s*(?<half>[ap])\.?m\.?|:(?<minutes>\d{2})(?:\s*uhr)?)$/iu;

/**
 * Reads a date as a model or a person may write it: what `readPlainDate` takes, a weekday or Easter for the next one, and a
 * time of day, by itself or after such a day. Throws an error whose message is for the author of the text.
 */
export function readSaidDate(text: string, today: () => PlainDate): PlainDate {
  const day = readDay(text, today);
  if (day !== null) return day;
  const { day: said = "", hour, minute, minutes, half } = CLOCK.exec(text.trim())?.groups ?? {};
  const date = said === "" ? toDay(today()) : readDay(said, today);
  const clock = hour === undefined ? null : toSeconds(Number(hour), Number(minute ?? minutes ?? 0), half);
  if (date !== null && clock !== null) return addSeconds(toDay(date), clock);
  return readPlainDate(text, today);
}

function readDay(text: string, today: () => PlainDate): PlainDate | null {
  try {
    return readPlainDate(nameDay(text.trim(), today()) ?? text, today);
  } catch {
    return null;
  }
}

function toSeconds(hour: number, minute: number, half: string | undefined): number | null {
  if (minute > 59 || hour > (half === undefined ? 23 : 12)) return null;
  const afterNoon = half?.toLowerCase() === "p" ? 12 : 0;
  return ((half === undefined ? hour : (hour % 12) + afterNoon) * 60 + minute) * 60;
}
