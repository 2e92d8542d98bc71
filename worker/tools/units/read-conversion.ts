import type { WishLanguage } from "../../agent/context/memory-wishes.ts";
import type { PlainCall } from "../../agent/define/tool.ts";
import { toDigits, toPlainNumbers } from "../arithmetic/number-words.ts";
import { LOCALES, toBareQuestion, withoutEnding } from "../plain-question.ts";
import { findUnit, type Unit } from "./find-unit.ts";

/** German and Spanish names of units whose English name is another one. What two languages share stands once. */
const FOREIGN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    meters: "metro metros",
    kilometers: "kilometer kilometern kilómetro kilómetros",
    centimeters: "zentimeter zentimetern centímetro centímetros",
    millimeters: "millimeter millimetern milímetro milímetros",
    miles: "meile meilen milla millas",
    "nautical miles": "seemeile seemeilen",
    yards: "yarda yardas",
    feet: "fuß füße pie pies",
    inches: "zoll pulgada pulgadas",
    kilograms: "kilogramm kilo kilos kilogramo kilogramos",
    grams: "gramm gramo gramos",
    milligrams: "milligramm miligramo miligramos",
    tonnes: "tonne tonnen tonelada toneladas",
    pounds: "libra libras",
    ounces: "unze unzen onza onzas",
    celsius: "grad celsius,grados celsius,grados centígrados,grad",
    fahrenheit: "grad fahrenheit,grados fahrenheit",
    liters: "liter litern litro litros",
    milliliters: "milliliter millilitern mililitro mililitros",
    centiliters: "zentiliter centilitro centilitros",
    deciliters: "deziliter decilitro decilitros",
    "cubic meters": "kubikmeter,kubikmetern,metro cúbico,metros cúbicos",
    gallons: "gallone gallonen galón galones",
    cups: "tasse tassen taza tazas",
    tablespoons: "esslöffel cucharada cucharadas",
    teaspoons: "teelöffel cucharadita cucharaditas",
    "km/h": "stundenkilometer,kilometer pro stunde,kilómetros por hora",
    mph: "meilen pro stunde,millas por hora",
    knots: "knoten nudo nudos",
    seconds: "sekunde sekunden segundo segundos",
    minutes: "minuten minuto minutos",
    hours: "stunde stunden hora horas",
    days: "tag tage tagen día días",
    weeks: "woche wochen semana semanas",
    months: "monat monate monaten mes meses",
    years: "jahr jahre jahren año años",
    "square meters": "quadratmeter,quadratmetern,metro cuadrado,metros cuadrados",
    "square kilometers": "quadratkilometer,kilómetros cuadrados",
    hectares: "hektar hectárea hectáreas",
    acres: "acre acres",
  }).flatMap(([name, words]) =>
    words.split(words.includes(",") ? "," : " ").map((word): [string, string] => [word, name]),
  ),
);

const AMOUNT =
  "(?<amount>-?\\d+(?:[.,]\\d+)?|\\d+/\\d+|an?|one|ein(?:e[rmns]?)?|una?|half an?|(?:eine? )?halbe[rns]?|medi[ao])";
const FROM = "(?<from>[\\p{L}°/²³. ]+?)";
const TO = "(?<to>[\\p{L}°/²³. ]+?)";

/** What a conversion is asked for with; each names the amount, the unit it is in and the unit wanted. */
const ASKED: readonly (readonly [WishLanguage, RegExp])[] = (
  [
    [
      "en",
      `(?:please )?(?:convert|change|turn|how much (?:is|are)|what(?:['’]s| is| are)|calculate)? ?${AMOUNT} ?${FROM} (?:to|in|into|as) ${TO}`,
    ],
    [
      "en",
      `how many ${TO} (?:are|is|make|makes|fit|go|do you get|does|do|has|in)(?: there)?(?: in| into| equal| make up| from)? ${AMOUNT} ?${FROM}(?: have| has| make| equal)?`,
    ],
    ["en", `${AMOUNT} ?${FROM} (?:is|are|equals?|makes?) how many ${TO}`],
    ["de", `(?:bitte )?(?:rechne|wandle|konvertiere|verwandle)? ?${AMOUNT} ?${FROM} (?:in|zu|nach|auf) ${TO}(?: um)?`],
    [
      "de",
      `(?:wie viel|wieviel|wie viele|was) (?:ist|sind|macht|machen|ergeben|entsprechen) ${AMOUNT} ?${FROM} (?:in|auf) ${TO}`,
    ],
    [
      "de",
      `(?:wie ?viele?) ${TO} (?:sind|hat|haben|ergeben|ergibt|entsprechen|entspricht|ist|passen in|stecken in|enthält|enthalten)(?: es)?(?: in)? ${AMOUNT} ?${FROM}`,
    ],
    [
      "es",
      `(?:por favor )?(?:convierte|convertir|pasa|pasar|cambia|cu[aá]nto (?:es|son)|qué son)? ?${AMOUNT} ?${FROM} (?:a|en|son en) ${TO}`,
    ],
    ["es", `cu[aá]nt[oa]s ${TO} (?:son|es|hay en|tienen?|hacen?|equivalen? a|equivale a|caben en) ${AMOUNT} ?${FROM}`],
    ["es", `a cu[aá]nt[oa]s ${TO} equivalen? ${AMOUNT} ?${FROM}`],
  ] as const
).map(([language, pattern]) => [language, new RegExp(`^${pattern}$`, "iu")]);
/** A height as people say it: 6 foot 2, 5'10". */
const FEET_AND_INCHES =
  /(\d+) ?(?:feet|foot|ft\.?|['’′]) ?(?:and )?(\d+)(?: ?(?:inch(?:es)?|in(?!\p{L} )|["”″]|''))?(?= (?:in|to|into)(?!\p{L}))/iu;
const MAX_QUESTION = 120;

/** Reads a question that is nothing but a conversion: "How many seconds are in a day?", "5 Meilen in Kilometer". */
export function readConversion(question: string): PlainCall | null {
  if (question.length > MAX_QUESTION) return null;
  const asked = withoutEnding(toBareQuestion(question));
  const plain = asked.replace(
    FEET_AND_INCHES,
    (_, feet: string, inches: string) => `${Number(feet) * 12 + Number(inches)} inches`,
  );
  for (const [language, pattern] of ASKED) {
    const found = pattern.exec(toPlainNumbers(toDigits(plain, language), language))?.groups;
    if (found === undefined) continue;
    // A German or a Spanish thousand.
    if (language === "en" && /\d\.000(?!\d)/u.test(asked)) continue;
    const amount = toAmount(found.amount ?? "");
    const from = readUnit(found.from ?? "", language);
    const to = readUnit(found.to ?? "", language);
    if (from === null || to === null || from.unit.kind !== to.unit.kind || Number.isNaN(amount)) continue;
    return {
      arguments: { value: amount * from.times, from: from.name, to: to.name },
      toAnswer: (result) => tellAmount(result, language, { amount, from: found.from ?? "", to: found.to ?? "" }),
    };
  }
  return null;
}

function toAmount(said: string): number {
  const [, upper, lower] = /^(\d+)\/(\d+)$/u.exec(said) ?? [];
  if (upper !== undefined) return Number(upper) / Number(lower);
  if (/\d/u.test(said)) return Number(said.replace(",", "."));
  return /hal|medi/iu.test(said) ? 0.5 : 1;
}

/** A German pound is half a kilogram. */
const GERMAN_POUND = /^pfund$/iu;

interface SaidUnit {
  readonly name: string;
  readonly unit: Unit;
  readonly times: number;
}

function readUnit(said: string, language: WishLanguage): SaidUnit | null {
  const word = said.trim();
  const isPound = language === "de" && GERMAN_POUND.test(word);
  const name = isPound ? "grams" : ((language === "en" ? undefined : FOREIGN.get(word.toLowerCase())) ?? word);
  try {
    return { name, unit: findUnit(name), times: isPound ? 500 : 1 };
  } catch {
    return null;
  }
}

const MAX_PLACES = 4;

/** In English as the tool says it; elsewhere with the user's own words for the units. */
function tellAmount(
  result: string,
  language: WishLanguage,
  { amount, from, to }: { readonly amount: number; readonly from: string; readonly to: string },
): string {
  const [, value = "", name = ""] = / = (-?[\d.e+-]+) (.+)$/u.exec(result) ?? [];
  if (value === "") return result;
  const number = Number(value);
  const format = new Intl.NumberFormat(LOCALES[language], {
    ...(Math.abs(number) < 1 ? { maximumSignificantDigits: MAX_PLACES } : { maximumFractionDigits: MAX_PLACES }),
  });
  const short = Math.abs(number) < 1 ? number.toPrecision(MAX_PLACES) : number.toFixed(MAX_PLACES);
  const isExact = Number(short) === number;
  const asked = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 6 }).format(amount);
  return `${asked} ${from} ${isExact ? "=" : "≈"} **${format.format(number)} ${language === "en" ? name : to}**`;
}
