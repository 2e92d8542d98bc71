/** Per number its names, English / German / Spanish, without accents. */
export const ONES: readonly string[] = [
  "zero / null / cero",
  "one / eins / uno",
  "two / zwei / dos",
  "three / drei / tres",
  "four / vier / cuatro",
  "five / funf fuenf / cinco",
  "six / sechs / seis",
  "seven / sieben / siete",
  "eight / acht / ocho",
  "nine / neun / nueve",
  "ten / zehn / diez",
  "eleven / elf / once",
  "twelve / zwolf zwoelf / doce",
  "thirteen / dreizehn / trece",
  "fourteen / vierzehn / catorce",
  "fifteen / funfzehn fuenfzehn / quince",
  "sixteen / sechzehn / dieciseis",
  "seventeen / siebzehn / diecisiete",
  "eighteen / achtzehn / dieciocho",
  "nineteen / neunzehn / diecinueve",
];
export const TENS: readonly string[] = [
  "twenty / zwanzig / veinte",
  "thirty / dreissig / treinta",
  "forty / vierzig / cuarenta",
  "fifty / funfzig fuenfzig / cincuenta",
  "sixty / sechzig / sesenta",
  "seventy / siebzig / setenta",
  "eighty / achtzig / ochenta",
  "ninety / neunzig / noventa",
];

const toEntries = (names: readonly string[], toValue: (index: number) => number): (readonly [string, number])[] =>
  names.flatMap((line, index) => line.split(/ (?:\/ )?/).map((name) => [name, toValue(index)] as const));
const NUMBERS: ReadonlyMap<string, number> = new Map([
  ...toEntries(ONES, (index) => index),
  ...toEntries(TENS, (index) => (index + 2) * 10),
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
  const plain = word.toLowerCase().replaceAll("ß", "ss").normalize("NFKD").replaceAll(/\p{M}/gu, "");
  return NUMBERS.get(plain);
}
