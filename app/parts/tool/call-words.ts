import type { JsonObject, JsonValue } from "../../../worker/protocol/json.ts";
import type { Translator } from "../../messages/translate.ts";

const UNITS = ["minute", "hour", "day", "week", "month", "year"] as const;
/** Days by their place beside today, as the tool takes them. */
const NAMED: ReadonlyMap<string, number> = new Map([
  ["today", 0],
  ["tomorrow", 1],
  ["yesterday", -1],
]);

/** Means nothing to people, unlike words of the note. */
const NOTE_ID = /^(?=\S*\d)[\w-]+$/;

/**
 * What a tool of ours is asked, where its arguments by themselves are no phrase; undefined for every other. Empty where
 * the sentence of the result says it in the user's language.
 */
export function toCallWords(name: string, input: JsonObject, isDone: boolean, t: Translator): string | undefined {
  switch (name) {
    case "days_between":
      return toSpanWords(input.from, input.to, t);
    case "date_add":
      return toDateWords(input, t);
    // In stored conversations: days_between and date_add have taken its place.
    case "date_math":
      if (input.operation === "difference") return toSpanWords(input.date, input.other_date, t);
      return toDateWords(input.operation === "subtract" ? { ...input, amount: -Number(input.amount ?? 0) } : input, t);
    case "current_time":
      return isDone ? "" : undefined;
    case "convert_units":
      return isDone ? "" : `${toText(input.value)} ${toText(input.from)} → ${toText(input.to)}`;
    case "memory_delete":
      return isDone || NOTE_ID.test(toText(input.note)) ? "" : toText(input.note);
    case "search_files":
      return toText(input.query) || undefined;
    default:
      return undefined;
  }
}

function toSpanWords(from: JsonValue | undefined, to: JsonValue | undefined, t: Translator): string {
  return [toDay(from, t), toDay(to, t)].filter(Boolean).join(" → ");
}

function toDateWords({ date, amount, unit }: JsonObject, t: Translator): string {
  const from = toDay(date, t);
  const count = Number(amount ?? 0);
  if (count === 0) return from;
  const known = UNITS.find((each) => toText(unit).toLowerCase().startsWith(each));
  const span =
    known === undefined
      ? `${toText(amount).replace(/^-/, "")} ${toText(unit)}`.trim()
      : t.number(Math.abs(count), { style: "unit", unit: known, unitDisplay: "long" });
  return `${from} ${count < 0 ? "−" : "+"} ${span}`;
}

/** A date in the user's language; what cannot be read stays as it is. */
function toDay(value: JsonValue | undefined, t: Translator): string {
  const text = toText(value);
  const near = NAMED.get(text.toLowerCase());
  if (near !== undefined) return new Intl.RelativeTimeFormat(t.locale, { numeric: "auto" }).format(near, "day");
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(text) : null;
  if (date === null || Number.isNaN(date.getTime())) return text;
  return new Intl.DateTimeFormat(t.locale, { dateStyle: "long", timeZone: "UTC" }).format(date);
}

function toText(value: JsonValue | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
