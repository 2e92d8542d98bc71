import { listLines } from "../../tools/grammar/word-lists.ts";
import { createSumReader } from "../read-sum.ts";
import { findPlan, planCall, type Skill } from "../skill.ts";

const MAX_PLACES = 6;
/** Numbers without a space: as soon a date, a score, a size or a telephone number as a sum. */
const TIGHT_PAIR = /(?:^|\s)\d+(?:[-/x:]\d+)+(?=\W*$)/iu;

/** Sums in digits and words: "12 * 7", "half of 37", "zwölf mal elf", "200 menos 35%". */
export const sums: Skill = {
  name: "sums",
  read: ({ text }, language) => {
    if (TIGHT_PAIR.test(text) && !/[-+*/^]\s/u.test(text)) return null;
    const patterns = ["{sum}", ...listLines(language.sums.ask)];
    return findPlan(text, patterns, { sum: createSumReader(language) }, language, (bindings) => {
      const expression = withoutBrackets(bindings.get("sum")?.value ?? "");
      // A number alone asks for nothing.
      if (/^-?[\d.]+$/u.test(expression)) return null;
      return planCall("calculate", { expression }, (result) => tellSum(expression, result, language.locales));
    });
  },
};

/** The expression without brackets around the whole of it, around brackets or around a number. */
function withoutBrackets(expression: string): string {
  const single = expression.replaceAll(/\((\([^()]*\))\)|(?<![a-z])\(([\d.]+)\)/gu, "$1$2");
  if (single !== expression) return withoutBrackets(single);
  const inner = /^\((.*)\)$/u.exec(expression)?.[1];
  if (inner === undefined) return expression;
  let depth = 0;
  for (const each of inner) {
    depth += each === "(" ? 1 : each === ")" ? -1 : 0;
    if (depth < 0) return expression;
  }
  return withoutBrackets(inner);
}

function tellSum(expression: string, result: string, locales: readonly string[]): string {
  const format = new Intl.NumberFormat(locales, { maximumFractionDigits: MAX_PLACES });
  const asked = expression
    .replaceAll("*", "×")
    .replaceAll("/", "÷")
    .replaceAll("-", "−")
    .replaceAll(/\d+(?:\.\d+)?/gu, (number) => format.format(Number(number)))
    .replaceAll("sqrt(", "√(")
    .replaceAll("cbrt(", "∛(");
  const value = Number(result);
  if (!Number.isSafeInteger(Math.trunc(value))) return `${asked} = **${result}**`;
  const isExact = Number(value.toFixed(MAX_PLACES)) === value;
  return `${asked} ${isExact ? "=" : "≈"} **${format.format(value)}**`;
}
