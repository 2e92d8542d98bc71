/** One time that something of a calendar takes place, on the user's own clock. */
export interface CalendarEvent {
  readonly title: string;
  /** `2026-05-04` or `2026-05-04T19:30`. */
  readonly begins: string;
  readonly ends?: string;
  readonly where?: string;
}

/** The days that are asked about, as `2026-05-04`, both counted in. */
export interface DayRange {
  readonly first: string;
  readonly last: string;
}

const DAY_MS = 86_400_000;
/** Times of one entry that are looked at: a daily one of ten years. */
const MAX_TIMES = 4_000;
/** More would lead to years of five digits. */
const MAX_INTERVAL = 5_000;
const FREQUENCIES = ["daily", "weekly", "monthly", "yearly"] as const;
const WEEKDAYS = ["su", "mo", "tu", "we", "th", "fr", "sa"];

/**
 * The events of these days in the text of a calendar file, as `readIcs` gives it, the earliest first. What repeats by a
 * rule that is not understood (the second Tuesday of a month) counts once, at its beginning.
 */
export function readEvents(text: string, { first, last }: DayRange, timeZone: string): readonly CalendarEvent[] {
  return text
    .split(/\n\n(?=[^\n]+\n(?:Begins|Due): )/)
    .flatMap((entry) => toEvents(entry.split("\n"), last, timeZone))
    .filter(({ begins, ends = begins }) => begins.slice(0, 10) <= last && toLastDay(begins, ends) >= first)
    .sort((one, other) => (one.begins < other.begins ? -1 : one.begins > other.begins ? 1 : 0));
}

/** A whole day's end is the day after it. */
function toLastDay(begins: string, ends: string): string {
  return ends.length === 10 && ends > begins ? addDays(ends, -1) : ends.slice(0, 10);
}

function toEvents([title = "", ...lines]: readonly string[], last: string, timeZone: string): readonly CalendarEvent[] {
  const read = (label: string): string | undefined =>
    lines.find((line) => line.startsWith(`${label}: `))?.slice(label.length + 2);
  const begins = toWall(read("Begins") ?? read("Due"), timeZone);
  if (begins === null || read("Status")?.toUpperCase() === "CANCELLED") return [];
  const ends = toWall(read("Ends"), timeZone);
  const where = read("Where");
  const span = ends === null ? null : toMs(ends) - toMs(begins);
  return listTimes(begins, read("Repeats"), last, timeZone).map((time) => ({
    title,
    begins: time,
    ...(span === null || ends === null ? {} : { ends: shift(time, span, ends.length) }),
    ...(where === undefined ? {} : { where }),
  }));
}

/** When something takes place, until the last day that is asked about. */
function listTimes(begins: string, rule: string | undefined, last: string, timeZone: string): readonly string[] {
  const parts = new Map(
    (rule ?? "").split(", ").map((part) => [part.split(" ")[0], part.slice(part.indexOf(" ") + 1)]),
  );
  const frequency = FREQUENCIES.find((each) => each === parts.get("freq"));
  const days = parts.get("byday")?.split(",") ?? [];
  const isPlain = ["bymonthday", "bymonth", "bysetpos", "byweekno", "byyearday"].every((key) => !parts.has(key));
  if (frequency === undefined || !isPlain || days.some((day) => !WEEKDAYS.includes(day))) return [begins];
  if (days.length > 0 && frequency !== "weekly") return [begins];
  const interval = Math.min(MAX_INTERVAL, Math.max(1, Number(parts.get("interval") ?? 1) || 1));
  const count = Number(parts.get("count") ?? Number.POSITIVE_INFINITY);
  const until = toUntil(parts.get("until"), timeZone);
  const times: string[] = [];
  for (let step = 0; times.length < Math.min(count, MAX_TIMES) && step < MAX_TIMES; step += 1) {
    const group = toGroup(begins, frequency, step * interval, days);
    if (group.every((time) => time.slice(0, 10) > last) && group.length > 0) break;
    times.push(...group.filter((time) => time >= begins && (until === null || time.slice(0, until.length) <= until)));
  }
  return times.slice(0, count);
}

/** The times of one step: several days of a week, or one. */
function toGroup(
  begins: string,
  frequency: (typeof FREQUENCIES)[number],
  steps: number,
  days: readonly string[],
): string[] {
  const day = begins.slice(0, 10);
  const time = begins.slice(10);
  if (frequency === "daily") return [addDays(day, steps) + time];
  if (frequency === "weekly") {
    if (days.length === 0) return [addDays(day, steps * 7) + time];
    // Weeks begin on Monday unless a rule says otherwise, which is seldom.
    const monday = addDays(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7) + steps * 7);
    return days.map((each) => addDays(monday, (WEEKDAYS.indexOf(each) + 6) % 7) + time).sort();
  }
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const months = month - 1 + (frequency === "monthly" ? steps : steps * 12);
  const at = new Date(Date.UTC(year, months, date));
  // The 31st of a month that has none does not take place.
  return at.getUTCDate() === date ? [at.toISOString().slice(0, 10) + time] : [];
}

function toUntil(text: string | undefined, timeZone: string): string | null {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)(?:t(\d\d)(\d\d)\d\dz?)?/.exec(text ?? "") ?? [];
  if (year === undefined) return null;
  const date = `${year}-${month}-${day}`;
  return hour === undefined ? date : toWall(`${date} ${hour}:${minute} UTC`, timeZone);
}

/** `2026-05-04 19:30 UTC` on the clock of the user's zone; null for what is no date. */
function toWall(text: string | undefined, timeZone: string): string | null {
  const [, day, time, zone] = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d)(?: (.+))?)?$/.exec(text ?? "") ?? [];
  if (day === undefined || Number.isNaN(Date.parse(`${day}T00:00Z`))) return null;
  if (time === undefined) return day;
  const wall = `${day}T${time}`;
  if (zone === undefined || zone === timeZone) return wall;
  try {
    return toClock(toInstant(wall, zone), timeZone);
  } catch {
    // A zone that only its calendar knows.
    return wall;
  }
}

/** The moment that a clock of this zone shows a time. */
function toInstant(wall: string, zone: string): number {
  const wanted = toMs(wall);
  const guess = wanted - (toMs(toClock(wanted, zone)) - wanted);
  return guess - (toMs(toClock(guess, zone)) - wanted);
}

function toClock(at: number, timeZone: string): string {
  const format = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
  const parts = new Intl.DateTimeFormat("en-GB", { ...format, timeZone, hourCycle: "h23" }).formatToParts(at);
  const read = (type: Intl.DateTimeFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? "00";
  return `${read("year")}-${read("month")}-${read("day")}T${read("hour")}:${read("minute")}`;
}

function toMs(wall: string): number {
  return Date.parse(wall.length === 10 ? `${wall}T00:00Z` : `${wall}Z`);
}

function shift(wall: string, span: number, length: number): string {
  return new Date(toMs(wall) + span).toISOString().slice(0, length);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
