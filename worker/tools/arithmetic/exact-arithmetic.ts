/** Bounds that keep every operation quick. */
const MAX_DIGITS = 500;
const MAX_FACTORIAL = 250;

/** Whole numbers are exact at any size up to `MAX_DIGITS`; everything else is a double. */
export type Value = bigint | number;

/** Doubles that are whole and exact become exact numbers, so that `2.5 * 4` can be a remainder's operand. */
export function toValue(value: Value): Value {
  if (typeof value === "bigint") return checkSize(value);
  if (Number.isNaN(value)) throw new Error("The result is not a real number.");
  if (!Number.isFinite(value)) throw new Error("The result is too large.");
  return Number.isSafeInteger(value) ? BigInt(value) : value;
}

const TOO_LARGE = 10n ** BigInt(MAX_DIGITS);

export function checkSize(value: bigint): bigint {
  if (value >= TOO_LARGE || value <= -TOO_LARGE) throw new Error(`The result has more than ${MAX_DIGITS} digits.`);
  return value;
}

export function isSafe(value: bigint): boolean {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
}

function isPair(left: Value, right: Value): [bigint, bigint] | undefined {
  return typeof left === "bigint" && typeof right === "bigint" ? [left, right] : undefined;
}

export function isLess(left: Value, right: Value): boolean {
  return left < right;
}

export function negate(value: Value): Value {
  return typeof value === "bigint" ? -value : -value;
}

export function add(left: Value, right: Value): Value {
  const pair = isPair(left, right);
  return toValue(pair ? pair[0] + pair[1] : Number(left) + Number(right));
}

export function multiply(left: Value, right: Value): Value {
  const pair = isPair(left, right);
  return toValue(pair ? pair[0] * pair[1] : Number(left) * Number(right));
}

export function divide(left: Value, right: Value): Value {
  if (Number(right) === 0) throw new Error("Division by zero.");
  const pair = isPair(left, right);
  if (pair && pair[0] % pair[1] === 0n) return pair[0] / pair[1];
  return toValue(Number(left) / Number(right));
}

/** The remainder with the divisor's sign: `-7 % 3` is 2. */
export function modulo(left: Value, right: Value): Value {
  if (Number(right) === 0) throw new Error("Division by zero.");
  const pair = isPair(left, right);
  if (pair) return ((pair[0] % pair[1]) + pair[1]) % pair[1];
  const [dividend, divisor] = [Number(left), Number(right)];
  return toValue(dividend - divisor * Math.floor(dividend / divisor));
}

export function raise(base: Value, exponent: Value): Value {
  const pair = isPair(base, exponent);
  if (!pair || pair[1] < 0n) {
    if (Number(base) === 0 && Number(exponent) < 0) throw new Error("Division by zero.");
    return toValue(Number(base) ** Number(exponent));
  }
  const [whole, power] = pair;
  const size = whole < 0n ? -whole : whole;
  if (size > 1n) {
    const digits = (size.toString().length - 1 || 0.301) * Number(power);
    if (digits > MAX_DIGITS) throw new Error(`The result has more than ${MAX_DIGITS} digits.`);
    return checkSize(whole ** power);
  }
  // 0, 1 and -1 to a power of any size.
  return size === 0n ? (power === 0n ? 1n : 0n) : whole < 0n && power % 2n === 1n ? -1n : 1n;
}

export function factorial(value: Value): Value {
  if (typeof value !== "bigint" || value < 0n) throw new Error("A factorial needs a whole number from 0 up.");
  if (value > MAX_FACTORIAL) throw new Error(`Factorials go up to ${MAX_FACTORIAL}!.`);
  let product = 1n;
  for (let factor = 2n; factor <= value; factor += 1n) product *= factor;
  return checkSize(product);
}

export function logarithm(value: Value, base: Value | undefined): Value {
  if (value <= 0) throw new Error("A logarithm needs a number above 0.");
  if (base === undefined) return Math.log10(Number(value));
  return toTidyNumber(Math.log(Number(value)) / Math.log(Number(base)));
}

export function round(value: Value, places: Value): Value {
  if (typeof places !== "bigint" || places < 0n || places > 15n) {
    throw new Error("round takes 0 to 15 decimal places.");
  }
  if (typeof value === "bigint") return value;
  // Via the decimal text, so that 1.005 rounds as written.
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  const shifted = Math.sign(value) * Math.round(Math.abs(Number(`${digits}e${Number(exponent) + Number(places)}`)));
  return Number(`${shifted}e-${places}`);
}

/**
 * Takes the binary noise off a computed number: 0.1 + 0.2 becomes 0.3, while 1 / 3 and the square root of 10 keep all
 * their digits. Noise sits in the 16th and 17th digit, so a number that is short once rounded to 15 was meant short.
 */
export function toTidyNumber(value: number): number {
  if (!Number.isFinite(value)) throw new Error("The result is too large to write down.");
  const rounded = Number(value.toPrecision(15));
  const digits = rounded.toExponential().replace(/e.*$/, "").replace(/[-.]/g, "").length;
  return digits <= 13 ? rounded : value;
}
