import { attempt } from "../../protocol/attempt.ts";
import { addDays, DAY_MS, toMs } from "../../protocol/days.ts";
import { toWallTime } from "../../protocol/wall-time.ts";
import {
  type CalendarEntry,
  type CalendarTime,
  findProperty,
  listTimes,
  parseCalendar,
  readTime,
  toTime,
  unescapeText,
} from "../../protocol/workspaces/parse-calendar.ts";
import { listDays, readRule, type Steps } from "./repeat-days.ts";

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

/** Days of all entries that are compared with a rule. */
const MAX_STEPS = 200_000;
/** Days that one time of something that repeats may last. */
const MAX_SPAN = 3_660;

/**
 * The events of these days in the texts of calendar files, the earliest first. What repeats by a rule that is not understood (in the
 * 20th week of each year) counts once, at its beginning.
 */
export function readEvents(texts: readonly string[], range: DayRange, timeZone: string): readonly CalendarEvent[] {
  const steps: Steps = { left: MAX_STEPS };
  return texts
    .flatMap((text) => {
      const entries = parseCalendar(text) ?? [];
      // A time that was moved has an entry of its own.
      const moved = new Set(
        entries.flatMap((entry) => {
          const time = readTime(findProperty(entry, MOVED_FROM));
          return time === null ? [] : [toKey(entry, toWall(time, timeZone))];
        }),
      );
      return entries.flatMap((entry) => toEvents(entry, range, timeZone, moved, steps));
    })
    .filter(({ begins, ends = begins }) => begins.slice(0, 10) <= range.last && toLastDay(begins, ends) >= range.first)
    .sort((one, other) => (one.begins < other.begins ? -1 : one.begins > other.begins ? 1 : 0));
}

const MOVED_FROM = "RECURRENCE-ID";

/** Names one time of an entry that repeats, by the user's own clock. */
function toKey(entry: CalendarEntry, wall: string): string {
  return `${findProperty(entry, "UID")?.value} ${wall}`;
}

/** A whole day's end is the day after it. */
function toLastDay(begins: string, ends: string): string {
  return ends.length === 10 && ends > begins ? addDays(ends, -1) : ends.slice(0, 10);
}

function toEvents(
  entry: CalendarEntry,
  { first, last }: DayRange,
  timeZone: string,
  moved: ReadonlySet<string>,
  steps: Steps,
): readonly CalendarEvent[] {
  const begins = readTime(findProperty(entry, "DTSTART") ?? findProperty(entry, "DUE"));
  if (begins === null || findProperty(entry, "STATUS")?.value.toUpperCase() === "CANCELLED") return [];
  const ends = readTime(findProperty(entry, "DTEND"));
  const where = unescapeText(findProperty(entry, "LOCATION")?.value ?? "");
  const title = unescapeText(findProperty(entry, "SUMMARY")?.value ?? "");
  const span = ends === null ? 0 : Math.max(0, toMs(toWall(ends, timeZone)) - toMs(toWall(begins, timeZone)));
  const rule = readRule(findProperty(entry, "RRULE")?.value ?? "", (value) => {
    const until = toTime(value, null);
    return until === null ? null : until.zone === null ? until.wall : toWall(until, begins.zone ?? timeZone);
  });
  const isSeries = findProperty(entry, MOVED_FROM) === undefined;
  const called = entry.filter(({ name }) => name === "EXDATE").flatMap(listTimes);
  const off = new Set(called.map((time) => toWall(time, timeZone)));
  // The day may be another one on the user's own clock.
  const range = { first: addDays(first, -2 - Math.min(MAX_SPAN, Math.ceil(span / DAY_MS))), last: addDays(last, 2) };
  return listDays(begins.wall, rule, range, steps)
    .map((wall) => toWall({ ...begins, wall }, timeZone))
    .filter((begin) => !off.has(begin) && !(isSeries && moved.has(toKey(entry, begin))))
    .map((begin) => {
      const end = ends === null ? {} : { ends: new Date(toMs(begin) + span).toISOString().slice(0, ends.wall.length) };
      return { title: title || "(no title)", begins: begin, ...end, ...(where === "" ? {} : { where }) };
    });
}

/** The same moment on the clock of the user's zone. */
function toWall({ wall, zone }: CalendarTime, timeZone: string): string {
  if (zone === null || zone === timeZone) return wall;
  // Some zones only their calendar knows.
  return attempt(() => toWallTime(toInstant(wall, zone), timeZone).slice(0, 16)) ?? wall;
}

/** The moment that a clock of this zone shows a time. */
function toInstant(wall: string, zone: string): number {
  const wanted = toMs(wall);
  const guess = wanted - (toMs(toWallTime(wanted, zone)) - wanted);
  return guess - (toMs(toWallTime(guess, zone)) - wanted);
}
