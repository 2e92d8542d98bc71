import type { Translator } from "../../messages/translate.ts";

/** `Sunday, 22 November 2026, 19:41:00 in Europe/Berlin (UTC+01:00)`, as the tool for the time says it. */
const TIME = /^\w+, (\d{1,2} \w+ \d{4}), (\d{2}:\d{2}):\d{2} in (\S+) \(([^)]*)\)$/;
/** `2026-12-24 07:40 (Thursday)`. */
const DATE = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2})(?::\d{2})?)? \(\w+\)$/;
/** `298 days back (9 months and 23 days)`. */
const SPAN = /^(\d+ [a-z]+(?:(?:, | and )\d+ [a-z]+)*)( back)?(?: \(([^)]*)\))?$/;
const PART = /(\d+) (year|month|week|day|hour|minute|second)s?/g;

/** The time of a place, or the date that the clock was asked for, in the user's language. */
export function toTimeSentence(result: string, t: Translator): string {
  const [, day = "", time = "", zone = "", offset = ""] = TIME.exec(result) ?? [];
  const date = toLongDate(`${day} UTC`, t);
  if (date === "") return toDateSentence(result, t);
  return t.text("said.time", { date, time, place: zone.split("/").at(-1)?.replaceAll("_", " ") ?? zone, offset });
}

/** A date, or the time between two, in the user's language. */
export function toDateSentence(result: string, t: Translator): string {
  const [, iso, time] = DATE.exec(result) ?? [];
  if (iso !== undefined) return [toLongDate(iso, t), time].filter(Boolean).join(", ");
  const [, span, back, calendar] = SPAN.exec(result) ?? [];
  if (span === undefined) return result;
  const whole = calendar === undefined ? toSpan(span, t) : `${toSpan(span, t)} (${toSpan(calendar, t)})`;
  return back === undefined ? whole : t.text("said.back", { span: whole });
}

/** A due date in the user's language: `2026-11-27 09:00 (Friday), weekly`. */
export function toDueText(due: string, t: Translator): string {
  const [date = "", ...rest] = due.split(", ");
  const words = rest.map((word) => t.find(word === "late" ? "tasks.late" : `tasks.repeats.${word}`) ?? word);
  return [toDateSentence(date, t), ...words].join(", ");
}

function toLongDate(text: string, t: Translator): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return "";
  return new Intl.DateTimeFormat(t.locale, { dateStyle: "full", timeZone: "UTC" }).format(date);
}

function toSpan(text: string, t: Translator): string {
  const parts = [...text.matchAll(PART)].map(([, amount, unit]) =>
    t.number(Number(amount), { style: "unit", unit: unit ?? "day", unitDisplay: "long" }),
  );
  return new Intl.ListFormat(t.locale, { type: "conjunction" }).format(parts);
}
