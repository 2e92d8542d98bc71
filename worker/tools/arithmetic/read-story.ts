import type { WishLanguage } from "../../agent/context/memory-wishes.ts";
import type { PlainCall } from "../../agent/define/tool.ts";
import { LOCALES } from "../plain-question.ts";
import { toDigits, toPlainNumbers } from "./number-words.ts";
import { readStories, type StoryKind } from "./story-patterns.ts";

const MAX_QUESTION = 300;
const LANGUAGES: readonly WishLanguage[] = ["en", "de", "es"];

/**
 * Reads a sum that is told as a story: "Five friends share 85 euros evenly, how much does each get?" The whole question
 * has to be such a story: one word that no pattern has, and it is none.
 */
export function readStory(question: string): PlainCall | null {
  if (question.length > MAX_QUESTION) return null;
  for (const language of LANGUAGES) {
    const told = toClauses(question, language);
    if (!/\d/u.test(told)) continue;
    for (const [kind, pattern] of readStories(language, told)) {
      const groups = pattern.exec(told)?.groups;
      const sum = groups === undefined ? null : toSum(kind, groups, language);
      if (sum !== null) {
        const unit = asWritten(sum.unit, question);
        return {
          arguments: { expression: sum.expression },
          toAnswer: (result) => tell({ ...sum, unit }, result, language),
        };
      }
    }
  }
  return null;
}

/** What is computed, and what the number counts. */
interface StorySum {
  readonly expression: string;
  readonly unit: string;
  readonly isMoney: boolean;
}

/** In lower case, numbers in digits, ` | ` between clauses. */
function toClauses(question: string, language: WishLanguage): string {
  const plain = question
    .toLowerCase()
    .replaceAll(/[¿¡]/gu, " ")
    .replaceAll(/[\s\u00a0]+/gu, " ")
    .trim()
    .replace(/[?!. ]+$/u, "")
    // Not the number.
    .replaceAll(/(?<=each |every )one(?!\p{L})/gu, "person")
    .replaceAll(/(?<=cada )un[oa](?!\p{L})/gu, "cual")
    .replace(/(?<= an? )(?:ten|twenty|fifty|hundred)(?! ?[\p{L}-])/gu, "$& note")
    .replaceAll(/-(?=euro|dollar|pound|schein|note)/gu, " ");
  const digits = toPlainNumbers(toDigits(plain, language), language)
    .replaceAll(/ ?(?:percent|per cent|prozent|por ?ciento)(?!\p{L})/gu, "%")
    .replaceAll(/(?<=\d) ?%/gu, "%");
  return digits
    .replaceAll(/ ?(?:[,;:!?–—]|\.(?!\d)) ?(?=\D|\d)/gu, (mark) => (/^\.\d/u.test(mark) ? mark : " | "))
    .replaceAll(/(?: \| )+/gu, " | ")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

/** German nouns begin with a capital letter. */
function asWritten(unit: string, question: string): string {
  const at = question.toLowerCase().indexOf(unit);
  return at === -1 ? unit : question.slice(at, at + unit.length);
}

const MONEY = /^(?:euros?|dollars?|d[oó]lar(?:es)?|pounds?|bucks|francs|franken|pesos?|libras?|pfund|[€$£])$/u;
/** So many of the second span are in the first, where that is exact. */
const SPANS: Readonly<Record<string, number>> = { "day week": 7, "month year": 12 };

function toSum(kind: StoryKind, groups: Readonly<Record<string, string>>, language: WishLanguage): StorySum | null {
  const { a = "", n, i, j, u = "", p = "", q = "" } = groups;
  const isMoney = MONEY.test(u);
  const write = (expression: string): StorySum => ({ expression, unit: u, isMoney });
  const count = Number(n ?? "1");
  switch (kind) {
    case "share": {
      const isWhole = Number.isInteger(count) && count > 1;
      // Marbles are not cut.
      return isWhole && u !== "" && (isMoney || Number(a) % count === 0) ? write(`${a} / ${n}`) : null;
    }
    case "price":
      return (u === "" || isMoney || isCents(u)) &&
        (j === undefined || isSameThing(i ?? "", j, language) || isSameThing(j, i ?? "", language))
        ? write(`${n} * ${a}`)
        : null;
    case "tip":
    case "saved":
      return write(`${a} * ${n} / 100`);
    case "with-tip":
      return write(`${a} + ${a} * ${n} / 100`);
    case "off":
      return count < 100 ? write(`${a} - ${a} * ${n} / 100`) : null;
    case "change":
      return count >= Number(a) ? write(`${n} - ${a}`) : null;
    default: {
      const [each, whole] = [toSpan(p), toSpan(q)];
      const factor = each === whole ? 1 : SPANS[`${each} ${whole}`];
      if (factor === undefined || (factor === 1 && n === undefined)) return null;
      return write([a, ...(factor === 1 ? [] : [factor]), ...(n === undefined ? [] : [n])].join(" * "));
    }
  }
}

function isCents(unit: string): boolean {
  return /^(?:cents?|céntimos)$/u.test(unit);
}

function toSpan(word: string): string {
  if (/^(?:day|tag|d[ií]a)/u.test(word)) return "day";
  if (/^(?:week|woche|semana)/u.test(word)) return "week";
  return /^(?:mon(?:th|at)|mes)/u.test(word) ? "month" : "year";
}

const ENDINGS: Readonly<Record<WishLanguage, readonly string[]>> = {
  en: ["", "s", "es"],
  de: ["", "e", "n", "en", "er", "s"],
  es: ["", "s", "es"],
};

/** "Apfel" and "Äpfel", "berry" and "berries", "movie ticket" and "tickets". */
function isSameThing(one: string, many: string, language: WishLanguage): boolean {
  const toHead = (words: string): string => {
    const all = words.normalize("NFKD").replaceAll(/\p{M}/gu, "").split(" ");
    return (language === "es" ? all[0] : all.at(-1)) ?? "";
  };
  const rest = (words: string): string =>
    language === "es" ? words.split(" ").slice(1).join(" ") : words.split(" ").slice(0, -1).join(" ");
  if (rest(many) !== "" && rest(many) !== rest(one)) return false;
  const [single, plural] = [toHead(one), toHead(many)];
  const stems = [single, single.replace(/y$/u, "i"), single.replace(/z$/u, "c"), single.replace(/fe?$/u, "ve")];
  return stems.some((stem) => ENDINGS[language].some((ending) => stem + ending === plural));
}

const MAX_PLACES = 6;

function tell({ expression, unit, isMoney }: StorySum, result: string, language: WishLanguage): string {
  const toText = (number: string, digits = MAX_PLACES): string =>
    new Intl.NumberFormat(LOCALES[language], {
      maximumFractionDigits: digits,
      minimumFractionDigits: isMoney && !Number.isInteger(Number(number)) ? 2 : 0,
    }).format(Number(number));
  const asked = expression.replaceAll("*", "×").replaceAll(/\d+(?:\.\d+)?/gu, (number) => toText(number));
  const value = Number(result);
  const places = isMoney ? 2 : MAX_PLACES;
  const isExact = Number(value.toFixed(places)) === value;
  return `${asked} ${isExact ? "=" : "≈"} **${toText(result, places)}${unit === "" ? "" : ` ${unit}`}**`;
}
