import { guessLanguage } from "../../agent/context/guess-language.ts";
import type { ToolDoubt } from "../../agent/define/tool.ts";
import { evaluateExpression } from "./evaluate-expression.ts";
import { toDigits, toPlainNumbers } from "./number-words.ts";

const STORY = /(?<!\p{L})(?:how (?:many|much)|wie ?viele?|cuánt[oa]s?)(?!\p{L})/iu;
/** What brings numbers that nobody writes in digits: a percentage, a mean, a square. */
const OTHERWISE =
  /%|(?<!\p{L})(?:per ?cents?|prozent\p{L}*|por ?cientos?|average|mean|durchschnitt\p{L}*|mittel\p{L}*|promedio|media|half|halve[sd]?|hälfte|halb\p{L}*|mitad|medi[oa]s?|double[sd]?|doppelt\p{L}*|doble|twice|zweimal|triple[sd]?|dreifach\p{L}*|third|drittel|tercio|quarter|viertel|cuarto|squared?|quadrat\p{L}*|cuadrad[oa]s?|cube[sd]?|root|wurzel|raíz|tax|steuer\p{L}*|vat|mwst|iva|more than|less than)(?!\p{L})/iu;
/** Numbers that a sum may have without being told: months, hours, a hundred for a share. */
const USUAL: ReadonlySet<number> = new Set([0, 1, 2, 4, 0.5, 7, 10, 12, 24, 30, 31, 52, 60, 100, 365, 1000, 3600]);
/** What a story is about that takes something away, or asks for how long it lasts. */
const NEEDED: readonly (readonly [RegExp, string])[] = [
  [
    /(?<!\p{L})(?:(?:gave|gives?|given) away|ate|eats?|eaten|lost|spent|spends?|left|remain\p{L}*|taken|broken|verschenk\p{L}*|gegessen|verloren|ausgegeben|übrig|bleiben|regal[aoóé]\p{L}*|perd[ií]\p{L}*|gast[oóé]\p{L}*|qued[ao]n?)(?!\p{L})/iu,
    "-",
  ],
  [/(?<!\p{L})(?:does it last|will it last|do they last|reicht (?:er|sie|es|das)|dura)(?!\p{L})/iu, "/"],
];
const OPERATORS = ["*", "+", "-", "/"];

/**
 * Whether a small model computes, and with the numbers of a sum that was told as a story of two or three: null where it does, or
 * where the question is another. Otherwise the sums of just these numbers, of which it is to write one.
 */
export function doubtExpression(expression: string, question: string): ToolDoubt | null {
  if (!STORY.test(question) || OTHERWISE.test(question)) return null;
  const language = guessLanguage(question);
  const said = listNumbers(toPlainNumbers(toDigits(question.toLowerCase(), language), language));
  const counted = said.filter((number) => number !== 1);
  if (counted.length < 2 || counted.length > 3) return null;
  const used = listNumbers(expression);
  const isMadeUp = used.some((number) => !said.includes(number) && !USUAL.has(number));
  const isTwice = used.some((number) => count(used, number) > Math.max(count(said, number), USUAL.has(number) ? 1 : 0));
  const isLeftOut = counted.some((number) => !used.includes(number));
  // The way around a field adds its sides twice.
  const isRepeated = isTwice && (isLeftOut || !expression.includes("+"));
  const needed = NEEDED.find(([words]) => words.test(question))?.[1] ?? "";
  const isOther = !expression.includes(needed);
  if (!isMadeUp && !isRepeated && !isOther && compute(expression) !== null) return null;
  const kept = counted.filter((number) => used.includes(number));
  const sums = listSums(kept.length > 1 ? kept : counted).filter(
    (sum) => sum.includes(needed) && (compute(sum) ?? -1) >= 0,
  );
  const parameters = {
    type: "object",
    properties: { expression: { type: "string", enum: sums } },
    required: ["expression"],
    additionalProperties: false,
  };
  return { type: "narrowed", parameters };
}

function compute(expression: string): number | null {
  try {
    return Number(evaluateExpression(expression));
  } catch {
    return null;
  }
}

function listNumbers(text: string): readonly number[] {
  return (text.match(/\d+(?:\.\d+)?/gu) ?? []).map(Number);
}

function count(numbers: readonly number[], number: number): number {
  return numbers.filter((each) => each === number).length;
}

/** Two of the numbers or more, each once, in any order, with any of the four operators between two. */
function listSums(numbers: readonly number[]): readonly string[] {
  const sums = numbers.flatMap((number, index) => {
    const others = numbers.filter((_, other) => other !== index);
    const rest = [...others.map(String), ...(others.length > 1 ? listSums(others) : [])];
    return OPERATORS.flatMap((operator) => rest.map((sum) => `${number} ${operator} ${sum}`));
  });
  return [...new Set(sums)];
}
