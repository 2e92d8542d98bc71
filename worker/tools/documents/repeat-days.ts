import { addDays, DAY_MS, toMs } from "../../protocol/days.ts";

const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const KNOWN = /^(?:FREQ|INTERVAL|COUNT|UNTIL|WKST|BYMONTH|BYMONTHDAY|BYDAY|BYSETPOS)$/;

type RepeatRule = NonNullable<ReturnType<typeof readRule>>;

/**
 * Reads a rule by which something repeats (RFC 5545, `RRULE`); lists are empty where it does not say. Null for none, and
 * for one that is not understood.
 */
export function readRule(text: string, readUntil: (value: string) => string | null) {
  const parts = new Map(text.split(";").map((part) => [part.split("=")[0] ?? "", part.slice(part.indexOf("=") + 1)]));
  const frequency = FREQUENCIES.find((each) => each === parts.get("FREQ"));
  if (frequency === undefined || [...parts.keys()].some((name) => name !== "" && !KNOWN.test(name))) return null;
  const list = (name: string): readonly string[] => parts.get(name)?.split(",") ?? [];
  const weekdays = list("BYDAY").map((day) => ({
    weekday: WEEKDAYS.indexOf(day.slice(-2)),
    place: Number(day.slice(0, -2)),
  }));
  const until = parts.get("UNTIL");
  const rule = {
    frequency,
    interval: Math.max(1, Math.trunc(Number(parts.get("INTERVAL") ?? 1)) || 1),
    count: Number(parts.get("COUNT") ?? Number.POSITIVE_INFINITY),
    /** The last day or time, on the clock that the beginning is on. */
    until: until === undefined ? null : readUntil(until),
    /** First day of the week, Sunday being 0. */
    weekStart: Math.max(0, WEEKDAYS.indexOf(parts.get("WKST") ?? "MO")),
    months: list("BYMONTH").map(Number),
    dates: list("BYMONTHDAY").map(Number),
    /** Days of the week; with a `place` not each of them, but that one of the month or year, from its end if below 0. */
    weekdays,
    /** The only ones of all days in a month that count, the first being 1, the last -1. */
    places: list("BYSETPOS").map(Number),
  };
  const isSound =
    weekdays.every(({ weekday, place }) => weekday >= 0 && Number.isInteger(place)) &&
    (rule.places.length === 0 || frequency === "MONTHLY") &&
    (until === undefined || rule.until !== null);
  return isSound ? rule : null;
}

/** How many days may still be compared with rules. */
export interface Steps {
  left: number;
}

/** The days or times of something that begins at one, within some days, both counted in; fewer once no steps are left. */
export function listDays(
  begins: string,
  rule: RepeatRule | null,
  { first, last }: { readonly first: string; readonly last: string },
  steps: Steps,
): readonly string[] {
  const [begin, time] = [begins.slice(0, 10), begins.slice(10)];
  if (rule === null) return [begins];
  const { count, until } = rule;
  // A count goes on from the beginning, whatever days are asked about.
  const start = Number.isFinite(count) || first < begin ? begin : first;
  const from = new Date(toMs(begin));
  const found: string[] = [];
  let counted = 0;
  for (let step = 0; steps.left > 0 && counted < count; step += 1) {
    steps.left -= rule.places.length > 0 ? 31 : 1;
    const day = addDays(start, step);
    if (day > last || (until !== null && (day + time).slice(0, until.length) > until)) break;
    const at = new Date(toMs(day));
    const isPeriod = countPeriods(rule, from, at) % rule.interval === 0;
    if (day !== begin && !(isPeriod && isPlaced(rule, from, at))) continue;
    counted += 1;
    if (day >= first) found.push(day + time);
  }
  return found;
}

/** Days, weeks, months or years from the period of one day to that of another. */
function countPeriods({ frequency, weekStart }: RepeatRule, from: Date, at: Date): number {
  const toWeek = (date: Date): number => date.getTime() / DAY_MS - ((date.getUTCDay() - weekStart + 7) % 7);
  if (frequency === "DAILY") return (at.getTime() - from.getTime()) / DAY_MS;
  if (frequency === "WEEKLY") return (toWeek(at) - toWeek(from)) / 7;
  const years = at.getUTCFullYear() - from.getUTCFullYear();
  return frequency === "YEARLY" ? years : years * 12 + at.getUTCMonth() - from.getUTCMonth();
}

function isPlaced(rule: RepeatRule, from: Date, at: Date): boolean {
  if (!fits(rule, from, at)) return false;
  if (rule.places.length === 0) return true;
  const dates = Array.from({ length: countDays(at) }, (_, index) => index + 1);
  const all = dates.filter((date) => fits(rule, from, new Date(toMonthDay(at, date))));
  const place = all.indexOf(at.getUTCDate());
  return rule.places.includes(place + 1) || rule.places.includes(place - all.length);
}

function fits({ frequency, months, dates, weekdays }: RepeatRule, from: Date, at: Date): boolean {
  const [month, date, size] = [at.getUTCMonth(), at.getUTCDate(), countDays(at)];
  const isNamed = dates.length + weekdays.length > 0;
  const isOther = frequency === "YEARLY" && !isNamed && month !== from.getUTCMonth();
  if (months.length > 0 ? !months.includes(month + 1) : isOther) return false;
  if (dates.length > 0 && !dates.includes(date) && !dates.includes(date - size - 1)) return false;
  if (weekdays.length > 0) return weekdays.some(isWeekday);
  if (dates.length > 0 || frequency === "DAILY") return true;
  return frequency === "WEEKLY" ? at.getUTCDay() === from.getUTCDay() : date === from.getUTCDate();

  function isWeekday({ weekday, place }: RepeatRule["weekdays"][number]): boolean {
    if (weekday !== at.getUTCDay()) return false;
    const isOfYear = frequency === "YEARLY" && months.length === 0;
    const [start, end] = isOfYear
      ? [Date.UTC(at.getUTCFullYear(), 0, 1), Date.UTC(at.getUTCFullYear(), 11, 31)]
      : [toMonthDay(at, 1), toMonthDay(at, size)];
    const before = Math.floor((at.getTime() - start) / DAY_MS / 7) + 1;
    const behind = Math.floor((end - at.getTime()) / DAY_MS / 7) + 1;
    return place === 0 || place === before || place === -behind;
  }
}

function countDays(at: Date): number {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
}

function toMonthDay(at: Date, date: number): number {
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), date);
}
