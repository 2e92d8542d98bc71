/** An exact decimal number: `digits / 10 ** scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Which mark stands before the fraction. */
export type NumberStyle = "point" | "comma";

const STYLES: Readonly<Record<NumberStyle, RegExp>> = {
  point: /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/,
  comma: /^[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$/,
};
/** Forms of nearly all cells of a table; they need none of what follows. */
const PLAIN: Readonly<Record<NumberStyle, RegExp>> = {
  point: /^-?\d+(?:\.\d+)?$/,
  comma: /^-?\d+(?:,\d+)?$/,
};
const MAX_LENGTH = 60;
/** Places after the point of a quotient that does not end. */
const QUOTIENT_PLACES = 10;

/** Reads a number with its thousands and currency; null for any other text. */
export function readDecimal(text: string, style: NumberStyle): Decimal | null {
  if (text.length > MAX_LENGTH) return null;
  if (PLAIN[style].test(text)) {
    const at = text.indexOf(style === "point" ? "." : ",");
    if (at < 0) return { digits: BigInt(text), scale: 0 };
    return { digits: BigInt(text.slice(0, at) + text.slice(at + 1)), scale: text.length - at - 1 };
  }
  const plain = text.replace(/[\s\u00a0\u202f'’]|\p{Sc}|\b(?:EUR|USD|CHF|GBP)\b|%$/gu, "").replace(/^[−–]/u, "-");
  if (!STYLES[style].test(plain)) return null;
  const [thousands, mark] = style === "point" ? [",", "."] : [".", ","];
  const [whole = "", fraction = ""] = plain.replaceAll(thousands, "").split(mark);
  return { digits: BigInt(whole.replace("+", "") + fraction), scale: fraction.length };
}

export function addDecimals(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  return { digits: toScale(left, scale) + toScale(right, scale), scale };
}

/** Below, at or above 0, as the first is less, the same or more. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const scale = Math.max(left.scale, right.scale);
  const [one, other] = [toScale(left, scale), toScale(right, scale)];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Divided by a whole number; rounded half away from zero where it does not end, ten places after its own last one. */
export function divideDecimal(dividend: Decimal, by: number): Decimal {
  const value = stripZeros(dividend);
  const scale = value.scale + QUOTIENT_PLACES;
  const [digits, divisor] = [toScale(value, scale), BigInt(by)];
  const rest = digits % divisor;
  const up = 2n * (rest < 0n ? -rest : rest) >= divisor ? (digits < 0n ? -1n : 1n) : 0n;
  return { digits: digits / divisor + up, scale };
}

/** The same number with no more places than it needs. */
function stripZeros({ digits, scale }: Decimal): Decimal {
  let [rest, places] = [digits, scale];
  while (places > 0 && rest % 10n === 0n) [rest, places] = [rest / 10n, places - 1];
  return { digits: rest, scale: places };
}

/** With a point, and without zeros at the end. */
export function formatDecimal({ digits, scale }: Decimal): string {
  const size = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, "0");
  const whole = size.slice(0, size.length - scale);
  const fraction = size.slice(size.length - scale).replace(/0+$/, "");
  return `${digits < 0n ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

/** A JSON number where that is the same number, else its text. */
export function toJsonNumber(value: Decimal): number | string {
  const text = formatDecimal(value);
  return String(Number(text)) === text ? Number(text) : text;
}

function toScale({ digits, scale }: Decimal, wanted: number): bigint {
  if (scale === wanted) return digits;
  return digits * 10n ** BigInt(wanted - scale);
}
