import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDecimals, compareDecimals, type Decimal, divideDecimal, formatDecimal } from "../decimal.ts";
import { ExactSum, findMedian, roundDouble, toDecimal } from "./exact-numbers.ts";

const ZERO: Decimal = { digits: 0n, scale: 0 };
/** A decimal of at most 15 digits, which a double stands for. */
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, scale]): Decimal => ({ digits, scale }));

const toDouble = (each: Decimal) => Number(formatDecimal(each));

describe("decimals that come as doubles", () => {
  it("are added exactly, and what leaves a window leaves nothing behind", async () => {
    await fc.assert(
      fc.property(fc.array(decimal), fc.array(decimal), (kept, gone) => {
        const sum = new ExactSum();
        for (const each of [...kept, ...gone]) sum.change(toDouble(each), 1, false);
        for (const each of gone) sum.change(toDouble(each), -1, false);
        expect(compareDecimals(sum.read(), kept.reduce(addDecimals, ZERO))).toBe(0);
        expect(sum.count).toBe(kept.length);
      }),
    );
  });

  it("have an exact median", async () => {
    await fc.assert(
      fc.property(fc.array(decimal, { minLength: 1 }), (all) => {
        const median = findMedian(all.map(toDouble));
        const sorted = all.toSorted(compareDecimals);
        const [low = ZERO, high = ZERO] = [sorted[(all.length - 1) >> 1], sorted[all.length >> 1]];
        expect(formatDecimal(median ?? ZERO)).toBe(formatDecimal(divideDecimal(addDecimals(low, high), 2)));
      }),
    );
  });

  it("come back from products and differences as what they would be on paper", async () => {
    const cents = fc.integer({ min: -9_999_999, max: 9_999_999 });
    await fc.assert(
      fc.property(cents, cents, (one, other) => {
        expect(roundDouble((one / 100) * (other / 100))).toBe((one * other) / 10_000);
        expect(roundDouble(one / 100 - other / 100)).toBeCloseTo((one - other) / 100, 9);
        expect(formatDecimal(toDecimal(one / 100) ?? ZERO)).toBe(String(one / 100));
      }),
    );
  });
});
