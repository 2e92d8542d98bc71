import type { JsonObject, JsonValue } from "../../../../worker/protocol/json.ts";
import type { Translator } from "../../../messages/translate.ts";

const UNITS = ["day", "week", "month", "year"] as const;
/** Days by their place beside today, as the tool takes them. */
const NAMED: ReadonlyMap<string, number> = new Map([
  ["today", 0],
  ["tomorrow", 1],
  ["yesterday", -1],
]);

/**
 * What a tool of ours is asked, where its arguments by themselves are no phrase; undefined for every other. Empty where
 * the sentence of the result says it in the user's language.
 */
export function toCallWords(name: string, input: JsonObject, isDone: boolean, t: Translator): string | undefined {
  switch (name) {
    case "date_math":
      return toDateWords(input, t);
    case "current_time":
      return isDone ? "" : undefined;
    case "convert_units":
      return isDone ? "" : `${toText(input.value)} ${toText(input.from)} → ${toText(input.to)}`;
    case "search_files":
      return toText(input.query) || undefined;
    default:
      return undefined;
  }
}

function toDateWords({ operation, date, other_date: other, amount, unit }: JsonObject, t: Translator): string {
  const from = toDay(date, t);
  if (operation === "difference") return [from, toDay(other, t)].filter(Boolean).join(" → ");
  const count = Number(amount ?? 0);
  if (count === 0) return from;
  const known = UNITS.find((each) => toText(unit).toLowerCase().startsWith(each));
  const span =
    known === undefined
      ? `${toText(amount)} ${toText(unit)}`.trim()
      : t.number(count, { style: "unit", unit: known, unitDisplay: "long" });
  return `${from} ${operation === "subtract" ? "−" : "+"} ${span}`;
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
