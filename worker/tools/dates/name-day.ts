import { foldLetters } from "../../search/terms.ts";
import dateWords from "./date-words.json" with { type: "json" };
import { addDays, type PlainDate, toDay } from "./plain-date.ts";
import { findMeaning } from "./read-date-words.ts";

const BEFORE =
  /^(?:(?:the |this |next |coming |on )+|(?:am |den |der |dem |de[nrm] |n[äa]chste[rnms]? |kommende[rnm]? |diese[rnm]? )+|(?:el |la |este |pr[óo]xim[oa] |siguiente )+)/iu;
const EASTER = /^(?:easter(?: sunday)?|oster(?:n|sonntag)|pascua|domingo de (?:pascua|resurrección))$/iu;

/** The next day of a name that falls on another date each time: a weekday, Easter. Null for other words. */
export function nameDay(said: string, today: PlainDate): PlainDate | null {
  const start = toDay(today);
  const text = said
    .replace(BEFORE, "")
    .replace(/(?: que viene|['’]s)$/iu, "")
    .trim()
    .toLowerCase();
  if (EASTER.test(text)) {
    const year = new Date(start.at).getUTCFullYear();
    const days = [findEaster(year), findEaster(year + 1)];
    return { at: days.find((at) => at >= start.at) ?? start.at, hasTime: false };
  }
  const weekday = findMeaning(dateWords.weekdays, foldLetters(text));
  if (weekday === undefined) return null;
  const ahead = (Number(weekday) - new Date(start.at).getUTCDay() + 7) % 7 || 7;
  return addDays(start, ahead);
}

/** Easter Sunday of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
function findEaster(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  const day = (h + l - 7 * m + 33 * month + 19) % 32;
  return Date.UTC(year, month - 1, day);
}
