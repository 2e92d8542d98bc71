import { foldLetters } from "../../search/terms.ts";
import dateWords from "./date-words.json" with { type: "json" };

/** A date said in words: a day of the calendar, perhaps without its year, or so many days from today. */
export type SaidDate =
  | { readonly type: "now" }
  | { readonly type: "days"; readonly days: number }
  | { readonly type: "date"; readonly day: number; readonly month: number; readonly year?: number };

/** The meaning of words that stand in `date-words.json` by it. */
export function findMeaning(meanings: Readonly<Record<string, string>>, said: string): string | undefined {
  return Object.keys(meanings).find((meaning) => meanings[meaning]?.split(", ").includes(said));
}

const SKIPPED: ReadonlySet<string> = new Set(["of", "the", "der", "den", "am", "vom", "de", "del", "el", "on", "dem"]);

/** Reads a date in English, German or Spanish words: `1 March`, `24. Dezember 2026`, `5 de mayo`, `ayer`. */
export function readDateWords(text: string): SaidDate | null {
  const plain = foldLetters(text).replace(/['’]/g, "").trim();
  if (dateWords.now.split(", ").includes(plain)) return { type: "now" };
  const days = findMeaning(dateWords.near, plain);
  if (days !== undefined) return { type: "days", days: Number(days) };
  const [, dottedDay, dottedMonth, dottedYear] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})?$/.exec(plain) ?? [];
  if (dottedDay !== undefined) {
    const own = dottedYear === undefined ? {} : { year: Number(dottedYear) };
    return { type: "date", day: Number(dottedDay), month: Number(dottedMonth), ...own };
  }
  const words = plain
    .replace(/^[a-z]+day,? |^[a-z]+tag,? |^(?:mittwoch|lunes|martes|miercoles|jueves|viernes|sabado|domingo),? /, "")
    .replaceAll(/(\d)(?:st|nd|rd|th|\.|º)(?=\s|$)/g, "$1")
    .split(/[\s,]+/)
    .filter((word) => word !== "" && !SKIPPED.has(word));
  const last = words.at(-1) ?? "";
  const hasYear = /^\d{4}$/.test(last);
  const rest = hasYear ? words.slice(0, -1) : words;
  const year = hasYear ? { year: Number(last) } : {};
  const [feastMonth, feastDay] = findMeaning(dateWords.feasts, rest.join(" "))?.split("-").map(Number) ?? [];
  if (feastMonth !== undefined && feastDay !== undefined)
    return { type: "date", month: feastMonth, day: feastDay, ...year };
  const day = rest.find((word) => /^\d{1,2}$/.test(word));
  const month = rest.map(readMonth).find((each) => each !== undefined);
  if (rest.length !== 2 || day === undefined || month === undefined) return null;
  return { type: "date", day: Number(day), month, ...year };
}

function readMonth(word: string): number | undefined {
  const start = word.replace(/\.$/, "");
  if (start.length < 3) return undefined;
  const index = dateWords.months.findIndex((names) => names.split(" ").some((name) => name.startsWith(start)));
  return index < 0 ? undefined : index + 1;
}
