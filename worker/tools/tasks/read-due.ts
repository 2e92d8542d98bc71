import { attempt } from "../../protocol/attempt.ts";
import { REPEATS, type Repeat } from "../../protocol/tasks/task.ts";
import { toDigitsForWords } from "../../search/digits-for-words.ts";
import { foldLetters } from "../../search/terms.ts";
import dateWords from "../dates/date-words.json" with { type: "json" };
import { DATE_UNITS, moveDate } from "../dates/move-date.ts";
import { nameDay } from "../dates/name-day.ts";
import { addDays, addMonths, addSeconds, type PlainDate, readPlainDate, toDay } from "../dates/plain-date.ts";
import { readClock, toDayWords } from "../dates/read-clock.ts";
import { findMeaning } from "../dates/read-date-words.ts";

/** When a task is due, and how often it comes again. */
export interface SaidDue {
  /** As in `TaskState`. */
  readonly due: string;
  readonly repeats?: Repeat;
}

const REPEATING: readonly (readonly [RegExp, Repeat])[] = [
  [/^(?:daily|taglich|diario|diariamente|(?:every|each) day|jeden tag|(?:cada|todos los) dias?)$/, "daily"],
  [/^(?:weekly|wochentlich|semanal|(?:every|each) week|jede woche|cada semana|todas las semanas)$/, "weekly"],
  [/^(?:monthly|monatlich|mensual|(?:every|each) month|jeden monat|cada mes|todos los meses)$/, "monthly"],
  [/^(?:yearly|annually|jahrlich|anual|(?:every|each) year|jedes jahr|cada ano|todos los anos)$/, "yearly"],
];
const EVERY = /^(?:every|each|jede[nrs]?|cada|todos los|todas las|an jedem) /;
const TONIGHT = /^(?:tonight|this evening|heute abend|esta noche)$/;
const EVENING = 20 * 3600;
const SPAN =
  /^(?:in|within|dentro de|en) (an?|one|eine?[mnr]?|un[ao]?|\d{1,4}) (minute|minuto|hour|stunde|hora|day|tag|dia|week|woche|semana|month|monat|mes|year|jahr|ano)(?:s|n|en|es|e)?$/;
const NEXT = /^(?:next|nachste[nrs]?|proxim[oa]|el proximo|la proxima) /;

/**
 * Reads when something is due, in English, German or Spanish: `tomorrow at 9`, `Friday`, `in 3 days`, `every Monday`,
 * `2026-12-24 07:40`. Without its day a time is the next one, without its year a date is. Throws an error whose message is
 * for the author of the text.
 */
export function readDue(text: string, now: PlainDate): SaidDue {
  const plain = toPlain(text);
  const [, dated, comesAgain] = /^(.+?),? (daily|weekly|monthly|yearly)$/.exec(plain) ?? [];
  const stated = REPEATS.find((each) => each === comesAgain);
  if (dated !== undefined && stated !== undefined) return { due: readMoment(dated, now, text), repeats: stated };
  const [, repeats] = REPEATING.find(([pattern]) => pattern.test(toDayWords(plain))) ?? [];
  if (repeats !== undefined)
    return { due: readMoment(plain.slice(toDayWords(plain).length).trim() || "today", now, text), repeats };
  const once = plain.replace(EVERY, "");
  const isWeekly = once !== plain && findMeaning(dateWords.weekdays, toDayWords(once)) !== undefined;
  const due = readMoment(isWeekly ? once : plain, now, text);
  return isWeekly ? { due, repeats: "weekly" } : { due };
}

/** Splits a text from a due date at its end; null where none is. */
export function splitDue(text: string, now: PlainDate): ({ readonly text: string } & SaidDue) | null {
  const words = text.trim().split(/\s+/u);
  // The longest end that is a date, so that "tomorrow at 9" is not read as "at 9".
  for (let start = Math.max(1, words.length - MAX_DUE_WORDS); start < words.length; start += 1) {
    const end = words.slice(start).join(" ").replace(/[.!]$/, "");
    if (!BEGINS_DUE.test(toPlain(end))) continue;
    const said = attempt(() => readDue(end.replace(/^(?:on|by|until|am|bis|el|para el)\s+/iu, ""), now));
    // Otherwise a shorter end may be a date.
    if (said === null) continue;
    const text = words.slice(0, start).join(" ");
    return { text: text.replace(/[,;:]$/u, ""), ...said };
  }
  return null;
}

const MAX_DUE_WORDS = 6;
/** A number alone at the end of a task is seldom a date. */
const BEGINS_DUE =
  /^(?:at|um|a las?|on|by|until|am|bis|el|para|in|en|dentro|next|nachst|proxim|every|each|jede|cada|todos|todas|daily|taglich|weekly|monthly|today|heute|hoy|tomorrow|morgen|manana|tonight|uber|the day|\d{4}-|(?:sun|mon|tues|wednes|thurs|fri|satur)day|\p{L}+tag\b|lunes|martes|miercoles|jueves|viernes|sabado|domingo|mittwoch)/u;

function readMoment(plain: string, now: PlainDate, original: string): string {
  if (TONIGHT.test(plain)) return format(addSeconds(toDay(now), EVENING));
  const moved = readSpan(plain, now);
  if (moved !== null) return format(moved);
  const iso = /^\d{4}-\d{1,2}-\d{1,2}(?:[t ]\d{1,2}:\d{2}(?::\d{2})?)?z?$/.test(plain);
  if (iso) return format(readPlainDate(plain, () => now));
  const clock = readClock(plain);
  const day = readDay(toDayWords(plain), now, original);
  if (clock === null) return format(day ?? fail(original));
  const date = day ?? toDay(now);
  const at = addSeconds(date, clock);
  return format(day === null && at.at <= now.at ? addDays(at, 1) : at);
}

/** Null where the words name no day. */
function readDay(words: string, now: PlainDate, original: string): PlainDate | null {
  if (words === "") return null;
  const today = toDay(now);
  const named = nameDay(words, today);
  if (named !== null) return named;
  const moved = readSpan(words.replace(NEXT, "in 1 "), now);
  if (moved !== null) return toDay(moved);
  const plain = words.replace(/^(?:on|by|am|bis|el) (?:the )?/, "");
  const date = toDay(attempt(() => readPlainDate(plain, () => now)) ?? fail(original));
  const hasYear = /\d{4}/.test(words);
  // Christmas is the next one, and not the one that is over.
  return date.at < today.at && !hasYear && /\d|christmas|weihn|navidad|year|jahr|ano|silvester/.test(words)
    ? addMonths(date, 12)
    : date;
}

/** From now on by minutes and hours, from today on by whole days; null for words that are no span. */
function readSpan(words: string, now: PlainDate): PlainDate | null {
  const [, amountWord, unitWord = ""] = SPAN.exec(words) ?? [];
  if (amountWord === undefined) return null;
  const unit = DATE_UNITS.find((each) => dateWords.units[each].split(" ").includes(unitWord)) ?? "days";
  const start = unit === "minutes" || unit === "hours" ? now : toDay(now);
  return moveDate(start, /^\d/.test(amountWord) ? Number(amountWord) : 1, unit);
}

/** Small letters without accents, numbers in digits; `mañana por la mañana` and its like are not taken apart. */
function toPlain(text: string): string {
  const words = foldLetters(text).replace(/['’]/g, "").trim().split(/\s+/);
  return words.map(toDigitsForWords).join(" ");
}

function format({ at, hasTime }: PlainDate): string {
  return new Date(at).toISOString().slice(0, hasTime ? 16 : 10);
}

function fail(text: string): never {
  throw new Error(
    `'${text}' is not a date that can be read. Write it as tomorrow, Friday at 9:00, in 3 days, or as year-month-day.`,
  );
}
