import { type Bound, type Reader, readNames, readWords } from "../../tools/grammar/pattern.ts";
import { fold } from "../../tools/grammar/tokens.ts";
import { listEntries, listWords } from "../../tools/grammar/word-lists.ts";
import { formatAmount, toUnit, type Unit } from "../../tools/units/find-unit.ts";
import type { Language } from "../language.ts";
import { createAmountReader, createNumberReader } from "../read-number.ts";
import { findPlan, planCall, type Skill } from "../skill.ts";

/** Places behind the point, or digits of a number that is smaller. */
const PLACES = { maximumFractionDigits: 4, maximumSignificantDigits: 4, roundingPriority: "morePrecision" } as const;

/** Conversions of units: "5 miles in km", "Wie viele Sekunden hat ein Tag?" */
export const conversions: Skill = {
  name: "conversions",
  read: ({ text }, language) => {
    const unit = createUnitReader(language);
    const readers = { unit, amount: createAmountReader(language), measure: createMeasureReader(unit, language) };
    return findPlan(text, language.conversions.ask, readers, language, (bindings) => {
      const [amount, from, to] = ["amount", "from", "to"].map((name) => bindings.get(name));
      if (amount === undefined || from === undefined || to === undefined) return null;
      const [name = "", more = "0", part = name] = from.value.split("+");
      const [whole, small] = [toUnit(name), toUnit(part)];
      if (whole === null || small === null || name === to.value || whole.kind !== toUnit(to.value)?.kind) return null;
      if (part !== name && !isPart(small, whole)) return null;
      const value = Number(amount.value) + (Number(more) * small.factor) / whole.factor;
      const number = new Intl.NumberFormat(language.locales, {
        maximumFractionDigits: PLACES.maximumFractionDigits,
      }).format(value);
      const asked = `${more === "0" ? number : amount.said} ${from.said}`;
      const input = { value, from: name, to: to.value };
      return planCall("convert_units", input, (result) => tellAmount(result, { asked, to }, language));
    });
  },
};

/** Reads a unit by its name in the language, or by what the tool itself calls it. */
function createUnitReader({ conversions: { units } }: Language): Reader {
  const names = listEntries(units).map(([name, words]) => [toUnit(name)?.name ?? name, words] as const);
  return readNames(names, (said) => (/^[\p{L}°]/u.test(said) ? toUnit(said)?.name : undefined));
}

/** Reads a unit with a smaller one behind it as well, "feet 11 inches"; its value is `feet+11+inches`. */
function createMeasureReader(readUnit: Reader, language: Language): Reader {
  const readNumber = createNumberReader(language);
  const readJoint = readWords([["and", listWords(language.and)]]);
  const readHalf = readWords([["half", listWords(language.numbers.half)]]);
  return function* (tokens, from) {
    for (const { end, value } of readUnit(tokens, from)) {
      for (const start of [end, ...[...readJoint(tokens, end)].map((joint) => joint.end)]) {
        for (const part of readNumber(tokens, start)) {
          for (const unit of readUnit(tokens, part.end))
            yield { ...unit, value: `${value}+${part.value}+${unit.value}` };
          // "5 foot 11".
          if (value === "feet") yield { end: part.end, value: `${value}+${part.value}+inches` };
        }
      }
      for (const half of readHalf(tokens, end)) yield { end: half.end, value: `${value}+0.5+${value}` };
      yield { end, value };
    }
  };
}

function isPart(small: Unit, whole: Unit): boolean {
  return small.kind === whole.kind && small.factor < whole.factor && small.offset === 0 && whole.offset === 0;
}

function tellAmount(
  result: string,
  { asked, to }: { readonly asked: string; readonly to: Bound },
  { locales, conversions: { units } }: Language,
): string | null {
  const number = Number(/ = (-?[\d.e+-]+) /u.exec(result)?.[1] ?? Number.NaN);
  if (Number.isNaN(number)) return null;
  const isOwnWord = listEntries(units).some(([, words]) => words.some((word) => fold(word) === fold(to.said)));
  const unit = toUnit(to.value);
  // The tool's name for a unit says which of several it is: "US gallons".
  const name = isOwnWord || unit === null ? to.said : formatAmount(number, unit).replace(/^\S+ /u, "");
  const shown = new Intl.NumberFormat("en", { ...PLACES, useGrouping: false }).format(number);
  const sign = Number(shown) === number ? "=" : "≈";
  return `${asked} ${sign} **${new Intl.NumberFormat(locales, PLACES).format(number)} ${name}**`;
}
