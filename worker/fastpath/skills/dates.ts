import type { Bindings } from "../../tools/grammar/pattern.ts";
import type { Lines } from "../../tools/grammar/word-lists.ts";
import type { Language } from "../language.ts";
import { createDateReaders, toDate } from "../read-date.ts";
import { createAmountReader } from "../read-number.ts";
import { findPlan, type Plan, planCall, type Skill } from "../skill.ts";

/** Days and weeks between dates, the weekday of a date, a date some time away. */
export const dates: Skill = {
  name: "dates",
  read: (question, language) => {
    const { text, today } = question;
    const readers = { ...createDateReaders(language), amount: createAmountReader(language) };
    const read = (patterns: Lines, toPlan: (bindings: Bindings) => Plan | null): Plan | null =>
      findPlan(text, patterns, readers, language, toPlan);
    const readSpan = (side: "next" | "last") => (bindings: Bindings) => {
      const date = toDate(bindings.get("date")?.value, today, side);
      if (date === null || (side === "next" ? date < today : date > today)) return null;
      return side === "next" ? planSpan(today, date, bindings, language) : planSpan(date, today, bindings, language);
    };
    const { until, since, between, day, later, earlier } = language.dates;
    const move = (sign: 1 | -1) => (bindings: Bindings) => {
      const start = bindings.has("date") ? toDate(bindings.get("date")?.value, today, "next") : today;
      const amount = sign * Number(bindings.get("amount")?.value ?? 0);
      const unit = bindings.get("span")?.value ?? "days";
      return start === null || !Number.isInteger(amount) ? null : planDate(start, amount, unit, language);
    };
    return (
      read(until, readSpan("next")) ??
      read(since, readSpan("last")) ??
      read(between, (bindings) => planBetween(bindings, today, language)) ??
      read(day, move(1)) ??
      read(later, move(1)) ??
      read(earlier, move(-1))
    );
  },
};

/** A span between two dates; where one has no year, it has the other's, or the year that puts them in order. */
function planBetween(bindings: Bindings, today: string, language: Language): Plan | null {
  const [from = "", to = ""] = ["from", "to"].map((name) => bindings.get(name)?.value);
  const start = toDate(from, /^\d{4}/u.test(to) ? `${to.slice(0, 4)}-01-01` : today, "next");
  const end = start === null ? null : toDate(to, start, "next");
  return start === null || end === null ? null : planSpan(start, end, bindings, language);
}

function planSpan(from: string, to: string, bindings: Bindings, { locales }: Language): Plan | null {
  const span = bindings.get("span")?.value ?? "days";
  if (span !== "days" && span !== "weeks") return null;
  return planCall("days_between", { from, to }, (result) => {
    const found = /\d+/u.exec(result)?.[0];
    if (found === undefined) return null;
    const weeks = span === "weeks" ? Math.floor(Number(found) / 7) : 0;
    const days = Number(found) - weeks * 7;
    const count = (number: number, unit: "week" | "day"): readonly string[] =>
      number === 0 ? [] : [new Intl.NumberFormat(locales, { style: "unit", unit, unitDisplay: "long" }).format(number)];
    return `**${new Intl.ListFormat(locales).format([...count(weeks, "week"), ...count(days, "day")])}**`;
  });
}

function planDate(date: string, amount: number, unit: string, { locales }: Language): Plan {
  return planCall("date_add", { date, amount, unit }, (result) => {
    const day = /\d{4}-\d{2}-\d{2}/u.exec(result)?.[0];
    if (day === undefined) return null;
    const format = new Intl.DateTimeFormat(locales, { dateStyle: "full", timeZone: "UTC" });
    return `**${format.format(new Date(`${day}T00:00:00Z`))}**`;
  });
}
