import type { WishLanguage } from "../../agent/context/memory-wishes.ts";
import { ONES, TENS } from "./digits-for-words.ts";

/** What of a number a word says: a part to add, or a factor for what stands before it. */
interface Part {
  readonly value: number;
  readonly isFactor: boolean;
}

const COLUMNS: Readonly<Record<WishLanguage, number>> = { en: 0, de: 1, es: 2 };
const SPANISH_HUNDREDS = [
  "cien ciento",
  "doscientos doscientas",
  "trescientos trescientas",
  "cuatrocientos",
  "quinientos quinientas",
  "seiscientos",
  "setecientos",
  "ochocientos",
  "novecientos",
];

const PARTS: Readonly<Record<WishLanguage, ReadonlyMap<string, Part>>> = {
  en: toParts("en", [
    ["hundred", 100],
    ["thousand", 1000],
    ["million", 1_000_000],
  ]),
  de: toParts("de", [
    ["million", 1_000_000],
    ["millionen", 1_000_000],
  ]),
  es: toParts("es", [
    ["mil", 1000],
    ["millon", 1_000_000],
    ["millones", 1_000_000],
  ]),
};

const WORD = /\p{L}[\p{L}\p{M}]*/gu;
/** What may stand between two words of one number. */
const JOINT: Readonly<Record<WishLanguage, RegExp>> = { en: /^(?:[ -]| and )$/u, de: /^ $/u, es: /^(?: | y )$/u };

/** Writes numbers that stand as words of one language in digits: `zweihundertfünf`, `thirty-five`, `mil doscientos`. */
export function toDigits(text: string, language: WishLanguage): string {
  let written = "";
  let end = 0;
  let open: { readonly start: number; readonly value: NumberSum; end: number } | null = null;
  const close = (): void => {
    if (open === null) return;
    written += text.slice(end, open.start) + String(open.value.total + open.value.current);
    end = open.end;
    open = null;
  };
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const part = readPart(word, language);
    if (part === null) continue;
    const last = index + word.length;
    const found: { readonly start: number; readonly value: NumberSum; end: number } | null = open;
    if (found !== null && JOINT[language].test(text.slice(found.end, index)) && found.value.take(part)) {
      found.end = last;
      continue;
    }
    close();
    const value = new NumberSum();
    // "Thousand" alone is the word of a frame, as in "a thousand".
    if (!value.take(part)) continue;
    open = { start: index, value, end: last };
  }
  close();
  return written + text.slice(end);
}

/** Writes numbers in digits with a point for the fraction and nothing between thousands, from how a language writes them. */
export function toPlainNumbers(text: string, language: WishLanguage): string {
  return text.replaceAll(/\d+(?:[.,]\d+)+/gu, (number) => {
    if (language === "en") return number.replaceAll(/,(?=\d{3}(?!\d))/gu, "");
    const isGrouped = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/u.test(number);
    return (isGrouped ? number.replaceAll(".", "") : number).replace(",", ".");
  });
}

/** A number that is read word for word. */
class NumberSum {
  total = 0;
  current = 0;

  /** False if the word does not go on with this number. */
  take({ value, isFactor }: Part): boolean {
    if (isFactor && value > 100) {
      if (this.total % (value * 1000) !== 0) return false;
      this.total += (this.current || 1) * value;
      this.current = 0;
      return true;
    }
    if (isFactor) {
      if (this.current > 9) return false;
      this.current = (this.current || 1) * value;
      return true;
    }
    const { current } = this;
    const isNext =
      current === 0 ||
      (value < 10 && current % 100 >= 20 && current % 10 === 0) ||
      (value < 100 && current >= 100 && current % 100 === 0);
    if (!isNext) return false;
    this.current += value;
    return true;
  }
}

function readPart(word: string, language: WishLanguage): Part | null {
  const plain = word.toLowerCase().replaceAll("ß", "ss").normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const part = PARTS[language].get(plain);
  if (part !== undefined) return part;
  const value = language === "de" ? readGerman(plain) : undefined;
  return value === undefined ? null : { value, isFactor: false };
}

/** German writes a number as one word: `dreitausendzweihundertfuenfundzwanzig`. */
function readGerman(word: string): number | undefined {
  const known = word === "ein" ? undefined : PARTS.de.get(word)?.value;
  if (known !== undefined) return known;
  for (const [name, value] of [
    ["tausend", 1000],
    ["hundert", 100],
  ] as const) {
    const at = word.indexOf(name);
    if (at === -1) continue;
    const before = at === 0 || (word.startsWith("ein") && at === 3) ? 1 : readGerman(word.slice(0, at));
    const rest = word.slice(at + name.length).replace(/^und/u, "");
    const after = rest === "" ? 0 : readGerman(rest);
    return before === undefined || after === undefined ? undefined : before * value + after;
  }
  const [, one = "", ten = ""] = /^(\p{L}+?)und(\p{L}+zig|dreissig)$/u.exec(word) ?? [];
  const ones = one === "ein" ? 1 : PARTS.de.get(one)?.value;
  const tens = PARTS.de.get(ten)?.value;
  return ones === undefined || tens === undefined || ones > 9 ? undefined : tens + ones;
}

function toParts(language: WishLanguage, factors: readonly (readonly [string, number])[]): ReadonlyMap<string, Part> {
  const column = COLUMNS[language];
  const parts = new Map<string, Part>(factors.map(([name, value]) => [name, { value, isFactor: true }]));
  const add = (lines: readonly string[], toValue: (index: number) => number): void => {
    for (const [index, line] of lines.entries()) {
      for (const name of line.split(" / ")[column]?.split(" ") ?? []) {
        parts.set(name, { value: toValue(index), isFactor: false });
      }
    }
  };
  add(ONES, (index) => index);
  add(TENS, (index) => (index + 2) * 10);
  if (language === "es") {
    for (let ones = 1; ones < 10; ones += 1) {
      const name = ONES[ones]?.split(" / ")[column] ?? "";
      for (const each of name.split(" ")) parts.set(`veinti${each}`, { value: 20 + ones, isFactor: false });
    }
    for (const [index, line] of SPANISH_HUNDREDS.entries()) {
      for (const name of line.split(" ")) parts.set(name, { value: (index + 1) * 100, isFactor: false });
    }
  }
  return parts;
}
