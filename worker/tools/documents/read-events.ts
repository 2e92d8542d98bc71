import {
  type CalendarEntry,
  type CalendarTime,
  findProperty,
  parseCalendar,
  readTime,
  unescapeText,
} from "../../protocol/workspaces/parse-calendar.ts";
import { toWallClock } from "../dates/to-local-date.ts";
import { addDays, listDays, readRule, type Steps, toMs } from "./repeat-days.ts";

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
/** Days of all entries of a file that are compared with a rule. */
const MAX_STEPS = 1_000_000;
/** Days that one time of something that repeats may last. */
const MAX_SPAN = 3_660;

/**
 * The events of these days in a calendar file, the earliest first. What repeats by a rule that is not understood (in the
 * 20th week of each year) counts once, at its beginning.
 */
export function readEvents(text: string, range: DayRange, timeZone: string): readonly CalendarEvent[] {
  const entries = parseCalendar(text) ?? [];
  // A time that was moved or called off has an entry of its own.
  const moved = new Set(entries.flatMap((entry) => toKey(entry, readTime(findProperty(entry, "RECURRENCE-ID"))?.wall)));
  const steps: Steps = { left: MAX_STEPS };
  return entries
    .flatMap((entry) => toEvents(entry, range, timeZone, moved, steps))
    .filter(({ begins, ends = begins }) => begins.slice(0, 10) <= range.last && toLastDay(begins, ends) >= range.first)
    .sort((one, other) => (one.begins < other.begins ? -1 : one.begins > other.begins ? 1 : 0));
}

/** Names one time of an entry that repeats. */
function toKey(entry: CalendarEntry, wall: string | undefined): readonly string[] {
  return wall === undefined ? [] : [`${findProperty(entry, "UID")?.value} ${wall}`];
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
    const until = readTime(undefined, value);
    return until === null ? null : until.zone === null ? until.wall : toWall(until, begins.zone ?? timeZone);
  });
  const isMoved = (wall: string): boolean =>
    findProperty(entry, "RECURRENCE-ID") === undefined && toKey(entry, wall).some((key) => moved.has(key));
  const called = entry.filter(({ name }) => name === "EXDATE").flatMap(({ value }) => value.split(","));
  const off = new Set(called.map((value) => readTime(undefined, value)?.wall));
  // The day may be another one on the user's own clock.
  const range = { first: addDays(first, -2 - Math.min(MAX_SPAN, Math.ceil(span / DAY_MS))), last: addDays(last, 2) };
  return listDays(begins.wall, rule, range, steps)
    .filter((wall) => !off.has(wall) && !isMoved(wall))
    .map((wall) => {
      const begin = toWall({ ...begins, wall }, timeZone);
      const end = ends === null ? {} : { ends: toIso(toMs(begin) + span, ends.wall.length) };
      return { title: title || "(no title)", begins: begin, ...end, ...(where === "" ? {} : { where }) };
    });
}

/** The same moment on the clock of the user's zone. */
function toWall({ wall, zone }: CalendarTime, timeZone: string): string {
  if (zone === null || zone === timeZone) return wall;
  try {
    return toIso(toWallClock(toInstant(wall, zone), timeZone), 16);
  } catch {
    // A zone that only its calendar knows.
    return wall;
  }
}

/** The moment that a clock of this zone shows a time. */
function toInstant(wall: string, zone: string): number {
  const wanted = toMs(wall);
  const guess = wanted - (toWallClock(wanted, zone) - wanted);
  return guess - (toWallClock(guess, zone) - wanted);
}

function toIso(at: number, length: number): string {
  return new Date(at).toISOString().slice(0, length);
}
