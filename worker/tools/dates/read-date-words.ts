import { foldLetters } from "../../search/terms.ts";
import dateWords from "./date-words.json" with { type: "json" };

/** A date said in words: a day of the calendar, perhaps without its year, or so many days from today. */
export type SaidDate =
  | { readonly type: "now" }
  | { readonly type: "days"; readonly days: number }
  | { readonly type: "date"; readonly day: number; readonly month: number; readonly year?: number };

const NEAR_DAYS: ReadonlyMap<string, number> = new Map([
  ...["today", "heute", "hoy"].map((word): [string, number] => [word, 0]),
  ...["tomorrow", "morgen", "manana"].map((word): [string, number] => [word, 1]),
  ...["yesterday", "gestern", "ayer"].map((word): [string, number] => [word, -1]),
  ...["the day after tomorrow", "ubermorgen", "pasado manana"].map((word): [string, number] => [word, 2]),
  ...["the day before yesterday", "vorgestern", "anteayer"].map((word): [string, number] => [word, -2]),
]);

/** Days with a name of their own, as month and day. */
const FEASTS: ReadonlyMap<string, readonly [month: number, day: number]> = new Map([
  ...["christmas", "christmas day", "weihnachten", "navidad"].map(toFeast(12, 25)),
  ...["christmas eve", "heiligabend", "heiliger abend", "nochebuena"].map(toFeast(12, 24)),
  ...["new year", "new years day", "neujahr", "ano nuevo"].map(toFeast(1, 1)),
  ...["new years eve", "silvester", "nochevieja"].map(toFeast(12, 31)),
]);

function toFeast(month: number, day: number): (name: string) => [string, readonly [number, number]] {
  return (name) => [name, [month, day]];
}

const SKIPPED: ReadonlySet<string> = new Set(["of", "the", "der", "den", "am", "vom", "de", "del", "el", "on", "dem"]);

/** Reads a date in English, German or Spanish words: `1 March`, `24. Dezember 2026`, `5 de mayo`, `ayer`. */
export function readDateWords(text: string): SaidDate | null {
  const plain = foldLetters(text).replace(/['’]/g, "").trim();
  if (plain === "now" || plain === "jetzt" || plain === "ahora") return { type: "now" };
  const days = NEAR_DAYS.get(plain);
  if (days !== undefined) return { type: "days", days };
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
  const feast = FEASTS.get(rest.join(" "));
  if (feast !== undefined) return { type: "date", month: feast[0], day: feast[1], ...year };
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
