import { addDays, toDay, toMs } from "../protocol/days.ts";
import { matchFrom, type Reader, type Readers, readWords } from "../tools/grammar/pattern.ts";
import { listEntries } from "../tools/grammar/word-lists.ts";
import type { Language } from "./language.ts";

const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(2023, month));
/** From a Sunday on. */
const WEEKDAYS = Array.from({ length: 7 }, (_, day) => Date.UTC(2023, 0, 1 + day));

/**
 * Readers of `{date}` and `{span}`. A date's value is what it says: `2026-12-24`, `12-24` without a year, `+1` for so
 * many days from today, `w5` for a weekday, Sunday being 0.
 */
export function createDateReaders({ locales, dates }: Language): Readers {
  const months = listNames(locales, MONTHS, { month: "long" }, { month: "short" });
  const weekdays = listNames(locales, WEEKDAYS, { weekday: "long" });
  const parts: Readers = {
    near: readWords(listEntries(dates.near).map(([days, words]) => [days.startsWith("-") ? days : `+${days}`, words])),
    feast: readWords(listEntries(dates.feasts)),
    weekday: readWords(weekdays.map((names, index) => [`w${index}`, names])),
    month: readWords(months.map((names, index) => [String(index + 1).padStart(2, "0"), names])),
    day: readDigits(/^\d{1,2}$/u),
    year: readDigits(/^[12]\d{3}$/u),
  };
  const date: Reader = function* (tokens, from) {
    const text = tokens.list[from]?.text ?? "";
    const digits = /^\d{4}-\d{2}-\d{2}$/u.test(text) ? text : readDigitDate(text, dates.digits);
    if (digits !== null && isDay(digits)) yield { end: from + 1, value: digits };
    for (const { end, bindings } of matchFrom(tokens, from, dates.forms, parts)) {
      const said = (name: string): string | undefined => bindings.get(name)?.value;
      const named =
        said("near") ?? said("weekday") ?? said("feast") ?? `${said("month")}-${said("day")?.padStart(2, "0")}`;
      const year = said("year");
      const value = year === undefined ? named : `${year}-${named}`;
      if (/^[+\-w]/u.test(value) || isDay(year === undefined ? `2000-${value}` : value)) yield { end, value };
    }
  };
  return { date, span: readWords(listEntries(dates.spans)) };
}

/** For each of some days its names in all regions. */
function listNames(
  locales: readonly string[],
  days: readonly number[],
  ...forms: readonly Intl.DateTimeFormatOptions[]
) {
  const all = forms.flatMap((form) =>
    locales.map((each) => new Intl.DateTimeFormat(each, { ...form, timeZone: "UTC" })),
  );
  return days.map((day) => all.map((format) => format.format(day)));
}

/** Reads one piece of digits. */
export function readDigits(pattern: RegExp): Reader {
  return function* (tokens, from) {
    const text = tokens.list[from]?.text ?? "";
    if (pattern.test(text)) yield { end: from + 1, value: text };
  };
}

/** A date in digits alone, by the order and the mark of the language. */
function readDigitDate(text: string, order: string): string | null {
  const mark = order.charAt(1);
  const [day = "", month = "", year] = mark === "" ? [] : text.split(mark);
  return year === undefined ? null : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function isDay(date: string): boolean {
  const at = toMs(date);
  return !Number.isNaN(at) && toDay(at) === date;
}

/** The day that a date's value means, the next or the last one where its year is not said. Null if there is none. */
export function toDate(value: string | undefined, today: string, side: "next" | "last"): string | null {
  if (value === undefined) return null;
  if (/^\d{4}-/u.test(value)) return value;
  if (/^[+-]/u.test(value)) return addDays(today, Number(value));
  if (value.startsWith("w")) {
    const ahead = (Number(value.slice(1)) - new Date(toMs(today)).getUTCDay() + 7) % 7;
    return addDays(today, side === "next" ? ahead || 7 : ahead - 7);
  }
  const year = Number(today.slice(0, 4));
  // A leap day is up to eight years away.
  for (let away = 0; away <= 8; away += 1) {
    const date = `${side === "next" ? year + away : year - away}-${value}`;
    if (isDay(date) && (side === "next" ? date >= today : date <= today)) return date;
  }
  return null;
}
