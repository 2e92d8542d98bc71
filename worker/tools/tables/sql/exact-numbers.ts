import { addDecimals, compareDecimals, type Decimal, divideDecimal, formatDecimal, readDecimal } from "../decimal.ts";

/** A value as SQLite hands it to a function. */
export type SqlNumber = number | bigint | string;

/** Digits of a decimal that a double always keeps. */
export const EXACT_DIGITS = 15;
const MAX_EXACT = 10 ** EXACT_DIGITS;
/** Places of a double that are looked at; what is smaller is nothing. */
const MAX_PLACES = 40;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

/**
 * A double as the decimal of 15 digits that it stands for: 0.30000000000000004, which is what a processor makes of 0.1 + 0.2,
 * is 0.3.
 */
export function roundDouble(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(EXACT_DIGITS));
}

/** Null for a text that is no number, and for what a double has beyond numbers. */
export function toDecimal(value: SqlNumber): Decimal | null {
  if (typeof value === "bigint") return { digits: value, scale: 0 };
  if (typeof value === "string") return readDecimal(value.trim(), "point");
  if (!Number.isFinite(value)) return null;
  if (Number.isSafeInteger(value)) return { digits: BigInt(value), scale: 0 };
  const [mantissa = "0", exponent = "0"] = value.toExponential(EXACT_DIGITS - 1).split("e");
  const scale = EXACT_DIGITS - 1 - Number(exponent);
  const digits = BigInt(mantissa.replace(".", ""));
  if (scale < 0) return { digits: digits * 10n ** BigInt(-scale), scale: 0 };
  return scale > MAX_PLACES ? { digits: 0n, scale: 0 } : { digits, scale };
}

/** The double nearest to a decimal, and whether it has digits beyond those that a double keeps. */
export function toDouble(decimal: Decimal): { readonly value: number; readonly isRounded: boolean } {
  const text = formatDecimal(decimal);
  const value = Number(text);
  const kept = toDecimal(value);
  return { value, isRounded: kept === null || formatDecimal(kept) !== text };
}

/** The exact sum of values that come and, within a window, go. */
export class ExactSum {
  /** In steps of `10 ** -places`, small enough for a double to count exactly. */
  #near = 0;
  #places = 0;
  #far: Decimal = { digits: 0n, scale: 0 };
  #count = 0;
  #fractions = 0;

  get count(): number {
    return this.#count;
  }

  /** True where every value was an INTEGER. */
  get isWhole(): boolean {
    return this.#fractions === 0;
  }

  read(): Decimal {
    return addDecimals(this.#far, { digits: BigInt(this.#near), scale: this.#places });
  }

  average(): Decimal {
    return divideDecimal(this.read(), this.#count);
  }

  /**
   * Adds a value, or takes it away again.
   *
   * @param isWhole What SQLite calls an INTEGER.
   */
  change(value: SqlNumber, sign: 1 | -1, isWhole: boolean): void {
    this.#count += sign;
    if (!isWhole) this.#fractions += sign;
    if (typeof value === "number" && this.#addNear(value, sign)) return;
    const decimal = toExpected(value);
    this.#far = addDecimals(this.#far, { ...decimal, digits: BigInt(sign) * decimal.digits });
    if (typeof value === "number") this.#countMorePlaces(decimal.scale);
  }

  /** Adds a double that is a whole number of steps; false for any other. */
  #addNear(value: number, sign: 1 | -1): boolean {
    const power = POWERS[this.#places] ?? 1;
    const steps = Math.round(value * power);
    if (!(Math.abs(steps) < MAX_EXACT) || steps / power !== value) return false;
    this.#near += sign * steps;
    if (Math.abs(this.#near) > MAX_EXACT) this.#moveAway();
    return true;
  }

  /** Reserves places: the next value has probably as many as this one. */
  #countMorePlaces(places: number): void {
    const needed = Math.min(places, 6);
    if (needed <= this.#places) return;
    this.#moveAway();
    this.#places = needed;
  }

  #moveAway(): void {
    this.#far = this.read();
    this.#near = 0;
  }
}

/** The exact median of values; null where there are none. */
export function findMedian(values: readonly SqlNumber[]): Decimal | null {
  const sorted = values.every((value) => typeof value === "number")
    ? Float64Array.from(values).sort()
    : values.map(toExpected).sort(compareDecimals);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  if (low === undefined || high === undefined) return null;
  return divideDecimal(addDecimals(toExpected(low), toExpected(high)), 2);
}

/** Throws for a text among numbers. */
function toExpected(value: SqlNumber | Decimal): Decimal {
  const decimal = typeof value === "object" ? value : toDecimal(value);
  if (decimal === null) throw new Error(`'${String(value).slice(0, 80)}' is no number.`);
  return decimal;
}
