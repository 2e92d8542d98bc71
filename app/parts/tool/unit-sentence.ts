import type { Translator } from "../../messages/translate.ts";

/** `5 miles = 8.04672 kilometers`, as the tool for units says it. */
const EQUATION = /^(-?[\d.e+-]+) (.+) = (-?[\d.e+-]+) (.+)$/;

/** The units that `Intl` has words for in every language, by the names our tool gives them. */
const INTL_UNITS: ReadonlyMap<string, string> = new Map([
  ["foot", "foot"],
  ["feet", "foot"],
  ["inch", "inch"],
  ["inches", "inch"],
  ["degrees Celsius", "celsius"],
  ["degrees Fahrenheit", "fahrenheit"],
  ["kilometers per hour", "kilometer-per-hour"],
  ["miles per hour", "mile-per-hour"],
  ["meters per second", "meter-per-second"],
  ...["meter", "kilometer", "centimeter", "millimeter", "mile", "yard", "kilogram", "gram", "pound", "ounce", "stone"]
    .concat(["liter", "milliliter", "second", "minute", "hour", "day", "week", "month", "year", "hectare", "acre"])
    .flatMap((unit): [string, string][] => [
      [unit, unit],
      [`${unit}s`, unit],
    ]),
]);

/** A conversion in the user's language, as far as the browser has words for its units. */
export function toUnitSentence(result: string, t: Translator): string {
  const [, from = "", fromUnit = "", to = "", toUnit = ""] = EQUATION.exec(result) ?? [];
  if (from === "") return result;
  return `${toAmount(from, fromUnit, t)} = ${toAmount(to, toUnit, t)}`;
}

function toAmount(amount: string, name: string, t: Translator): string {
  const unit = INTL_UNITS.get(name);
  const digits = { maximumFractionDigits: 6 };
  if (unit === undefined) return `${t.number(Number(amount), digits)} ${name}`;
  return t.number(Number(amount), { style: "unit", unit, unitDisplay: "long", ...digits });
}
