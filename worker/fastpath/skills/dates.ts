import type { JsonObject } from "../../protocol/json.ts";
import type { Language, Lines } from "../language.ts";
import type { Bindings } from "../pattern.ts";
import { createDateReaders, toDate, toToday } from "../read-date.ts";
import { createAmountReader } from "../read-number.ts";
import { matchQuestion, type Plan, type Skill, toCounted, toResultText } from "../skill.ts";

/** The tools that calculate with dates, and the shape of their arguments: nothing else here knows them. */
const daysBetween = (from: string, to: string): { readonly name: string; readonly input: JsonObject } => ({
  name: "days_between",
  input: { from, to },
});
const dateAdd = (
  date: string,
  amount: number,
  unit: string,
): { readonly name: string; readonly input: JsonObject } => ({
  name: "date_add",
  input: { date, amount, unit },
});

/** Days and weeks between dates, the weekday of a date, a date some time away. */
export const dates: Skill = {
  name: "dates",
  read: (question, language) => {
    const today = toToday(question);
    const readers = { ...createDateReaders(language), amount: createAmountReader(language.numbers) };
    const read = (patterns: Lines, plan: (bindings: Bindings) => Plan | null): Plan | null => {
      for (const bindings of matchQuestion(question.text, patterns, readers, language)) {
        const found = plan(bindings);
        if (found !== null) return found;
      }
      return null;
    };
    const toDay = (bindings: Bindings, name: string, side: "next" | "last"): string | null =>
      toDate(bindings.get(name)?.value, today, side);
    const { until, since, between, day, later, earlier } = language.dates;
    const move = (sign: 1 | -1) => (bindings: Bindings) => {
      const start = bindings.has("date") ? toDay(bindings, "date", "next") : today;
      const amount = sign * Number(bindings.get("amount")?.value);
      const unit = bindings.get("span")?.value ?? "days";
      return start === null || !Number.isInteger(amount) ? null : planDate(dateAdd(start, amount, unit), language);
    };
    return (
      read(until, (bindings) => {
        const to = toDay(bindings, "date", "next");
        return to === null || to < today ? null : planSpan(today, to, bindings, language);
      }) ??
      read(since, (bindings) => {
        const from = toDay(bindings, "date", "last");
        return from === null || from > today ? null : planSpan(from, today, bindings, language);
      }) ??
      read(between, (bindings) => planBetween(bindings, today, language)) ??
      read(day, (bindings) => {
        const date = bindings.has("date") ? toDay(bindings, "date", "next") : today;
        return date === null ? null : planDate(dateAdd(date, 0, "days"), language);
      }) ??
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

function planSpan(from: string, to: string, bindings: Bindings, { dates: words, locale }: Language): Plan | null {
  const span = bindings.get("span")?.value ?? "days";
  if (span !== "days" && span !== "weeks") return null;
  return {
    calls: [daysBetween(from, to)],
    tell: ([record]) => {
      const found = /\d+/u.exec(toResultText(record) ?? "")?.[0];
      if (found === undefined) return null;
      const days = Number(found);
      const count = (number: number, unit: "days" | "weeks"): string => toCounted(number, words[unit], locale);
      if (span === "days" || days < 7) return `**${count(days, "days")}**`;
      const rest = days % 7;
      const weeks = count(Math.floor(days / 7), "weeks");
      return rest === 0 ? `**${weeks}**` : `**${weeks} ${words.and} ${count(rest, "days")}**`;
    },
  };
}

function planDate(call: { readonly name: string; readonly input: JsonObject }, { locale }: Language): Plan {
  return {
    calls: [call],
    tell: ([record]) => {
      const day = /\d{4}-\d{2}-\d{2}/u.exec(toResultText(record) ?? "")?.[0];
      if (day === undefined) return null;
      const format = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" });
      return `**${format.format(new Date(`${day}T00:00:00Z`))}**`;
    },
  };
}
