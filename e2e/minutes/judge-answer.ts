import type { Expectation, Question } from "./question.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** An answer may be some minutes old when it is judged. */
const MAX_MINUTES_LATE = 4;

/** Words that say there is nothing here for a wish. */
const DECLINES =
  /\b(?:no tool|not? (?:have|able)|don.t have|can(?:not|.t)|unable|kein (?:Werkzeug|Tool)|ninguna herramienta|no tengo)\b/iu;
/** What a made-up answer to a wish that cannot be met has. */
const INVENTED = /\d+ ?°|\bdegrees\b|has been sent|\bI (?:have )?sent\b|\$ ?\d|\bsaved\b/iu;

/** Why an answer is not good, as it stands on the page; null when it is. */
export function findFlaw({ expect, never }: Question, answer: string, now: Date): string | null {
  if (answer.trim() === "") return "nothing";
  if (never !== undefined && new RegExp(never, "iu").test(answer)) return "says what it must not";
  return isMet(expect, answer, now) ? null : "not what was asked for";
}

function isMet(expect: Expectation, answer: string, now: Date): boolean {
  if ("number" in expect) return hasNumber(answer, expect.number, expect.within ?? 0.005);
  if ("says" in expect) return new RegExp(expect.says, expect.exactCase === true ? "u" : "iu").test(answer);
  if ("timeIn" in expect) return hasTime(answer, expect.timeIn, now);
  if ("daysFromNow" in expect) return hasDate(answer, new Date(now.getTime() + expect.daysFromNow * DAY_MS));
  if ("daysUntil" in expect) return hasNumber(answer, countDaysUntil(expect.daysUntil, now), 0);
  return DECLINES.test(answer) && !INVENTED.test(answer);
}

function hasNumber(text: string, wanted: number, within: number): boolean {
  // 1,234.5 and 1.234,5 and 12,5 are all numbers to somebody.
  return (text.match(/-?\d[\d.,]*/gu) ?? []).some((written) => {
    const bare = written.replace(/[.,]+$/u, "");
    const readings = [bare.replaceAll(",", ""), bare.replaceAll(".", "").replace(",", ".")];
    return readings.some((reading) => Math.abs(Number(reading) - wanted) <= within + Number.EPSILON);
  });
}

function hasTime(text: string, timeZone: string, now: Date): boolean {
  return Array.from({ length: MAX_MINUTES_LATE + 1 }, (_, late) => new Date(now.getTime() - late * MINUTE_MS)).some(
    (moment) => {
      const long = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(moment);
      const short = new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", minute: "2-digit" }).format(moment);
      const plain = text.replaceAll("\u202f", " ");
      return plain.includes(long) || plain.includes(short.replaceAll("\u202f", " "));
    },
  );
}

function hasDate(text: string, day: Date): boolean {
  const month = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" }).format(day);
  const number = day.getUTCDate();
  const inWords = new RegExp(`\\b${number}(?:st|nd|rd|th)?(?: of)? ${month}|${month} ${number}\\b`, "iu");
  return text.includes(day.toISOString().slice(0, 10)) || inWords.test(text);
}

function countDaysUntil(monthAndDay: string, now: Date): number {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const inYear = (year: number): number => Date.parse(`${year}-${monthAndDay}T00:00:00Z`);
  const next = inYear(now.getUTCFullYear());
  return ((next < today ? inYear(now.getUTCFullYear() + 1) : next) - today) / DAY_MS;
}
