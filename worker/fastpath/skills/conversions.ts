import { findUnit, formatAmount, type Unit } from "../../tools/units/find-unit.ts";
import { type Language, listEntries } from "../language.ts";
import { type Bound, type Reader, readWords } from "../pattern.ts";
import { createAmountReader } from "../read-number.ts";
import { matchQuestion, type Skill, toResultText } from "../skill.ts";
import { fold, sliceTokens } from "../tokens.ts";

const TOOL = "convert_units";
const MAX_PLACES = 4;
const MAX_UNIT_WORDS = 3;

/** Conversions of units: "5 miles in km", "Wie viele Sekunden hat ein Tag?" */
export const conversions: Skill = {
  name: "conversions",
  read: ({ text }, language) => {
    const readers = { amount: createAmountReader(language.numbers), unit: createUnitReader(language) };
    for (const bindings of matchQuestion(text, language.conversions.ask, readers, language)) {
      const [amount, from, to] = ["amount", "from", "to"].map((name) => bindings.get(name));
      if (amount === undefined || from === undefined || to === undefined) continue;
      if (from.value === to.value || toUnit(from.value)?.kind !== toUnit(to.value)?.kind) continue;
      const value = Number(amount.value);
      return {
        calls: [{ name: TOOL, input: { value, from: from.value, to: to.value } }],
        tell: ([record]) => tellAmount(toResultText(record), { value, from: from.said, to }, language),
      };
    }
    return null;
  },
};

/** Reads a unit by its name in the language, or by what the tool itself calls it. */
function createUnitReader({ conversions: { units } }: Language): Reader {
  const readName = readWords(listEntries(units));
  return function* (tokens, from) {
    for (const { end, value } of readName(tokens, from)) yield { end, value: toUnit(value)?.name ?? value };
    for (let end = Math.min(tokens.list.length, from + MAX_UNIT_WORDS); end > from; end -= 1) {
      const said = sliceTokens(tokens, from, end);
      const unit = /^[\p{L}°]/u.test(said) ? toUnit(said) : null;
      if (unit !== null) yield { end, value: unit.name };
    }
  };
}

function toUnit(name: string): Unit | null {
  try {
    return findUnit(name);
  } catch {
    return null;
  }
}

function tellAmount(
  result: string | null,
  { value, from, to }: { readonly value: number; readonly from: string; readonly to: Bound },
  { locale, conversions: { units } }: Language,
): string | null {
  const number = Number(/ = (-?[\d.e+-]+) /u.exec(result ?? "")?.[1] ?? Number.NaN);
  if (Number.isNaN(number)) return null;
  const isSmall = Math.abs(number) < 1;
  const places = isSmall ? { maximumSignificantDigits: MAX_PLACES } : { maximumFractionDigits: MAX_PLACES };
  const shown = isSmall ? number.toPrecision(MAX_PLACES) : number.toFixed(MAX_PLACES);
  const amount = new Intl.NumberFormat(locale, { maximumFractionDigits: MAX_PLACES }).format(value);
  const isOwnWord = listEntries(units).some(([, words]) => words.some((word) => fold(word) === fold(to.said)));
  const unit = toUnit(to.value);
  // The tool's name for a unit says which of several it is: "US gallons".
  const name = isOwnWord || unit === null ? to.said : formatAmount(number, unit).replace(/^\S+ /u, "");
  const sign = Number(shown) === number ? "=" : "≈";
  return `${amount} ${from} ${sign} **${new Intl.NumberFormat(locale, places).format(number)} ${name}**`;
}
