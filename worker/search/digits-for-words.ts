import numberWords from "./number-words.json" with { type: "json" };
import { foldLetters } from "./terms.ts";

/** Per number its names, English / German / Spanish, without accents. */
const toEntries = (names: readonly string[], toValue: (index: number) => number): (readonly [string, number])[] =>
  names.flatMap((line, index) => line.split(/ (?:\/ )?/).map((name) => [name, toValue(index)] as const));
const NUMBERS: ReadonlyMap<string, number> = new Map([
  ...toEntries(numberWords.ones, (index) => index),
  ...toEntries(numberWords.tens, (index) => (index + 2) * 10),
]);

const WORDS = /\p{L}[\p{L}\p{M}]*(?:[ -]\p{L}[\p{L}\p{M}]*)*/gu;

/** Writes numbers that stand as words in digits: `three * 2.80`, `twenty-five + 1`. Other words stay as they are. */
export function toDigitsForWords(expression: string): string {
  return expression.replaceAll(WORDS, (words) => {
    const values = words.split(/[ -]/).map(readNumber);
    const [first, second] = values;
    if (values.length === 1 && first !== undefined) return String(first);
    const isTensAndOnes = first !== undefined && second !== undefined && first >= 20 && second >= 1 && second <= 9;
    return isTensAndOnes && values.length === 2 ? String(first + second) : words;
  });
}

function readNumber(word: string): number | undefined {
  return NUMBERS.get(foldLetters(word).replaceAll("ß", "ss"));
}
