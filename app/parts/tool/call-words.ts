import type { JsonObject, JsonValue } from "../../../worker/protocol/json.ts";
import type { ToolCall } from "../../../worker/protocol/tool.ts";
import type { Translator } from "../../messages/translate.ts";
import { findToolTitle } from "./tool-titles.ts";

const UNITS = ["minute", "hour", "day", "week", "month", "year"] as const;
/** Days by their place beside today, as the tool takes them. */
const NAMED: ReadonlyMap<string, number> = new Map([
  ["today", 0],
  ["tomorrow", 1],
  ["yesterday", -1],
]);

/** Means nothing to people, unlike words of the note. */
const NOTE_ID = /^(?=\S*\d)[\w-]+$/;

const RECORD_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Writes the ids of notes, which stand in calls of our tools for them, as people name them. */
export function toNoteNames({ name }: Pick<ToolCall, "name">, t: Translator): (text: string) => string {
  const isOfNotes = name.startsWith("memory_") && findToolTitle(name, t) !== null;
  return (text) => (isOfNotes && RECORD_ID.test(text) ? t.text("tool.a-note") : text);
}

/** The arguments of a tool of ours, where by themselves they are no phrase; undefined for all others. */
export function toCallWords(input: JsonObject, t: Translator): string | undefined {
  const { value, from, to, date, other_date: other, operation, amount, unit, note, id, query } = input;
  if (value !== undefined && to !== undefined) return `${toText(value)} ${toText(from)} → ${toText(to)}`;
  // Of a tool in stored conversations, which two others have replaced.
  if (operation === "difference") return toSpanWords(date, other, t);
  if (operation === "subtract" && date !== undefined) return toDateWords({ ...input, amount: -Number(amount ?? 0) }, t);
  if (amount !== undefined || unit !== undefined) return toDateWords(input, t);
  if (from !== undefined) return toSpanWords(from, to, t);
  const chosen = toText(note ?? id);
  if (chosen !== "") return NOTE_ID.test(chosen) ? "" : chosen;
  return toText(query) || undefined;
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
