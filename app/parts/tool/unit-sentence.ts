import type { Translator } from "../../messages/translate.ts";

/** `5 miles = 8.04672 kilometers`, as the tool for units says it. */
const EQUATION = /^(-?[\d.e+-]+) (.+) = (-?[\d.e+-]+) (.+)$/;

/** Names that our tool gives to units, and `Intl` spells in another way than by their singular. */
const SPELT: ReadonlyMap<string, string> = new Map([
  ["feet", "foot"],
  ["inches", "inch"],
  ["degrees Celsius", "celsius"],
  ["degrees Fahrenheit", "fahrenheit"],
]);

/** A conversion in the user's language, as far as the browser has words for its units. */
export function toUnitSentence(result: string, t: Translator): string {
  const [, from = "", fromUnit = "", to = "", toUnit = ""] = EQUATION.exec(result) ?? [];
  if (from === "") return result;
  return `${toAmount(from, fromUnit, t)} = ${toAmount(to, toUnit, t)}`;
}

function toAmount(amount: string, name: string, t: Translator): string {
  const unit = SPELT.get(name) ?? name.replace(/s(?= per |$)/, "").replaceAll(" ", "-");
  const digits = { maximumFractionDigits: 6 };
  try {
    return t.number(Number(amount), { style: "unit", unit, unitDisplay: "long", ...digits });
  } catch {
    // No unit that browsers have words for.
    return `${t.number(Number(amount), digits)} ${name}`;
  }
}
