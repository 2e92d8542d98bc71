import type { ToolContext } from "../../agent/define/tool.ts";
import { DAY_MS } from "../../protocol/days.ts";
import { toWallTime } from "../../protocol/wall-time.ts";
import { readDateWords } from "./read-date-words.ts";

/** A date of the Gregorian calendar with a time of day and no time zone: milliseconds as if it were UTC. */
export interface PlainDate {
  readonly at: number;
  /** False when only the day is meant. */
  readonly hasTime: boolean;
}

/**
 * Reads a date. `today` resolves words such as "tomorrow". Throws an error whose message is for the author of the text.
 */
export function readPlainDate(text: string, today: () => PlainDate): PlainDate {
  const trimmed = text.trim().toLowerCase().replace(/z$/, "");
  const said = readDateWords(trimmed);
  if (said?.type === "now") return today();
  if (said?.type === "days") return addDays(toDay(today()), said.days);
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[t ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/.exec(trimmed);
  if (iso) {
    const [, year, month, day, hour, minute, second] = iso;
    return toPlainDate(text, Number(year), Number(month), Number(day), hour, minute, second);
  }
  if (said?.type === "date") {
    // Without a year it is the date of this year.
    const year = said.year ?? new Date(today().at).getUTCFullYear();
    return toPlainDate(text, year, said.month, said.day);
  }
  throw new Error(`'${text}' is not a date. Write it as YYYY-MM-DD, for instance 2026-03-05, or as today.`);
}

/** `YYYY-MM-DD (Weekday)`, with the time of day where it counts. */
export function formatPlainDate({ at, hasTime }: PlainDate): string {
  const iso = new Date(at).toISOString();
  const time = hasTime ? ` ${iso.slice(11, iso.slice(17, 19) === "00" ? 16 : 19)}` : "";
  return `${iso.slice(0, 10)}${time} (${toWeekday(at)})`;
}

/** The date without its time of day. */
export function toDay({ at }: PlainDate): PlainDate {
  return { at: Math.floor(at / DAY_MS) * DAY_MS, hasTime: false };
}

/** English name of the day of the week. */
export function toWeekday(at: number): string {
  const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
  return days[new Date(at).getUTCDay()] ?? "";
}

/** Some days later, or earlier. */
export function addDays(date: PlainDate, days: number): PlainDate {
  return bounded({ at: date.at + days * DAY_MS, hasTime: date.hasTime });
}

/** Some seconds later, or earlier: the result has a time of day. */
export function addSeconds(date: PlainDate, seconds: number): PlainDate {
  return bounded({ at: Math.round(date.at / 1000 + seconds) * 1000, hasTime: true });
}

/** Some months later, or earlier; a day that the month does not have becomes its last. */
export function addMonths(date: PlainDate, months: number): PlainDate {
  const day = new Date(date.at).getUTCDate();
  const moved = new Date(date.at);
  moved.setUTCMonth(moved.getUTCMonth() + months, 1);
  const last = new Date(moved);
  last.setUTCMonth(moved.getUTCMonth() + 1, 0);
  return bounded({ at: moved.setUTCDate(Math.min(day, last.getUTCDate())), hasTime: date.hasTime });
}

/** The distance of two dates: whole days and remaining seconds, and the same as years, months and days. */
export function measureDistance(one: PlainDate, other: PlainDate) {
  const [from, to] = one.at <= other.at ? [one, other] : [other, one];
  const [start, end] = [new Date(from.at), new Date(to.at)];
  let months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  if (addMonths(from, months).at > to.at) months -= 1;
  const days = Math.floor((to.at - from.at) / DAY_MS);
  return {
    days,
    seconds: Math.round((to.at - from.at - days * DAY_MS) / 1000),
    years: Math.floor(months / 12),
    months: months % 12,
    restDays: Math.floor((to.at - addMonths(from, months).at) / DAY_MS),
  };
}

function toPlainDate(
  text: string,
  year: number,
  month: number,
  day: number,
  hour = "0",
  minute?: string,
  second = "0",
): PlainDate {
  const [hours, minutes, seconds] = [Number(hour), Number(minute ?? 0), Number(second)];
  const midnight = toTime(year, month, day);
  const date = new Date(midnight);
  if (date.getUTCMonth() + 1 !== month || date.getUTCDate() !== day || hours > 23 || minutes > 59 || seconds > 59) {
    throw new Error(`'${text}' is not in the calendar.`);
  }
  const at = midnight + ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return bounded({ at, hasTime: minute !== undefined });
}

/** `Date.UTC` reads the years 0 to 99 as 1900 to 1999; this does not. */
function toTime(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function bounded(date: PlainDate): PlainDate {
  const year = new Date(date.at).getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) throw new Error("Dates go from the year 1 to the year 9999.");
  return date;
}

/** The wall clock of the user's time zone. */
export function toLocalDate(context: Pick<ToolContext, "now" | "timeZone">): PlainDate {
  return { at: Date.parse(`${toWallTime(context.now(), context.timeZone)}Z`), hasTime: true };
}
